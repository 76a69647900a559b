// SPDX-License-Identifier: Apache-2.0
// Writes of the operands of axi_atomics: those of one line that come one after another are one write, of their words only. It waits for
// an operand that is offered and probably joins it (soon_i), and leaves at once otherwise.
// Latency 1. Registered: the request; wr_valid_o is of registers and soon_i.
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
    input  logic                   soon_i,       // with in_valid_i
    input  logic                   in_valid_i,
    output logic                   in_ready_o,
    input  logic [SlotW-1:0]       in_slot_i,
    input  logic [CellW-1:0]       in_cell_i,
    input  logic [Words-1:0]       in_words_i,   // of the cell
    input  logic [OperandBits-1:0] in_data_i,    // a single word twice
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
  // The line that is put together; behind it the first operand of the next one, while there is one.
  logic                   open_q, ready_q, may_hold_q, holds, joins, begins, load, may_join;
  logic [SlotW-1:0]       next_slot_q;
  logic [CellW-1:0]       next_cell_q, own_cell;
  logic [Words-1:0]       next_words_q, words;
  logic [OperandBits-1:0] next_data_q, data;
  assign in_ready_o = ready_q;
  assign holds      = may_hold_q && soon_i && may_join;
  assign wr_valid_o = open_q && !holds;
  assign joins      = in_valid_i && holds && in_cell_i[CellW-1-:LineW] == wr_line_o;
  assign begins     = in_valid_i && ready_q && !joins;
  assign load       = !open_q || (wr_valid_o && wr_ready_i);
  assign own_cell   = ready_q ? in_cell_i : next_cell_q;
  assign words      = ready_q ? in_words_i : next_words_q;
  assign data       = ready_q ? in_data_i : next_data_q;

  always_ff @(posedge clk_i) begin
    // An operand came, none waits, and the line has not been offered.
    may_hold_q <= load ? begins || !ready_q : joins;
    if (load) begin
      open_q    <= begins || !ready_q;
      ready_q   <= 1'b1;
      wr_slot_o <= ready_q ? in_slot_i : next_slot_q;
      wr_line_o <= own_cell[CellW-1-:LineW];
    end else if (begins) ready_q <= 1'b0;
    if (ready_q) {next_slot_q, next_cell_q, next_words_q, next_data_q} <= {in_slot_i, in_cell_i, in_words_i, in_data_i};
    for (int c = 0; c < Cells; c++) begin
      if (load) wr_words_o[c*Words+:Words] <= own_cell[LaneW-1:0] == LaneW'(c) ? words : '0;
      else if (joins && own_cell[LaneW-1:0] == LaneW'(c)) wr_words_o[c*Words+:Words] <= wr_words_o[c*Words+:Words] | words;
    end
    // Words that are not written are of any value: an operand that might join comes there before it is compared.
    for (int w = 0; w < LineBits / 32; w++)
      if (load || (holds && own_cell[LaneW-1:0] == LaneW'(w / Words) && words[w%Words] && !wr_words_o[w])) wr_data_o[w*32+:32] <= data[w%Words*32+:32];
    if (rst_i) begin
      open_q     <= 1'b0;
      ready_q    <= 1'b1;
      may_hold_q <= 1'b0;
    end
  end

  slot_groups #(
      .NumSlots(NumSlots),
      .Width   (2)
  ) u_groups (
      .clk_i,
      .rst_i,
      .push_i     (begins),
      .join_i     (joins),
      .slot_i     (in_slot_i),
      .may_join_o (may_join),
      .rsp_valid_i(wr_rsp_valid_i),
      .rsp_slot_i (wr_rsp_slot_i),
      .rsp_data_i (wr_rsp_resp_i),
      .rsp_valid_o,
      .rsp_slot_o,
      .rsp_data_o (rsp_resp_o)
  );
endmodule
