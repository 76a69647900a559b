// SPDX-License-Identifier: Apache-2.0
// The lesser operand, or with `Max` the greater; -0 counts as less than +0. One NaN operand, quiet or signalling, gives
// the other operand; two give the canonical NaN. Latency cycles, initiation interval 1; registers at
// the output, before the selection, and (from three on) before the comparison.
module fp_min_max #(
    parameter int unsigned ExpW    = 8,
    parameter int unsigned SigW    = 24,
    parameter bit          Max     = 1'b0,
    parameter int unsigned Latency = 1
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function longint unsigned weft_fp_min_max(
    input longint unsigned a, input longint unsigned b, input int unsigned exp_w, input int unsigned sig_w,
    input int unsigned max);
  localparam bit Fast = Latency > 0;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] result_q;
    always_ff @(posedge clk_i) result_q <= W'(weft_fp_min_max(64'(a_i), 64'(b_i), ExpW, SigW, 32'(Max)));
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam logic [W-1:0] QuietNan = {1'b0, {ExpW{1'b1}}, 1'b1, (SigW-2)'(0)};
    localparam int unsigned L1 = Latency / 3;
    localparam int unsigned L2 = Latency * 2 / 3 - L1;
    // One carry chain: |a| < |b|, inverted for negative numbers and for `Max`. Where signs or NaNs decide they do so by
    // the digits above, which come last in the chain. Of different signs the negative one is less; equal operands go
    // either way.
    logic nan_a, nan_b, decided, chooses_a, invert, top_a, top_b, both_nan;
    assign nan_a = a_i[W-2 -: ExpW] == '1 && a_i[SigW-2:0] != '0;
    assign nan_b = b_i[W-2 -: ExpW] == '1 && b_i[SigW-2:0] != '0;
    assign decided = nan_a | nan_b | (a_i[W-1] != b_i[W-1]);
    assign chooses_a = !nan_a & (nan_b | (a_i[W-1] ^ Max));
    logic [W-1:0] a_0, b_0, a_1, b_1, result;
    delay_line #(.Width(2 * W + 3), .Latency(L1)) u_0 (
        .clk_i,
        .data_i({a_i, b_i, decided & !(chooses_a ^ a_i[W-1] ^ Max), decided & (chooses_a ^ a_i[W-1] ^ Max),
                 nan_a & nan_b}),
        .data_o({a_0, b_0, top_a, top_b, both_nan})
    );
    logic chain, chain_1, invert_1, both_nan_1;
    assign invert = a_0[W-1] ^ Max;
    assign chain = {top_a, a_0[W-2:0]} < {top_b, b_0[W-2:0]};
    delay_line #(.Width(2 * W + 3), .Latency(L2)) u_1 (
        .clk_i, .data_i({a_0, b_0, chain, invert, both_nan}), .data_o({a_1, b_1, chain_1, invert_1, both_nan_1})
    );
    assign result = both_nan_1 ? QuietNan : chain_1 ^ invert_1 ? a_1 : b_1;
    delay_line #(.Width(W), .Latency(Latency - L1 - L2)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
