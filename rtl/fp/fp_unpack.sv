// SPDX-License-Identifier: Apache-2.0
// Fields of an IEEE 754 number. Combinational. A subnormal has exponent 1 and a significand without the hidden bit;
// without Subnormals it is a zero.
module fp_unpack #(
    parameter int unsigned ExpW       = 8,
    parameter int unsigned SigW       = 24,
    parameter bit          Subnormals = 1'b1
) (
    input  logic [ExpW+SigW-1:0] data_i,
    output logic                 sign_o,
    output logic [ExpW-1:0]      exponent_o,     // biased, at least 1
    output logic [SigW-1:0]      significand_o,  // hidden bit included
    output logic                 zero_o,
    output logic                 inf_o,
    output logic                 nan_o
);
  logic [ExpW-1:0] exponent;
  logic [SigW-2:0] fraction;
  logic tiny, special;
  assign {sign_o, exponent, fraction} = data_i;
  assign tiny = exponent == '0;
  assign special = exponent == '1;
  assign exponent_o = tiny ? ExpW'(1) : exponent;
  assign significand_o = Subnormals || !tiny ? {!tiny, fraction} : '0;
  assign zero_o = tiny & (!Subnormals | (fraction == '0));
  assign inf_o = special & (fraction == '0);
  assign nan_o = special & (fraction != '0);
endmodule
