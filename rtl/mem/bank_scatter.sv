// SPDX-License-Identifier: Apache-2.0
// Row writes and scatters of packets share the write ports of a memory's banks, in turns; a scatter keeps them until it is done.
// In each bank lanes are written one by one, higher lanes later. An acknowledgement appears in the first cycle in which a read sees
// all of its write: latency 4 over all ports where no two lanes of it meet in a bank, initiation interval 1; as many cycles more as
// there are rounds beyond the first (bank_rounds). With NumScatters 0 a local_write_arbiter is smaller.
// Registered: wr_*, ack_valid_o, done_valid_o. in_ready_o and scatter_ready_o depend on the other ports' valids.
module bank_scatter #(
    parameter int unsigned WordBits = 32,
    parameter int unsigned Words = 64,
    parameter int unsigned Banks = 4,
    parameter int unsigned NumWrites = 1,
    parameter int unsigned NumScatters = 1,  // at least 1
    parameter int unsigned Depth = 4,  // writes of one port not yet acknowledged; 5 or more for full rate
    localparam int unsigned AW = $clog2(Words),
    localparam int unsigned LaneW = $clog2(Banks),
    localparam int unsigned RowW = Words > Banks ? AW - LaneW : 1,
    localparam int unsigned RowBits = Banks * WordBits,
    localparam int unsigned StrbW = WordBits / 8,
    localparam int unsigned WritePorts = NumWrites > 0 ? NumWrites : 1
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [         WritePorts-1:0] in_valid_i,
    output logic [         WritePorts-1:0] in_ready_o,
    input  logic [    WritePorts*RowW-1:0] in_addr_i,
    input  logic [ WritePorts*RowBits-1:0] in_data_i,
    input  logic [WritePorts*Banks*StrbW-1:0] in_strb_i,
    output logic [         WritePorts-1:0] ack_valid_o,
    input  logic [         WritePorts-1:0] ack_ready_i,
    input  logic [        NumScatters-1:0] scatter_valid_i,
    output logic [        NumScatters-1:0] scatter_ready_o,
    input  logic [NumScatters*Banks*AW-1:0] scatter_addr_i,
    input  logic [NumScatters*RowBits-1:0] scatter_data_i,
    input  logic [NumScatters*Banks*StrbW-1:0] scatter_strb_i,
    output logic [        NumScatters-1:0] done_valid_o,
    input  logic [        NumScatters-1:0] done_ready_i,
    output logic [              Banks-1:0] wr_valid_o,  // each bank's
    output logic [         Banks*RowW-1:0] wr_addr_o,
    output logic [            RowBits-1:0] wr_data_o,
    output logic [        Banks*StrbW-1:0] wr_strb_o
);
  // Row writes first. An operation: {port, each lane's bank, and {row, strobes, data}}. In a row write lane b is bank b's.
  localparam int unsigned Ports = NumWrites + NumScatters;
  localparam int unsigned LaneWidth = RowW + StrbW + WordBits;
  localparam int unsigned Width = Banks * (LaneW + LaneWidth);

  logic [Ports-1:0] valid, ready, room, take, done_q, acks, ack_ready, port_1;
  logic [Ports*Width-1:0] operations;
  logic fire, rounds_ready, round_1, last_1;
  logic [Width-1:0] operation;

  for (genvar i = 0; i < Ports; i++) begin : gen_port
    logic [Banks*LaneW-1:0] banks;
    logic [Banks*LaneWidth-1:0] lanes;
    assign operations[i*Width+:Width] = {banks, lanes};
    if (i < NumWrites) begin : gen_write
      assign valid[i] = in_valid_i[i] & room[i];
      assign in_ready_o[i] = ready[i] & room[i];
      assign ack_valid_o[i] = acks[i];
      assign ack_ready[i] = ack_ready_i[i];
      for (genvar l = 0; l < Banks; l++) begin : gen_lane
        assign banks[l*LaneW+:LaneW] = LaneW'(l);
        assign lanes[l*LaneWidth+:LaneWidth] = {
          in_addr_i[i*RowW+:RowW], in_strb_i[(i*Banks+l)*StrbW+:StrbW], in_data_i[(i*Banks+l)*WordBits+:WordBits]
        };
      end
    end else begin : gen_scatter
      localparam int unsigned S = i - NumWrites;
      assign valid[i] = scatter_valid_i[S] & room[i];
      assign scatter_ready_o[S] = ready[i] & room[i];
      assign done_valid_o[S] = acks[i];
      assign ack_ready[i] = done_ready_i[S];
      for (genvar l = 0; l < Banks; l++) begin : gen_lane
        logic [AW-1:0] address;
        logic [RowW-1:0] row;
        assign address = scatter_addr_i[(S*Banks+l)*AW+:AW];
        assign banks[l*LaneW+:LaneW] = address[LaneW-1:0];
        if (Words > Banks) begin : gen_row
          assign row = address[AW-1:LaneW];
        end else begin : gen_one_row
          assign row = '0;
        end
        assign lanes[l*LaneWidth+:LaneWidth] = {
          row, scatter_strb_i[(S*Banks+l)*StrbW+:StrbW], scatter_data_i[(S*Banks+l)*WordBits+:WordBits]
        };
      end
    end
    ack_counter #(
        .Depth(Depth)
    ) u_acks (
        .clk_i,
        .rst_i,
        .room_o     (room[i]),
        .take_i     (take[i]),
        .done_i     (done_q[i]),
        .ack_valid_o(acks[i]),
        .ack_ready_i(ack_ready[i])
    );
  end
  if (NumWrites == 0) begin : gen_no_write
    logic unused_write;
    assign unused_write = ^{in_valid_i, in_addr_i, in_data_i, in_strb_i, ack_ready_i};
    assign in_ready_o   = '0;
    assign ack_valid_o  = '0;
  end

  assign take = valid & ready;
  stream_merge #(
      .Width     (Width),
      .NumInputs (Ports),
      .RoundRobin(1)
  ) u_merge (
      .clk_i,
      .rst_i,
      .in_valid_i (valid),
      .in_ready_o (ready),
      .in_data_i  (operations),
      .out_valid_o(fire),
      .out_ready_i(rounds_ready),
      .out_data_o (operation)
  );

  logic [Banks-1:0] written, serves_1, unused_served;
  logic [Banks*LaneW-1:0] lanes_1;
  logic [Banks*LaneWidth-1:0] values_1, chosen, write_q;
  for (genvar l = 0; l < Banks; l++) begin : gen_written
    assign written[l] = operation[l*LaneWidth+WordBits+:StrbW] != '0;
  end
  bank_rounds #(
      .Width(Ports + Banks * LaneWidth),
      .Banks(Banks)
  ) u_rounds (
      .clk_i,
      .rst_i,
      .in_valid_i  (fire),
      .in_ready_o  (rounds_ready),
      .in_waits_i  (written),
      .in_banks_i  (operation[Width-1-:Banks*LaneW]),
      .in_data_i   ({take, operation[Banks*LaneWidth-1:0]}),
      .out_valid_o (round_1),
      .out_last_o  (last_1),
      .out_served_o(unused_served),
      .out_serves_o(serves_1),
      .out_lanes_o (lanes_1),
      .out_data_o  ({port_1, values_1})
  );

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    lane_select #(
        .Width(LaneWidth),
        .Lanes(Banks)
    ) u_value (
        .line_i  (values_1),
        .lane_i  (lanes_1[b*LaneW+:LaneW]),
        .zero_i  (1'b0),
        .result_o(chosen[b*LaneWidth+:LaneWidth])
    );
    assign {wr_addr_o[b*RowW+:RowW], wr_strb_o[b*StrbW+:StrbW], wr_data_o[b*WordBits+:WordBits]} = write_q[b*LaneWidth+:LaneWidth];
  end
  always_ff @(posedge clk_i) begin
    write_q <= chosen;
    wr_valid_o <= round_1 && !rst_i ? serves_1 : '0;
    done_q <= round_1 && last_1 && !rst_i ? port_1 : '0;
  end
endmodule
