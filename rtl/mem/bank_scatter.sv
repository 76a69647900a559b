// SPDX-License-Identifier: Apache-2.0
// Row writes and scatters of packets share the write ports of a memory's banks, in turns; a scatter keeps them until it is done.
// In each bank lanes are written one by one, higher lanes later. An acknowledgement appears in the first cycle in which a read sees
// all of its write: latency 4 over all ports where no two lanes of it meet in a bank, initiation interval 1; as many cycles more as
// there are rounds beyond the first (bank_rounds).
// Halves 2: rows whose numbers have an odd number of ones are a second half of the memory, with write ports of its own. A turn takes
// two operations where no half has to take more than two parts, the lower or the upper lanes of one (two_turns): such as those that a
// butterfly writes, whose rows differ in a bit, or whose lanes fill two rows. Latency 6; without scatters, and with whole rows for parts, 4.
// With NumScatters 0 and Halves 1 a local_write_arbiter is smaller.
// Registered: wr_*, ack_valid_o, done_valid_o; with Halves 2 in_ready_o and scatter_ready_o are functions of registers, else they
// depend on the other ports' valids.
module bank_scatter #(
    parameter int unsigned WordBits = 32,
    parameter int unsigned Words = 64,
    parameter int unsigned Banks = 4,
    parameter int unsigned NumWrites = 1,
    parameter int unsigned NumScatters = 1,
    parameter int unsigned Depth = 4,  // writes of one port not yet acknowledged; for full rate 5, with Halves 2 7
    parameter int unsigned Halves = 1,  // or 2, if the number of rows is even
    parameter logic [16*(NumWrites+NumScatters)-1:0] After = '0,  // with Halves 2: as in two_turns, ports of rows first
    localparam int unsigned AW = $clog2(Words),
    localparam int unsigned LaneW = $clog2(Banks),
    localparam int unsigned RowW = Words > Banks ? AW - LaneW : 1,
    localparam int unsigned RowBits = Banks * WordBits,
    localparam int unsigned StrbW = WordBits / 8,
    localparam int unsigned HalfRowW = RowW > Halves - 1 ? RowW - (Halves - 1) : 1,
    localparam int unsigned WritePorts = NumWrites > 0 ? NumWrites : 1,
    localparam int unsigned ScatterPorts = NumScatters > 0 ? NumScatters : 1
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
    input  logic [       ScatterPorts-1:0] scatter_valid_i,
    output logic [       ScatterPorts-1:0] scatter_ready_o,
    input  logic [ScatterPorts*Banks*AW-1:0] scatter_addr_i,
    input  logic [ScatterPorts*RowBits-1:0] scatter_data_i,
    input  logic [ScatterPorts*Banks*StrbW-1:0] scatter_strb_i,
    output logic [       ScatterPorts-1:0] done_valid_o,
    input  logic [       ScatterPorts-1:0] done_ready_i,
    output logic [       Halves*Banks-1:0] wr_valid_o,  // each bank's of the first half, then of the second
    output logic [Halves*Banks*HalfRowW-1:0] wr_addr_o,
    output logic [     Halves*RowBits-1:0] wr_data_o,
    output logic [ Halves*Banks*StrbW-1:0] wr_strb_o
);
  // Row writes first. An operation: two parts, the lower lanes' and the upper ones', each {its lanes' banks, and {row, strobes, data}}.
  // In a row write lane b is bank b's.
  localparam int unsigned Ports = NumWrites + NumScatters;
  localparam int unsigned LaneWidth = RowW + StrbW + WordBits;
  localparam int unsigned Width = Banks * (LaneW + LaneWidth);
  localparam int unsigned PartLanes = Banks / 2;
  localparam int unsigned PartWidth = Width / 2;

  logic [Ports-1:0] valid, ready, room, take, finished, acks, ack_ready;
  logic [Ports*Width-1:0] operations;

  for (genvar i = 0; i < Ports; i++) begin : gen_port
    logic [Banks*LaneW-1:0] banks;
    logic [Banks*LaneWidth-1:0] lanes;
    for (genvar p = 0; p < 2; p++) begin : gen_part
      assign operations[i*Width+p*PartWidth+:PartWidth] = {banks[p*PartLanes*LaneW+:PartLanes*LaneW], lanes[p*PartLanes*LaneWidth+:PartLanes*LaneWidth]};
    end
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
        .done_i     (finished[i]),
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
  if (NumScatters == 0) begin : gen_no_scatter
    logic unused_scatter;
    assign unused_scatter  = ^{scatter_valid_i, scatter_addr_i, scatter_data_i, scatter_strb_i, done_ready_i};
    assign scatter_ready_o = '0;
    assign done_valid_o    = '0;
  end

  // What is written in a turn, and of which ports: by half two parts of operations, each {its lanes' banks, {row, strobes, data}}.
  logic fire, writes_ready;
  logic [Ports-1:0] ports;
  logic [2*Halves*PartWidth-1:0] turn;
  logic [Halves*Banks-1:0] written;  // lanes of the parts that write
  assign take = valid & ready;
  if (Halves == 1) begin : gen_turns
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
        .out_ready_i(writes_ready),
        .out_data_o (turn)
    );
    assign ports = take;
    for (genvar l = 0; l < Banks; l++) begin : gen_lane
      assign written[l] = turn[(l/PartLanes)*PartWidth+(l%PartLanes)*LaneWidth+WordBits+:StrbW] != '0;
    end
  end else begin : gen_two_turns
    logic [Ports-1:0] offered, served;
    // Which lanes write to which half is known where a part is chosen.
    localparam int unsigned OfferWidth = PartWidth + 2 * PartLanes;
    logic [4*Ports-1:0] needs;
    logic [2*Ports*OfferWidth-1:0] offers;
    logic [3:0] uses;
    logic [4*OfferWidth-1:0] chosen;
    for (genvar i = 0; i < Ports; i++) begin : gen_port
      logic [Banks-1:0] even, odd;  // lanes that write to the half
      logic [3:0] parts;
      for (genvar l = 0; l < Banks; l++) begin : gen_lane
        localparam int unsigned At = i * Width + (l / PartLanes) * PartWidth + (l % PartLanes) * LaneWidth;
        logic writes, is_odd;
        assign writes  = operations[At+WordBits+:StrbW] != '0;
        assign is_odd  = ^operations[At+WordBits+StrbW+:RowW];
        assign even[l] = writes && !is_odd;
        assign odd[l]  = writes && is_odd;
      end
      // Where lanes cannot change places a half takes the lower and the upper ones of one operation.
      if (NumScatters > 0) begin : gen_parts
        assign parts = {odd[Banks-1:PartLanes] != '0, odd[PartLanes-1:0] != '0, even[Banks-1:PartLanes] != '0, even[PartLanes-1:0] != '0};
      end else begin : gen_rows
        assign parts = {{2{odd != '0}}, {2{even != '0}}};
      end
      stream_register #(
          .Width(4 + 2 * OfferWidth)
      ) u_offer (
          .clk_i,
          .rst_i,
          .in_valid_i (valid[i]),
          .in_ready_o (ready[i]),
          .in_data_i  ({parts, odd[Banks-1:PartLanes], even[Banks-1:PartLanes], operations[i*Width+PartWidth+:PartWidth],
                        odd[PartLanes-1:0], even[PartLanes-1:0], operations[i*Width+:PartWidth]}),
          .out_valid_o(offered[i]),
          .out_ready_i(served[i]),
          .out_data_o ({needs[4*i+:4], offers[2*i*OfferWidth+:2*OfferWidth]})
      );
    end
    two_turns #(
        .Width    (OfferWidth),
        .NumInputs(Ports),
        .After    (After)
    ) u_turns (
        .clk_i,
        .rst_i,
        .in_valid_i (offered),
        .in_ready_o (served),
        .in_needs_i (needs),
        .in_data_i  (offers),
        .out_valid_o(fire),
        .out_ready_i(writes_ready),
        .out_ports_o(ports),
        .out_uses_o (uses),
        .out_data_o (chosen)
    );
    for (genvar place = 0; place < 4; place++) begin : gen_place
      logic [PartLanes-1:0] even, odd;
      assign {odd, even, turn[place*PartWidth+:PartWidth]} = chosen[place*OfferWidth+:OfferWidth];
      assign written[place*PartLanes+:PartLanes] = !uses[place] ? '0 : place < 2 ? even : odd;
    end
  end

  // A turn begins in both halves at once, and is done when both are: so acknowledgements keep the order of requests.
  logic [Halves-1:0] halves_ready, done, all_done, done_before_q;
  assign writes_ready = &halves_ready;
  for (genvar h = 0; h < Halves; h++) begin : gen_half
    logic [Banks*LaneW-1:0] banks;
    logic [Banks*LaneWidth-1:0] lanes, writes;
    for (genvar p = 0; p < 2; p++) begin : gen_part
      assign {banks[p*PartLanes*LaneW+:PartLanes*LaneW], lanes[p*PartLanes*LaneWidth+:PartLanes*LaneWidth]} = turn[(2*h+p)*PartWidth+:PartWidth];
    end
    bank_writes #(
        .LaneWidth(LaneWidth),
        .Banks    (Banks),
        .Crossed  (NumScatters > 0)
    ) u_writes (
        .clk_i,
        .rst_i,
        .in_valid_i(fire & writes_ready),
        .in_ready_o(halves_ready[h]),
        .in_waits_i(written[h*Banks+:Banks]),
        .in_banks_i(banks),
        .in_lanes_i(lanes),
        .done_o    (done[h]),
        .wr_valid_o(wr_valid_o[h*Banks+:Banks]),
        .wr_lanes_o(writes)
    );
    for (genvar b = 0; b < Banks; b++) begin : gen_bank
      localparam int unsigned B = h * Banks + b;
      logic [RowW-1:0] row;
      assign {row, wr_strb_o[B*StrbW+:StrbW], wr_data_o[B*WordBits+:WordBits]} = writes[b*LaneWidth+:LaneWidth];
      assign wr_addr_o[B*HalfRowW+:HalfRowW] = HalfRowW'(row >> (Halves - 1));
    end
  end

  logic [Ports-1:0] ports_q, ports_done;
  delay_line #(
      .Width  (Ports),
      .Latency(NumScatters > 0 ? 2 : 0)
  ) u_ports (
      .clk_i,
      .data_i(ports_q),
      .data_o(ports_done)
  );
  assign all_done = done | done_before_q;
  assign finished = &all_done ? ports_done : '0;
  always_ff @(posedge clk_i) begin
    if (writes_ready) ports_q <= ports;
    done_before_q <= &all_done || rst_i ? '0 : all_done;
  end
endmodule
