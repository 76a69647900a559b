// SPDX-License-Identifier: Apache-2.0
// Rounds and packs: {exponent, fraction} + round, where the exponent lacks the one of a hidden bit. Combinational. Behavioural form.
// With a carry (the significand's top bit) the fraction is taken one place higher and the exponent is one more. A carry
// out of the fraction moves to the next exponent by itself.
module round_adder #(
    parameter int unsigned ExpW  = 8,
    parameter int unsigned FracW = 23
) (
    input  logic [ExpW-1:0]       exponent_i,
    input  logic [FracW+1:0]      significand_i,  // carry, hidden bit, fraction
    input  logic                  round_i,
    output logic [ExpW+FracW-1:0] sum_o           // modulo 2^(ExpW+FracW)
);
  logic carry, hidden;
  logic [FracW-1:0] fraction;
  assign carry = significand_i[FracW+1];
  assign hidden = significand_i[FracW] & !carry;
  assign fraction = carry ? significand_i[FracW:1] : significand_i[FracW-1:0];
  assign sum_o = {exponent_i, fraction} + (ExpW+FracW)'({carry, hidden, FracW'(0)}) + (ExpW+FracW)'(round_i);
endmodule
