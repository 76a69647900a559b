// SPDX-License-Identifier: Apache-2.0
// Class of a number, one hot: 0 signalling NaN, 1 quiet NaN, 2 negative infinity, 3 negative normal, 4 negative
// subnormal, 5 negative zero, 6 positive zero, 7 positive subnormal, 8 positive normal, 9 positive infinity.
// Latency cycles, initiation interval 1; registers at the output, the second one before the flags are combined.
module fp_classify #(
    parameter int unsigned ExpW    = 8,
    parameter int unsigned SigW    = 24,
    parameter int unsigned Latency = 1
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    output logic [9:0]           class_o
);
  localparam int unsigned L1 = Latency / 2;
  logic sign, quiet, fraction, tiny, special, infinite, normal, subnormal, zero;
  logic [9:0] flags;
  delay_line #(.Width(5), .Latency(L1)) u_1 (
      .clk_i,
      .data_i({a_i[ExpW+SigW-1], a_i[SigW-2], a_i[SigW-2:0] != '0, a_i[ExpW+SigW-2 -: ExpW] == '0,
               a_i[ExpW+SigW-2 -: ExpW] == '1}),
      .data_o({sign, quiet, fraction, tiny, special})
  );
  assign infinite = special & !fraction;
  assign normal = !tiny & !special;
  assign subnormal = tiny & fraction;
  assign zero = tiny & !fraction;
  assign flags = {{infinite, normal, subnormal, zero} & {4{!sign}}, {zero, subnormal, normal, infinite} & {4{sign}},
                  special & quiet, special & fraction & !quiet};
  delay_line #(.Width(10), .Latency(Latency - L1)) u_out (.clk_i, .data_i(flags), .data_o(class_o));
endmodule
