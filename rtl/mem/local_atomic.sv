// SPDX-License-Identifier: Apache-2.0
// Local memory of 32-bit words that stores and atomic operations write. One operation a cycle over all ports, in turns;
// latency from request to acknowledgement or response 4. Reads as local_mem. Every store is a read-modify-write, so there
// is one path to the memory. Registered: ack_valid_o, rsp_*; in_ready_o, at_ready_o depend on the other ports' valids.
// Stages: s0 presents the address, s1 compares it with the operations ahead, s2 has the old word, computes and writes.
module local_atomic #(
    parameter int unsigned Words = 16,
    parameter int unsigned NumReads = 1,
    parameter int unsigned NumWrites = 1,
    parameter int unsigned NumAtomics = 1,  // at least 1
    parameter int unsigned Depth = 5,  // operations of one port under way; 5 or more for full rate
    localparam int unsigned AW = Words > 1 ? $clog2(Words) : 1,
    localparam int unsigned ReadPorts = NumReads > 0 ? NumReads : 1,
    localparam int unsigned WritePorts = NumWrites > 0 ? NumWrites : 1
) (
    input  logic                     clk_i,
    input  logic                     rst_i,
    input  logic [ ReadPorts*AW-1:0] rd_addr_i,
    output logic [ ReadPorts*32-1:0] rd_data_o,
    input  logic [   WritePorts-1:0] in_valid_i,
    output logic [   WritePorts-1:0] in_ready_o,
    input  logic [WritePorts*AW-1:0] in_addr_i,
    input  logic [WritePorts*32-1:0] in_data_i,
    input  logic [ WritePorts*4-1:0] in_strb_i,
    output logic [   WritePorts-1:0] ack_valid_o,
    input  logic [   WritePorts-1:0] ack_ready_i,
    input  logic [   NumAtomics-1:0] at_valid_i,
    output logic [   NumAtomics-1:0] at_ready_o,
    input  logic [NumAtomics*AW-1:0] at_addr_i,
    input  logic [ NumAtomics*6-1:0] at_op_i,
    input  logic [NumAtomics*32-1:0] at_data_i,
    input  logic [NumAtomics*32-1:0] at_cmp_i,
    output logic [   NumAtomics-1:0] rsp_valid_o,
    input  logic [   NumAtomics-1:0] rsp_ready_i,
    output logic [NumAtomics*32-1:0] rsp_data_o
);
  // An operation: {is a store, address, AWATOP or strobes, compare value, data}.
  localparam int unsigned Ports = NumWrites + NumAtomics;
  localparam int unsigned Width = 1 + AW + 6 + 32 + 32;

  logic [Ports-1:0] valid, room, ready, take, port_0q, port_1q, port_2q;
  logic [Ports*Width-1:0] operations;
  logic fire, valid_0q, valid_1q, valid_2q;
  logic [Width-1:0] winner, op_0q, op_1q, op_2q;
  logic [31:0] old;

  for (genvar i = 0; i < NumWrites; i++) begin : gen_write
    assign valid[i] = in_valid_i[i] & room[i];
    assign in_ready_o[i] = ready[i] & room[i];
    assign operations[i*Width+:Width] = {1'b1, in_addr_i[i*AW+:AW], 2'b0, in_strb_i[i*4+:4], 32'b0, in_data_i[i*32+:32]};
    ack_counter #(
        .Depth(Depth)
    ) u_acks (
        .clk_i,
        .rst_i,
        .room_o     (room[i]),
        .take_i     (take[i]),
        .done_i     (port_2q[i]),
        .ack_valid_o(ack_valid_o[i]),
        .ack_ready_i(ack_ready_i[i])
    );
  end
  if (NumWrites == 0) begin : gen_no_write
    logic unused_write;
    assign unused_write = ^{in_valid_i, in_addr_i, in_data_i, in_strb_i, ack_ready_i};
    assign in_ready_o = '0;
    assign ack_valid_o = '0;
  end
  for (genvar i = 0; i < NumAtomics; i++) begin : gen_atomic
    assign valid[NumWrites+i] = at_valid_i[i] & room[NumWrites+i];
    assign at_ready_o[i] = ready[NumWrites+i] & room[NumWrites+i];
    assign operations[(NumWrites+i)*Width+:Width] = {
      1'b0, at_addr_i[i*AW+:AW], at_op_i[i*6+:6], at_cmp_i[i*32+:32], at_data_i[i*32+:32]
    };
    credit_fifo #(
        .Width(32),
        .Depth(Depth)
    ) u_responses (
        .clk_i,
        .rst_i,
        .credit_o (room[NumWrites+i]),
        .reserve_i(take[NumWrites+i]),
        .push_i   (port_2q[NumWrites+i]),
        .data_i   (old),
        .release_i(1'b0),
        .valid_o  (rsp_valid_o[i]),
        .ready_i  (rsp_ready_i[i]),
        .data_o   (rsp_data_o[i*32+:32])
    );
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
      .out_ready_i(1'b1),
      .out_data_o (winner)
  );

  // Operations ahead of the one in s2 whose writes its read did not see: the one before (last) and the one before that.
  logic valid_last_q, from_last_q, from_second_q;
  logic [AW-1:0] addr_0, addr_1, addr_2, addr_last_q;
  logic [31:0] word, word_last_q, word_second_q, computed, mask, written;
  logic is_store;
  logic [5:0] op;
  logic [31:0] compare, data;
  assign addr_0 = op_0q[Width-2-:AW];
  assign addr_1 = op_1q[Width-2-:AW];
  assign {is_store, addr_2, op, compare, data} = op_2q;
  assign old = from_last_q ? word_last_q : from_second_q ? word_second_q : word;
  assign mask = {{8{op[3]}}, {8{op[2]}}, {8{op[1]}}, {8{op[0]}}};
  assign written = is_store ? (old & ~mask) | (data & mask) : computed;

  atomic_alu u_alu (
      .op_i     (op),
      .old_i    (old),
      .data_i   (data),
      .compare_i(compare),
      .new_o    (computed)
  );

  always_ff @(posedge clk_i) begin
    op_0q <= winner;
    op_1q <= op_0q;
    op_2q <= op_1q;
    valid_0q <= fire && !rst_i;
    valid_1q <= valid_0q && !rst_i;
    valid_2q <= valid_1q && !rst_i;
    port_0q <= rst_i ? '0 : take;
    port_1q <= rst_i ? '0 : port_0q;
    port_2q <= rst_i ? '0 : port_1q;
    from_last_q <= valid_2q && addr_1 == addr_2;
    from_second_q <= valid_last_q && addr_1 == addr_last_q;
    valid_last_q <= valid_2q && !rst_i;
    addr_last_q <= addr_2;
    word_last_q <= written;
    word_second_q <= word_last_q;
  end

  // The last read port of the memory belongs to the operations.
  if (NumReads > 0) begin : gen_mem
    local_mem #(
        .WordBits(32),
        .Words   (Words),
        .NumReads(NumReads + 1)
    ) u_mem (
        .clk_i,
        .rd_addr_i ({addr_0, rd_addr_i}),
        .rd_data_o ({word, rd_data_o}),
        .wr_valid_i(valid_2q),
        .wr_addr_i (addr_2),
        .wr_data_i (written),
        .wr_strb_i (4'hf)
    );
  end else begin : gen_mem_no_read
    logic unused_read;
    assign unused_read = ^rd_addr_i;
    assign rd_data_o = '0;
    local_mem #(
        .WordBits(32),
        .Words   (Words),
        .NumReads(1)
    ) u_mem (
        .clk_i,
        .rd_addr_i (addr_0),
        .rd_data_o (word),
        .wr_valid_i(valid_2q),
        .wr_addr_i (addr_2),
        .wr_data_i (written),
        .wr_strb_i (4'hf)
    );
  end
endmodule
