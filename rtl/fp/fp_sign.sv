// SPDX-License-Identifier: Apache-2.0
// Operation: 0 absolute value, 1 negation, 2 `a_i` with the sign of `b_i`. Acts on the sign bit alone: NaN payloads
// pass.
// Latency cycles, initiation interval 1, registers at the output.
module fp_sign #(
    parameter int unsigned ExpW      = 8,
    parameter int unsigned SigW      = 24,
    parameter int unsigned Operation = 0,
    parameter int unsigned Latency   = 0
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;
  if (Operation > 2) begin : gen_check
    $fatal(1, "fp_sign: Operation is 0 to 2");
  end
  logic sign, unused_bits;
  assign sign = Operation == 0 ? 1'b0 : Operation == 1 ? !a_i[W-1] : b_i[W-1];
  assign unused_bits = ^{a_i[W-1], b_i};
  delay_line #(.Width(W), .Latency(Latency)) u_out (.clk_i, .data_i({sign, a_i[W-2:0]}), .data_o(result_o));
endmodule
