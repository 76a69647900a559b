// SPDX-License-Identifier: Apache-2.0
// A word of four, by the binary number `select_i` (a first), complemented with `invert_i`. Combinational. An iCE40 has look-up
// tables only.
module mux4 #(
    parameter int unsigned Width = 24
) (
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    input  logic [Width-1:0] c_i,
    input  logic [Width-1:0] d_i,
    input  logic [1:0]       select_i,
    input  logic             invert_i,
    output logic [Width-1:0] result_o
);
  assign result_o = (select_i[1] ? (select_i[0] ? d_i : c_i) : (select_i[0] ? b_i : a_i)) ^ {Width{invert_i}};
endmodule
