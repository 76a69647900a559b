// SPDX-License-Identifier: Apache-2.0
// A word of four, by the binary number `select_i` (a first); with `modify_i` its complement, or zero if Clear is set. Combinational.
// A bit takes the two look-up tables of a slice and the multiplexer between them; mapping by abc9 knows no such cell of seven inputs,
// and takes four tables where it wants one level. `keep` hides the cell from it: the output of a table may go nowhere but into its
// multiplexer.
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
  localparam logic [15:0] Table = Clear ? 16'h00ca : 16'h35ca;  // (C ? B : A) & ~D, or ^ D
  for (genvar i = 0; i < Width; i++) begin : gen_bit
    logic low, high;
    LUT4 #(.INIT(Table)) u_low (.A(a_i[i]), .B(b_i[i]), .C(select_i[0]), .D(modify_i), .Z(low));
    LUT4 #(.INIT(Table)) u_high (.A(c_i[i]), .B(d_i[i]), .C(select_i[0]), .D(modify_i), .Z(high));
    (* keep *) PFUMX u_mux (.ALUT(high), .BLUT(low), .C0(select_i[1]), .Z(result_o[i]));
  end
endmodule
