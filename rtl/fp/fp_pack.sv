// SPDX-License-Identifier: Apache-2.0
// Rounds to nearest even and packs. Combinational. Exponent and fraction form one integer, so a carry out of the
// fraction moves to the next exponent (subnormal to normal, largest to infinity) by itself.
// `nan_i` gives the one quiet NaN all operators produce: sign 0, leading fraction bit 1, rest 0. Then `inf_i`, then `zero_i`.
module fp_pack #(
    parameter int unsigned ExpW = 8,
    parameter int unsigned SigW = 24
) (
    input  logic                 sign_i,
    input  logic [ExpW:0]        exponent_i,  // biased; 0 for a subnormal; beyond the format: infinity
    input  logic [SigW-2:0]      fraction_i,
    input  logic                 guard_i,     // first bit below the fraction
    input  logic                 sticky_i,    // any bit below that
    input  logic                 nan_i,
    input  logic                 inf_i,
    input  logic                 zero_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam logic [ExpW+SigW-2:0] Infinity = {{ExpW{1'b1}}, (SigW-1)'(0)};
  localparam logic [ExpW+SigW-1:0] QuietNan = {1'b0, {ExpW{1'b1}}, 1'b1, (SigW-2)'(0)};
  logic round_up;
  logic [ExpW+SigW-1:0] magnitude;
  assign round_up = guard_i & (sticky_i | fraction_i[0]);
  assign magnitude = {exponent_i, fraction_i} + (ExpW+SigW)'(round_up);

  always_comb begin
    if (nan_i) result_o = QuietNan;
    else if (inf_i || magnitude >= {1'b0, Infinity}) result_o = {sign_i, Infinity};
    else if (zero_i) result_o = {sign_i, (ExpW+SigW-1)'(0)};
    else result_o = {sign_i, magnitude[ExpW+SigW-2:0]};
  end
endmodule
