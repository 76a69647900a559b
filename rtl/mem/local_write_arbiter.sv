// SPDX-License-Identifier: Apache-2.0
// Several write sites share the write port of a local_mem, in turns. A port's acknowledgement appears in the first cycle
// in which a read sees its write: latency 2, initiation interval 1 over all ports.
// Registered: wr_*, ack_valid_o. in_ready_o depends on the other ports' in_valid_i.
module local_write_arbiter #(
    parameter int unsigned WordBits = 32,
    parameter int unsigned Words = 16,
    parameter int unsigned NumPorts = 2,
    parameter int unsigned Depth = 4,  // writes of one port not yet acknowledged
    parameter int unsigned Lanes = 1,  // memories that a write addresses, each by itself
    localparam int unsigned AW = Lanes * (Words > 1 ? $clog2(Words) : 1),
    localparam int unsigned StrbW = WordBits / 8
) (
    input  logic                         clk_i,
    input  logic                         rst_i,
    input  logic [         NumPorts-1:0] in_valid_i,
    output logic [         NumPorts-1:0] in_ready_o,
    input  logic [      NumPorts*AW-1:0] in_addr_i,
    input  logic [NumPorts*WordBits-1:0] in_data_i,
    input  logic [   NumPorts*StrbW-1:0] in_strb_i,
    output logic [         NumPorts-1:0] ack_valid_o,
    input  logic [         NumPorts-1:0] ack_ready_i,
    output logic                         wr_valid_o,
    output logic [               AW-1:0] wr_addr_o,
    output logic [         WordBits-1:0] wr_data_o,
    output logic [            StrbW-1:0] wr_strb_o
);
  localparam int unsigned Width = AW + StrbW + WordBits;

  logic [NumPorts-1:0] room, take, done_q;
  logic [NumPorts-1:0] ready;
  logic [NumPorts*Width-1:0] packed_in;
  logic fire, wr_valid_q;
  logic [Width-1:0] winner, write_q;

  assign in_ready_o = ready & room;
  assign take = in_valid_i & in_ready_o;
  for (genvar i = 0; i < NumPorts; i++) begin : gen_port
    assign packed_in[i*Width+:Width] = {
      in_addr_i[i*AW+:AW], in_strb_i[i*StrbW+:StrbW], in_data_i[i*WordBits+:WordBits]
    };
    ack_counter #(
        .Depth(Depth)
    ) u_acks (
        .clk_i,
        .rst_i,
        .room_o     (room[i]),
        .take_i     (take[i]),
        .done_i     (done_q[i]),
        .ack_valid_o(ack_valid_o[i]),
        .ack_ready_i(ack_ready_i[i])
    );
  end

  stream_merge #(
      .Width     (Width),
      .NumInputs (NumPorts),
      .RoundRobin(1)
  ) u_merge (
      .clk_i,
      .rst_i,
      .in_valid_i (in_valid_i & room),
      .in_ready_o (ready),
      .in_data_i  (packed_in),
      .out_valid_o(fire),
      .out_ready_i(1'b1),
      .out_data_o (winner)
  );

  assign wr_valid_o = wr_valid_q;
  assign {wr_addr_o, wr_strb_o, wr_data_o} = write_q;
  always_ff @(posedge clk_i) begin
    write_q <= winner;
    wr_valid_q <= fire && !rst_i;
    done_q <= rst_i ? '0 : take;
  end
endmodule
