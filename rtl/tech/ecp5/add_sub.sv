// SPDX-License-Identifier: Apache-2.0
// a + b while `add_i` is set, otherwise a - b; with Complement b_i is the complement of b. Combinational.
// One carry cell (CCU2C) for two bits, the inversion in its function tables: from an expression Yosys makes a table more for each bit.
module add_sub #(
    parameter int unsigned Width      = 8,
    parameter bit          Complement = 1'b0
) (
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    input  logic             add_i,
    output logic [Width-1:0] sum_o
);
  // Before the least significant bit one place that generates the carry of a subtraction.
  localparam int unsigned Cells = Width / 2 + 1;
  localparam logic [15:0] Table = Complement ? 16'h96aa : 16'h69aa;
  logic [2*Cells-1:0] a, b, sum;
  logic [Cells:0] carry;
  assign a = (2 * Cells)'({a_i, add_i});
  assign b = (2 * Cells)'({b_i, 1'b0});
  assign carry[0] = 1'b0;
  for (genvar i = 0; i < Cells; i++) begin : gen_cell
    // Propagates where a differs from b or its complement, otherwise generates a. 0005: generates the complement of a.
    CCU2C #(
        .INIT0(i == 0 ? 16'h0005 : Table), .INIT1(Table), .INJECT1_0("NO"), .INJECT1_1("NO")
    ) u_cell (
        .CIN(carry[i]), .COUT(carry[i+1]),
        .A0(a[2*i]), .B0(b[2*i]), .C0(add_i), .D0(1'b1), .S0(sum[2*i]),
        .A1(a[2*i+1]), .B1(b[2*i+1]), .C1(add_i), .D1(1'b1), .S1(sum[2*i+1])
    );
  end
  assign sum_o = sum[Width:1];
  logic unused_end;
  assign unused_end = ^{carry, sum};
endmodule
