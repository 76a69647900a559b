// SPDX-License-Identifier: Apache-2.0
// Rounds and packs: {exponent, fraction} + round, where the exponent lacks the one of a hidden bit. Combinational.
// With a carry (the significand's top bit) the fraction is taken one place higher and the exponent is one more. A carry
// out of the fraction moves to the next exponent by itself.
// One carry chain whose LUT4 also select the fraction and gate the hidden bit: logic synthesis puts those into LUT4 of their own.
module round_adder #(
    parameter int unsigned ExpW  = 8,
    parameter int unsigned FracW = 23
) (
    input  logic [ExpW-1:0]       exponent_i,
    input  logic [FracW+1:0]      significand_i,  // carry, hidden bit, fraction
    input  logic                  round_i,
    output logic [ExpW+FracW-1:0] sum_o           // modulo 2^(ExpW+FracW)
);
  localparam int unsigned SumW = ExpW + FracW;
  localparam int unsigned Cells = (SumW + 1) / 2;
  // With D = 1 a position's sum is INIT[15:8], and with D = C = 0, INIT[3:0], its carry where the sum is 0.
  localparam logic [15:0] Select = 16'hca00;    // C ? B : A
  localparam logic [15:0] AddGated = 16'ha608;  // A + (B and not C)
  localparam logic [15:0] Add = 16'h6608;       // A + B
  localparam logic [15:0] Pass = 16'haa00;      // A

  logic carry;
  logic [2*Cells-1:0] a, b, sum;
  logic [Cells:0] chain;
  assign carry = significand_i[FracW+1];
  assign a = (2*Cells)'({exponent_i, significand_i[FracW-1:0]});
  // Above the fraction: the hidden bit, then the carry.
  assign b = (2*Cells)'({carry, significand_i[FracW], significand_i[FracW:1]});
  assign chain[0] = round_i;
  for (genvar i = 0; i < Cells; i++) begin : gen_cell
    localparam int unsigned First = 2 * i;
    localparam int unsigned Second = 2 * i + 1;
    CCU2C #(
        .INIT0(First < FracW ? Select : First == FracW ? AddGated : First == FracW + 1 ? Add : Pass),
        .INIT1(Second < FracW ? Select : Second == FracW ? AddGated : Second == FracW + 1 ? Add : Pass),
        .INJECT1_0("NO"), .INJECT1_1("NO")
    ) u_cell (
        .CIN(chain[i]), .A0(a[First]), .B0(b[First]), .C0(carry), .D0(1'b1), .A1(a[Second]), .B1(b[Second]), .C1(carry), .D1(1'b1),
        .S0(sum[First]), .S1(sum[Second]), .COUT(chain[i+1])
    );
  end
  assign sum_o = sum[SumW-1:0];
  logic unused_end;
  assign unused_end = ^{chain[Cells], sum};
endmodule
