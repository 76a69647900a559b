// SPDX-License-Identifier: Apache-2.0
// Rounds and packs. Combinational. Exponent and fraction form one integer, so a carry out of the
// fraction moves to the next exponent (subnormal to normal, largest to infinity) by itself.
// `nan_i` gives the one quiet NaN all operators produce: sign 0, leading fraction bit 1, rest 0. Then `inf_i`, then
// `zero_i`.
// Rounding: 0 nearest even, 2 toward zero, 3 up, 4 down. Without Subnormals what has exponent 0 becomes zero, before
// rounding.
module fp_pack #(
    parameter int unsigned ExpW       = 8,
    parameter int unsigned SigW       = 24,
    parameter int unsigned Rounding   = 0,
    parameter bit          Subnormals = 1'b1
) (
    input  logic                 sign_i,
    input  logic [ExpW:0]        exponent_i,  // biased; 0 for a subnormal; beyond the format: overflow
    input  logic [SigW-2:0]      fraction_i,
    input  logic                 guard_i,     // first bit below the fraction
    input  logic                 sticky_i,    // any bit below that
    input  logic                 nan_i,
    input  logic                 inf_i,       // exactly infinite
    input  logic                 zero_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam logic [ExpW+SigW-2:0] Infinity = {{ExpW{1'b1}}, (SigW-1)'(0)};
  localparam logic [ExpW+SigW-1:0] QuietNan = {1'b0, {ExpW{1'b1}}, 1'b1, (SigW-2)'(0)};
  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_pack: Rounding is 0, 2, 3 or 4");
  end

  logic away;  // does this mode round results of this sign away from zero?
  assign away = (Rounding == 3 && !sign_i) || (Rounding == 4 && sign_i);
  logic round_up, zero, overflows;
  logic [ExpW+SigW-2:0] magnitude, overflow;
  assign round_up = Rounding == 0 ? guard_i & (sticky_i | fraction_i[0]) : away & (guard_i | sticky_i);
  assign magnitude = {exponent_i[ExpW-1:0], fraction_i} + (ExpW+SigW-1)'(round_up);
  assign overflow = Rounding == 0 || away ? Infinity : Infinity - (ExpW+SigW-1)'(1);
  assign zero = zero_i || (!Subnormals && exponent_i == '0);
  // Beside the adder, not behind it: what rounding up carries to the first exponent beyond the format is Infinity
  // already.
  assign overflows = exponent_i[ExpW] || exponent_i[ExpW-1:0] == '1;

  always_comb begin
    if (nan_i) result_o = QuietNan;
    else if (inf_i) result_o = {sign_i, Infinity};
    else if (zero) result_o = {sign_i, (ExpW+SigW-1)'(0)};
    else if (overflows) result_o = {sign_i, overflow};
    else result_o = {sign_i, magnitude};
  end
endmodule
