// SPDX-License-Identifier: Apache-2.0
// Every integer operator at several widths on the same operands, each with its latency of operators.def. Simulation only.
// Results of width index i: 8 places from 8 * i on, in the order of int_bench.cpp.
module int_bench (
    input  logic        clk_i,
    input  logic [63:0] a_i,
    input  logic [63:0] b_i,
    output logic [63:0] results_o [72]
);
  for (genvar i = 0; i < 9; i++) begin : gen_width
    localparam int unsigned Width = i == 0 ? 1 : i == 1 ? 5 : i == 2 ? 8 : i == 3 ? 16 : i == 4 ? 19 : i == 5 ? 32 : i == 6 ? 37 :
        i == 7 ? 55 : 64;
    logic [Width-1:0] a, b, product, quotient_u, remainder_u, quotient_s, remainder_s, leading, trailing, ones;
    assign a = a_i[Width-1:0];
    assign b = b_i[Width-1:0];
    int_mul #(.Width, .Latency(operator_latencies::Mul(Width))) u_mul (.clk_i, .a_i(a), .b_i(b), .result_o(product));
    int_div #(.Width, .Signed(1'b0), .Latency(operator_latencies::UDiv(Width))) u_udiv (
        .clk_i, .a_i(a), .b_i(b), .quotient_o(quotient_u), .remainder_o(remainder_u)
    );
    int_div #(.Width, .Signed(1'b1), .Latency(operator_latencies::SDiv(Width))) u_sdiv (
        .clk_i, .a_i(a), .b_i(b), .quotient_o(quotient_s), .remainder_o(remainder_s)
    );
    int_ctlz #(.Width, .Latency(operator_latencies::Ctlz(Width))) u_ctlz (.clk_i, .a_i(a), .result_o(leading));
    int_cttz #(.Width, .Latency(operator_latencies::Cttz(Width))) u_cttz (.clk_i, .a_i(a), .result_o(trailing));
    int_ctpop #(.Width, .Latency(operator_latencies::Ctpop(Width))) u_ctpop (.clk_i, .a_i(a), .result_o(ones));
    assign results_o[8*i] = 64'(product);
    assign results_o[8*i+1] = 64'(quotient_u);
    assign results_o[8*i+2] = 64'(remainder_u);
    assign results_o[8*i+3] = 64'(quotient_s);
    assign results_o[8*i+4] = 64'(remainder_s);
    assign results_o[8*i+5] = 64'(leading);
    assign results_o[8*i+6] = 64'(trailing);
    assign results_o[8*i+7] = 64'(ones);
  end
endmodule
