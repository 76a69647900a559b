// SPDX-License-Identifier: Apache-2.0
// A word of four, by the binary number `select_i` (a first); with `modify_i` its complement, or zero if Clear is set. Combinational. An iCE40 has look-up
// tables only.
module mux4 #(
    parameter int unsigned Width = 24,
    parameter bit Clear = 1'b0
) (
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    input  logic [Width-1:0] c_i,
    input  logic [Width-1:0] d_i,
    input  logic [1:0]       select_i,
    input  logic             modify_i,
    output logic [Width-1:0] result_o
);
  logic [Width-1:0] chosen;
  assign chosen = select_i[1] ? (select_i[0] ? d_i : c_i) : (select_i[0] ? b_i : a_i);
  assign result_o = Clear ? chosen & ~{Width{modify_i}} : chosen ^ {Width{modify_i}};
endmodule
