// SPDX-License-Identifier: Apache-2.0
// Which slot of axi_atomics an operation joins: the one that holds its operand. It is compared with all slots in the cycle in which it
// comes, but for the one that the operation before it takes in that cycle, with whose operand it is compared instead. So the slots that
// it hits are in registers when it joins, which may be any number of cycles later. A slot that is freed meanwhile it does not hit.
// A slot is freed when its last operation is answered, unless another one joins it in that cycle.
// Operands are a cell of memory, or words of it. An operation that overlaps a slot without being of its operand is blocked until that is
// free.
// Latency 1. Registered: used_o, cell_o, words_o; hit_o, slot_o and blocked_o are of registers.
module atomic_match #(
    parameter int unsigned NumSlots = 32,
    parameter int unsigned CellW    = 30,
    parameter int unsigned Words    = 1,
    localparam int unsigned SlotW   = $clog2(NumSlots)
) (
    input  logic                clk_i,
    input  logic                rst_i,
    output logic [NumSlots-1:0] used_o,
    // The operation that comes: only if none waits, or it joins.
    input  logic                comes_i,
    input  logic [CellW-1:0]    cell_i,
    input  logic [Words-1:0]    words_i,
    // The one that came last: it joins in this cycle, or waits.
    input  logic                take_i,
    output logic [CellW-1:0]    cell_o,
    output logic [Words-1:0]    words_o,
    output logic                blocked_o,
    output logic                hit_o,
    output logic [SlotW-1:0]    slot_o,       // with hit_o
    // Without hit_o it gets this slot, which is prepared for it whether it takes that or not.
    input  logic                prepare_i,
    input  logic [NumSlots-1:0] free_one_i,
    // Of this slot the last operation is answered.
    input  logic                answered_i,
    input  logic [SlotW-1:0]    answered_slot_i
);
  logic [NumSlots-1:0] frees, freed_q, hits, hits_q, parts, parts_q, before_q;
  logic                behind_q, same_q, part_q, begins;  // the operation before it took a slot; that is of its operand, or of a part
  logic [CellW-1:0]    cell_q[0:NumSlots-1];
  logic [Words-1:0]    words_q[0:NumSlots-1];

  // What two operands in one cell have in common: all, or something.
  function automatic logic [1:0] common(input logic [Words-1:0] a, input logic [Words-1:0] b);
    common = Words == 1 || a == b ? 2'b10 : {1'b0, (a & b) != '0};
  endfunction

  assign hits      = (hits_q & ~freed_q) | (before_q & {NumSlots{same_q}});
  assign parts     = (parts_q & ~freed_q) | (before_q & {NumSlots{part_q}});
  assign hit_o     = (hits_q & ~freed_q) != '0 || (same_q && behind_q);
  assign blocked_o = Words > 1 && ((parts_q & ~freed_q) != '0 || (part_q && behind_q));
  assign begins    = take_i && !hit_o;
  always_comb begin
    slot_o = '0;
    for (int unsigned i = 0; i < NumSlots; i++) if (hits[i]) slot_o = slot_o | SlotW'(i);
    for (int unsigned i = 0; i < NumSlots; i++) frees[i] = answered_i && answered_slot_i == SlotW'(i) && !(take_i && hits[i]);
  end

  always_ff @(posedge clk_i) begin
    hits_q   <= hits;
    parts_q  <= parts;
    freed_q  <= frees;
    before_q <= '0;
    behind_q <= begins;
    if (begins) before_q <= free_one_i;
    if (comes_i) begin
      {cell_o, words_o} <= {cell_i, words_i};
      {same_q, part_q}  <= {2{cell_i == cell_o}} & common(words_i, words_o);
      for (int unsigned i = 0; i < NumSlots; i++)
        {hits_q[i], parts_q[i]} <= {2{cell_i == cell_q[i] && used_o[i]}} & common(words_i, words_q[i]);
    end
    for (int unsigned i = 0; i < NumSlots; i++) if (prepare_i && free_one_i[i]) {cell_q[i], words_q[i]} <= {cell_o, words_o};
    used_o <= (used_o & ~frees) | (free_one_i & {NumSlots{begins}});
    if (rst_i) used_o <= '0;
  end
endmodule
