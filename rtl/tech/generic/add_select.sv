// SPDX-License-Identifier: Apache-2.0
// a + (select ? c : b) + carry, as wide as the operands. Combinational. Behavioural: what simulation uses, and families whose
// carry chain has no room for the multiplexer.
module add_select #(
    parameter int unsigned Width = 24
) (
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    input  logic [Width-1:0] c_i,
    input  logic             select_i,
    input  logic             carry_i,
    output logic [Width-1:0] sum_o
);
  // The carry enters through a bit of its own: one chain, where three operands might become two.
  logic unused_low;
  assign {sum_o, unused_low} = {a_i, 1'b1} + {select_i ? c_i : b_i, carry_i};
endmodule
