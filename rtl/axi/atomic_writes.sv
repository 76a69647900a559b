// SPDX-License-Identifier: Apache-2.0
// Writes of the operands of axi_atomics: those of one line that come one after another are one write, of their words only. An operand
// is taken, and compared with the one before it, in one cycle, and begins or joins a line in the next. A line leaves at once unless one
// joins it: it never waits for what may come.
// Latency 2. Registered: in_ready_o (of two registers), the request; wr_valid_o is of registers.
module atomic_writes #(
    parameter int unsigned NumSlots    = 32,
    parameter int unsigned CellW       = 30,   // of an address
    parameter int unsigned LineBits    = 512,
    parameter int unsigned OperandBits = 32,
    localparam int unsigned SlotW      = $clog2(NumSlots),
    localparam int unsigned Words      = OperandBits / 32,
    localparam int unsigned Cells      = LineBits / OperandBits,
    localparam int unsigned LaneW      = $clog2(Cells),
    localparam int unsigned LineW      = CellW - LaneW
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic                   in_valid_i,
    output logic                   in_ready_o,
    input  logic [SlotW-1:0]       in_slot_i,
    input  logic [CellW-1:0]       in_cell_i,
    input  logic [Words-1:0]       in_words_i,   // of the cell
    input  logic [OperandBits-1:0] in_data_i,    // a single word twice
    output logic                   wr_next_o,    // there is a line in the next cycle
    output logic                   wr_valid_o,
    input  logic                   wr_ready_i,
    output logic [SlotW-1:0]       wr_slot_o,
    output logic [LineW-1:0]       wr_line_o,
    output logic [LineBits/32-1:0] wr_words_o,
    output logic [LineBits-1:0]    wr_data_o,
    input  logic                   wr_rsp_valid_i,
    input  logic [SlotW-1:0]       wr_rsp_slot_i,
    input  logic [1:0]             wr_rsp_resp_i,
    output logic                   rsp_valid_o,
    output logic [SlotW-1:0]       rsp_slot_o,
    output logic [1:0]             rsp_resp_o
);
  // ---- The operand that was taken last.
  logic                   taken_q, same_q;  // it waits here; it lies on the line of the one before it
  logic [SlotW-1:0]       taken_slot_q;
  logic [CellW-1:0]       taken_cell_q;
  logic [Words-1:0]       taken_words_q;
  logic [OperandBits-1:0] taken_data_q;
  assign in_ready_o = !taken_q || ready_q;
  always_ff @(posedge clk_i) begin
    if (in_ready_o) taken_q <= in_valid_i;
    if (in_valid_i && in_ready_o) begin
      same_q <= in_cell_i[CellW-1-:LineW] == taken_cell_q[CellW-1-:LineW];
      {taken_slot_q, taken_cell_q, taken_words_q, taken_data_q} <= {in_slot_i, in_cell_i, in_words_i, in_data_i};
    end
    if (rst_i) taken_q <= 1'b0;
  end

  // ---- The line that is put together; behind it the first operand of the next one, while there is one.
  logic                   open_q, ready_q, may_join_q, joins, begins, load, has_room;
  logic [SlotW-1:0]       next_slot_q;
  logic [CellW-1:0]       next_cell_q, own_cell;
  logic [Words-1:0]       next_words_q, words;
  logic [OperandBits-1:0] next_data_q, data;
  // may_join_q: the operand before came to the line in the last cycle, and none waits.
  assign joins      = taken_q && same_q && may_join_q && has_room;
  assign begins     = taken_q && ready_q && !joins;
  assign wr_valid_o = open_q && !joins;
  assign load       = !open_q || (wr_valid_o && wr_ready_i);
  assign wr_next_o  = begins || !ready_q || !load;
  assign own_cell   = ready_q ? taken_cell_q : next_cell_q;
  assign words      = ready_q ? taken_words_q : next_words_q;
  assign data       = ready_q ? taken_data_q : next_data_q;

  always_ff @(posedge clk_i) begin
    may_join_q <= load ? begins || !ready_q : joins;
    open_q     <= wr_next_o;
    if (load) begin
      ready_q   <= 1'b1;
      wr_slot_o <= ready_q ? taken_slot_q : next_slot_q;
      wr_line_o <= own_cell[CellW-1-:LineW];
    end else if (begins) ready_q <= 1'b0;
    if (ready_q) {next_slot_q, next_cell_q, next_words_q, next_data_q} <= {taken_slot_q, taken_cell_q, taken_words_q, taken_data_q};
    for (int c = 0; c < Cells; c++) begin
      if (load) wr_words_o[c*Words+:Words] <= own_cell[LaneW-1:0] == LaneW'(c) ? words : '0;
      else if (joins && taken_cell_q[LaneW-1:0] == LaneW'(c)) wr_words_o[c*Words+:Words] <= wr_words_o[c*Words+:Words] | taken_words_q;
    end
    // Words that are not written are of any value.
    for (int w = 0; w < LineBits / 32; w++)
      if (load || (joins && taken_cell_q[LaneW-1:0] == LaneW'(w / Words) && taken_words_q[w%Words])) wr_data_o[w*32+:32] <= data[w%Words*32+:32];
    if (rst_i) begin
      open_q     <= 1'b0;
      ready_q    <= 1'b1;
      may_join_q <= 1'b0;
    end
  end

  logic             more_valid;
  logic [SlotW-1:0] more_slot;
  logic [1:0]       more_resp;
  slot_groups #(
      .NumSlots(NumSlots),
      .Width   (2)
  ) u_groups (
      .clk_i,
      .rst_i,
      .push_i      (begins),
      .join_i      (joins),
      .slot_i      (taken_slot_q),
      .may_join_o  (has_room),
      .rsp_valid_i (wr_rsp_valid_i),
      .rsp_slot_i  (wr_rsp_slot_i),
      .rsp_data_i  (wr_rsp_resp_i),
      .more_valid_o(more_valid),
      .more_slot_o (more_slot),
      .more_data_o (more_resp)
  );
  assign rsp_valid_o              = wr_rsp_valid_i || more_valid;
  assign {rsp_slot_o, rsp_resp_o} = wr_rsp_valid_i ? {wr_rsp_slot_i, wr_rsp_resp_i} : {more_slot, more_resp};
endmodule
