// SPDX-License-Identifier: Apache-2.0
// Every floating-point operator of one format on the same operands, each with its latency of operators.def.
// Simulation only. The places in `results_o` are those of fp_operations.h.
module fp_bench #(
    parameter int unsigned ExpW = 8,
    parameter int unsigned SigW = 24
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    input  logic [ExpW+SigW-1:0] c_i,
    input  logic [63:0]          int_i,
    output logic [63:0]          results_o [46]
);
  localparam int unsigned W = ExpW + SigW;

  for (genvar i = 0; i < 2; i++) begin : gen_pair
    logic [W-1:0] sum, extreme;
    fp_add #(.ExpW, .SigW, .Subtract(i == 1), .Latency(operator_latencies::FAdd(W))) u_add (.clk_i, .a_i, .b_i, .result_o(sum));
    fp_min_max #(.ExpW, .SigW, .Max(i == 1), .Latency(operator_latencies::FMin(W))) u_min_max (
        .clk_i, .a_i, .b_i, .result_o(extreme)
    );
    assign results_o[i] = 64'(sum);
    assign results_o[6+i] = 64'(extreme);
  end

  logic [W-1:0] product, fused, quotient, root;
  fp_mul #(.ExpW, .SigW, .Latency(operator_latencies::FMul(W))) u_mul (.clk_i, .a_i, .b_i, .result_o(product));
  fp_fma #(.ExpW, .SigW, .Latency(operator_latencies::FFma(W))) u_fma (.clk_i, .a_i, .b_i, .c_i, .result_o(fused));
  fp_div #(.ExpW, .SigW, .Latency(operator_latencies::FDiv(W))) u_div (.clk_i, .a_i, .b_i, .result_o(quotient));
  fp_sqrt #(.ExpW, .SigW, .Latency(operator_latencies::FSqrt(W))) u_sqrt (.clk_i, .a_i, .result_o(root));
  assign results_o[2] = 64'(product);
  assign results_o[3] = 64'(fused);
  assign results_o[4] = 64'(quotient);
  assign results_o[5] = 64'(root);

  for (genvar i = 0; i < 5; i++) begin : gen_round
    logic [W-1:0] rounded;
    fp_round_int #(.ExpW, .SigW, .Mode(i), .Latency(operator_latencies::FRound(W))) u_round (.clk_i, .a_i, .result_o(rounded));
    assign results_o[8+i] = 64'(rounded);
  end

  for (genvar i = 0; i < 14; i++) begin : gen_compare
    logic holds;
    fp_compare #(.ExpW, .SigW, .Predicate(i), .Latency(operator_latencies::FCmp(W))) u_compare (
        .clk_i, .a_i, .b_i, .result_o(holds)
    );
    assign results_o[13+i] = 64'(holds);
  end

  for (genvar i = 0; i < 8; i++) begin : gen_int
    localparam int unsigned IntW = 8 << (i / 2);
    logic [IntW-1:0] integral;
    logic [W-1:0] real_value;
    fp_to_int #(.ExpW, .SigW, .IntW, .Signed(i % 2 == 1), .Latency(operator_latencies::FToSI(W))) u_to_int (
        .clk_i, .a_i, .result_o(integral)
    );
    fp_from_int #(.ExpW, .SigW, .IntW, .Signed(i % 2 == 1), .Latency(operator_latencies::SIToF(IntW))) u_from_int (
        .clk_i, .a_i(int_i[IntW-1:0]), .result_o(real_value)
    );
    assign results_o[27+i] = 64'(integral);
    assign results_o[35+i] = 64'(real_value);
  end

  logic [15:0] half;
  logic [31:0] single;
  logic [63:0] double;
  localparam int unsigned ConvertLatency = operator_latencies::FConvert(W);
  fp_convert #(.FromExpW(ExpW), .FromSigW(SigW), .ToExpW(5), .ToSigW(11), .Latency(ConvertLatency)) u_half (
      .clk_i, .a_i, .result_o(half)
  );
  fp_convert #(.FromExpW(ExpW), .FromSigW(SigW), .ToExpW(8), .ToSigW(24), .Latency(ConvertLatency)) u_single (
      .clk_i, .a_i, .result_o(single)
  );
  fp_convert #(.FromExpW(ExpW), .FromSigW(SigW), .ToExpW(11), .ToSigW(53), .Latency(ConvertLatency)) u_double (
      .clk_i, .a_i, .result_o(double)
  );
  assign results_o[43] = 64'(half);
  assign results_o[44] = 64'(single);
  assign results_o[45] = double;
endmodule
