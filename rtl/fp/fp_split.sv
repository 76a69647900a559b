// SPDX-License-Identifier: Apache-2.0
// a = fraction * 2^exponent with the fraction in [0.5, 1) and of a's sign (frexp). Zeros and infinities give themselves
// and exponent 0, a NaN the canonical NaN and 0.
// Latency cycles, initiation interval 1. Registers spread over normalising subnormal operands; the last is the output.
module fp_split #(
    parameter int unsigned ExpW    = 8,
    parameter int unsigned SigW    = 24,
    parameter int unsigned Latency = 2
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    output logic [ExpW+SigW-1:0] fraction_o,
    output logic [31:0]          exponent_o
);
  localparam int unsigned W = ExpW + SigW;
  localparam int unsigned Bias = (1 << (ExpW - 1)) - 1;
  localparam int unsigned Levels = $clog2(SigW);
  localparam int unsigned AtSplit = 2 * Levels + 1;
  localparam int unsigned Total = AtSplit + 2;
  localparam int unsigned L1 = Latency * AtSplit / Total;

  logic sign, tiny, sign_1, tiny_1, special_1, nan_1;
  logic [ExpW-1:0] exponent, exponent_1;
  logic [SigW-2:0] fraction;
  assign {sign, exponent, fraction} = a_i;
  assign tiny = exponent == '0;

  logic [SigW-1:0] shifted;
  logic [Levels-1:0] lead, places;
  fp_normalise #(.Width(SigW), .Latency(Latency), .Before(0), .Span(AtSplit), .Total(Total)) u_normalise (
      .clk_i, .sign_i(1'b0), .data_i({!tiny, fraction}), .data_o(shifted), .count_o(lead)
  );
  delay_line #(.Width(ExpW + 4), .Latency(L1)) u_1 (
      .clk_i, .data_i({sign, exponent, tiny, exponent == '1, exponent == '1 && fraction != '0}),
      .data_o({sign_1, exponent_1, tiny_1, special_1, nan_1})
  );

  // Exponents of subnormals count on from 1; the complement of the leading zeros is added to the constant.
  localparam int unsigned OutW = (ExpW > Levels ? ExpW : Levels) + 2;
  localparam logic [OutW-1:0] Base = -(OutW'(Bias - 1));
  logic whole;  // nothing to split
  logic [OutW-1:0] exponent_out;
  logic [ExpW-1:0] field_exponent;
  logic [SigW-2:0] field_fraction;
  assign places = ~lead;
  assign whole = special_1 | !shifted[SigW-1];
  assign exponent_out = (tiny_1 ? Base - OutW'((1 << Levels) - 2) : Base) +
      (tiny_1 ? OutW'(places) : OutW'(exponent_1));
  always_comb begin
    field_exponent = special_1 ? '1 : whole ? '0 : ExpW'(Bias - 1);
    field_fraction = special_1 ? '0 : shifted[SigW-2:0];
    if (nan_1) field_fraction[SigW-2] = 1'b1;
  end
  delay_line #(.Width(W), .Latency(Latency - L1)) u_fraction (
      .clk_i, .data_i({sign_1 & !nan_1, field_exponent, field_fraction}), .data_o(fraction_o)
  );
  logic [OutW-1:0] exponent_2;
  delay_line #(.Width(OutW), .Latency(Latency - L1)) u_exponent (
      .clk_i, .data_i(whole ? '0 : exponent_out), .data_o(exponent_2)
  );
  assign exponent_o = 32'(signed'(exponent_2));
endmodule
