// SPDX-License-Identifier: Apache-2.0
// Local memory that stores and atomic operations write. One operation a cycle over all ports, in turns;
// latency from request to acknowledgement or response 5. Reads as local_mem. Every store is a read-modify-write, so there
// is one path to the memory. Registered: ack_valid_o, rsp_*; in_ready_o, at_ready_o depend on the other ports' valids.
// An atomic operation is on 32 bits of a word, at_addr_i counting these, or with AtomicBits = 64 and at_wide_i on an aligned 64;
// operands of 32 bits lie in the upper half of 64 then, and answers in the lower half.
// Stages: s0 presents the address, s1 compares it with the operations ahead, s2 has the old word and computes, s3 writes and answers.
module local_atomic #(
    parameter int unsigned WordBits = 32,  // at least AtomicBits
    parameter int unsigned AtomicBits = 32,  // of the widest operand: 32 or 64
    parameter int unsigned Words = 16,
    parameter int unsigned NumReads = 1,
    parameter int unsigned NumWrites = 1,
    parameter int unsigned NumAtomics = 1,  // at least 1
    parameter int unsigned Depth = 6,  // operations of one port under way; 6 or more for full rate
    parameter int unsigned Ops = 1023,  // that come, as atomic_alu's
    localparam int unsigned AW = Words > 1 ? $clog2(Words) : 1,
    localparam int unsigned LaneW = $clog2(WordBits / 32),
    localparam int unsigned AtAW = AW + LaneW,
    localparam int unsigned ReadPorts = NumReads > 0 ? NumReads : 1,
    localparam int unsigned WritePorts = NumWrites > 0 ? NumWrites : 1
) (
    input  logic                     clk_i,
    input  logic                     rst_i,
    input  logic [ ReadPorts*AW-1:0] rd_addr_i,
    output logic [ReadPorts*WordBits-1:0] rd_data_o,
    input  logic [   WritePorts-1:0] in_valid_i,
    output logic [   WritePorts-1:0] in_ready_o,
    input  logic [WritePorts*AW-1:0] in_addr_i,
    input  logic [WritePorts*WordBits-1:0] in_data_i,
    input  logic [WritePorts*WordBits/8-1:0] in_strb_i,
    output logic [   WritePorts-1:0] ack_valid_o,
    input  logic [   WritePorts-1:0] ack_ready_i,
    input  logic [   NumAtomics-1:0] at_valid_i,
    output logic [   NumAtomics-1:0] at_ready_o,
    input  logic [NumAtomics*AtAW-1:0] at_addr_i,
    input  logic [   NumAtomics-1:0] at_wide_i,
    input  logic [ NumAtomics*6-1:0] at_op_i,
    input  logic [NumAtomics*AtomicBits-1:0] at_data_i,
    input  logic [NumAtomics*AtomicBits-1:0] at_cmp_i,
    output logic [   NumAtomics-1:0] rsp_valid_o,
    input  logic [   NumAtomics-1:0] rsp_ready_i,
    output logic [NumAtomics*AtomicBits-1:0] rsp_data_o
);
  // An operation: {is a store, address, control, operands}. Control: strobes, or {is wide, lane, AWATOP}; operands: data, or
  // {compare value, data}.
  localparam int unsigned Ports = NumWrites + NumAtomics;
  localparam int unsigned WordBytes = WordBits / 8;
  localparam int unsigned AtControlW = 6 + LaneW + (AtomicBits == 64 ? 1 : 0);
  localparam int unsigned ControlW = AtControlW > WordBytes ? AtControlW : WordBytes;
  localparam int unsigned OperandsW = 2 * AtomicBits > WordBits ? 2 * AtomicBits : WordBits;
  localparam int unsigned Width = 1 + AW + ControlW + OperandsW;

  logic [Ports-1:0] valid, room, ready, take, port_0q, port_1q, port_2q, port_3q;
  logic [Ports*Width-1:0] operations;
  logic fire, valid_0q, valid_1q, valid_2q;
  logic [Width-1:0] winner, op_0q, op_1q, op_2q;
  logic [WordBits-1:0] old;
  logic [AtomicBits-1:0] answer, answer_q;

  for (genvar i = 0; i < NumWrites; i++) begin : gen_write
    assign valid[i] = in_valid_i[i] & room[i];
    assign in_ready_o[i] = ready[i] & room[i];
    assign operations[i*Width+:Width] = {
      1'b1, in_addr_i[i*AW+:AW], ControlW'(in_strb_i[i*WordBytes+:WordBytes]), OperandsW'(in_data_i[i*WordBits+:WordBits])
    };
    ack_counter #(
        .Depth(Depth)
    ) u_acks (
        .clk_i,
        .rst_i,
        .room_o     (room[i]),
        .take_i     (take[i]),
        .done_i     (port_3q[i]),
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
    logic [AtAW-1:0] at_addr;
    logic [AtControlW-1:0] control;
    assign at_addr = at_addr_i[i*AtAW+:AtAW];
    // Written so that a word of 32 bits has no lane, and operands of 32 bits no width.
    assign control = AtControlW'({at_wide_i[i], (LaneW + 6)'({at_addr, at_op_i[i*6+:6]})});
    assign operations[(NumWrites+i)*Width+:Width] = {
      1'b0, at_addr[AtAW-1-:AW], ControlW'(control), OperandsW'({at_cmp_i[i*AtomicBits+:AtomicBits], at_data_i[i*AtomicBits+:AtomicBits]})
    };
    credit_fifo #(
        .Width(AtomicBits),
        .Depth(Depth)
    ) u_responses (
        .clk_i,
        .rst_i,
        .credit_o (room[NumWrites+i]),
        .reserve_i(take[NumWrites+i]),
        .push_i   (port_3q[NumWrites+i]),
        .data_i   (answer_q),
        .release_i(1'b0),
        .valid_o  (rsp_valid_o[i]),
        .ready_i  (rsp_ready_i[i]),
        .data_o   (rsp_data_o[i*AtomicBits+:AtomicBits])
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

  // Operations ahead of the one in s2 whose writes its read did not see: the one before (last), and the two before that, of whose words
  // the later one is chosen while the operation is in s1.
  logic valid_last_q, valid_second_q, from_last_q, from_second, from_earlier_q;
  logic [AW-1:0] addr_0, addr_1, addr_2, addr_last_q, addr_second_q;
  logic [WordBits-1:0] word, word_last_q, word_second_q, word_earlier_q, written;
  logic is_store;
  logic [ControlW-1:0] control;
  logic [OperandsW-1:0] operands;
  assign addr_0 = op_0q[Width-2-:AW];
  assign addr_1 = op_1q[Width-2-:AW];
  assign {is_store, addr_2, control, operands} = op_2q;
  assign from_second = valid_last_q && addr_1 == addr_last_q;
  assign old = from_last_q ? word_last_q : from_earlier_q ? word_earlier_q : word;

  // What the atomic operation finds in its cell, the AtomicBits in which its operand lies, and leaves there.
  logic [AtomicBits-1:0] cell_old, value, computed, cell_new;
  logic [WordBits-1:0] updated;
  atomic_alu #(
      .Width(AtomicBits),
      .Ops  (Ops)
  ) u_alu (
      .op_i     (control[5:0]),
      .old_i    (value),
      .data_i   (operands[AtomicBits-1:0]),
      .compare_i(operands[2*AtomicBits-1-:AtomicBits]),
      .new_o    (computed)
  );
  if (AtomicBits == 32) begin : gen_words
    assign value    = cell_old;
    assign answer   = cell_old;
    assign cell_new = computed;
  end else begin : gen_pairs
    // A single word is computed with in the upper half, with zeros below.
    logic wide, high;
    assign wide     = control[AtControlW-1];
    assign high     = control[6];
    assign value    = wide ? cell_old : {high ? cell_old[63:32] : cell_old[31:0], 32'b0};
    assign answer   = wide ? cell_old : {32'b0, value[63:32]};
    assign cell_new = wide ? computed : high ? {computed[63:32], cell_old[31:0]} : {cell_old[63:32], computed[63:32]};
  end
  if (WordBits == AtomicBits) begin : gen_one_cell
    assign cell_old = old;
    assign updated  = cell_new;
  end else begin : gen_cells
    localparam int unsigned CellW = $clog2(WordBits / AtomicBits);
    logic [CellW-1:0] index;
    assign index    = control[6+LaneW-1-:CellW];
    assign cell_old = old[index*AtomicBits+:AtomicBits];
    for (genvar c = 0; c < WordBits / AtomicBits; c++) begin : gen_cell
      assign updated[c*AtomicBits+:AtomicBits] = index == CellW'(c) ? cell_new : old[c*AtomicBits+:AtomicBits];
    end
  end
  for (genvar b = 0; b < WordBytes; b++) begin : gen_byte
    assign written[b*8+:8] = !is_store ? updated[b*8+:8] : control[b] ? operands[b*8+:8] : old[b*8+:8];
  end

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
    port_3q <= rst_i ? '0 : port_2q;
    answer_q <= answer;
    from_last_q <= valid_2q && addr_1 == addr_2;
    from_earlier_q <= from_second || (valid_second_q && addr_1 == addr_second_q);
    word_earlier_q <= from_second ? word_last_q : word_second_q;
    valid_last_q <= valid_2q && !rst_i;
    valid_second_q <= valid_last_q && !rst_i;
    addr_last_q <= addr_2;
    addr_second_q <= addr_last_q;
    word_last_q <= written;
    word_second_q <= word_last_q;
  end

  // The last read port of the memory belongs to the operations.
  if (NumReads > 0) begin : gen_mem
    local_mem #(
        .WordBits(WordBits),
        .Words   (Words),
        .NumReads(NumReads + 1)
    ) u_mem (
        .clk_i,
        .rd_addr_i ({addr_0, rd_addr_i}),
        .rd_data_o ({word, rd_data_o}),
        .wr_valid_i(valid_last_q),
        .wr_addr_i (addr_last_q),
        .wr_data_i (word_last_q),
        .wr_strb_i ('1)
    );
  end else begin : gen_mem_no_read
    logic unused_read;
    assign unused_read = ^rd_addr_i;
    assign rd_data_o = '0;
    local_mem #(
        .WordBits(WordBits),
        .Words   (Words),
        .NumReads(1),
        .OldData (1'b0)  // forwarded
    ) u_mem (
        .clk_i,
        .rd_addr_i (addr_0),
        .rd_data_o (word),
        .wr_valid_i(valid_last_q),
        .wr_addr_i (addr_last_q),
        .wr_data_i (word_last_q),
        .wr_strb_i ('1)
    );
  end
endmodule
