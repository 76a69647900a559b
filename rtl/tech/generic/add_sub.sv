// SPDX-License-Identifier: Apache-2.0
// a + b while `add_i` is set, otherwise a - b; with Complement b_i is the complement of b. Combinational.
// Behavioural form, for families whose synthesis finds the carry chain.
module add_sub #(
    parameter int unsigned Width      = 8,
    parameter bit          Complement = 1'b0
) (
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    input  logic             add_i,
    output logic [Width-1:0] sum_o
);
  assign sum_o = a_i + (b_i ^ {Width{add_i == Complement}}) + Width'(!add_i);
endmodule
