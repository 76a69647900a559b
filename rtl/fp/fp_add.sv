// SPDX-License-Identifier: Apache-2.0
// a + b, or a - b with `Subtract`. Latency cycles, initiation interval 1; registers spread over five steps:
// order by magnitude, align, add, normalise, round. The output is registered when Latency is at least 1.
module fp_add #(
    parameter int unsigned ExpW     = 8,
    parameter int unsigned SigW     = 24,
    parameter bit          Subtract = 1'b0,
    parameter int unsigned Latency  = 5
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;
  logic [W-1:0] b;
  assign b = {b_i[W-1] ^ Subtract, b_i[W-2:0]};

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function int unsigned weft_f32_add(input int unsigned a, input int unsigned b);
  import "DPI-C" pure function longint unsigned weft_f64_add(input longint unsigned a, input longint unsigned b);
  localparam bit Fast = Latency > 0 && ((ExpW == 8 && SigW == 24) || (ExpW == 11 && SigW == 53));
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] sum_q;
    if (W == 32) begin : gen_f32
      always_ff @(posedge clk_i) sum_q <= W'(weft_f32_add(32'(a_i), 32'(b)));
    end else begin : gen_f64
      always_ff @(posedge clk_i) sum_q <= W'(weft_f64_add(64'(a_i), 64'(b)));
    end
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(sum_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam int unsigned L1 = Latency / 5;
    localparam int unsigned L2 = Latency * 2 / 5 - L1;
    localparam int unsigned L3 = Latency * 3 / 5 - L2 - L1;
    localparam int unsigned L4 = Latency * 4 / 5 - L3 - L2 - L1;
    localparam int unsigned L5 = Latency - L4 - L3 - L2 - L1;

    // 1. Order by magnitude.
    logic sign_a, sign_b, zero_a, zero_b, inf_a, inf_b, nan_a, nan_b, swap;
    logic [ExpW-1:0] exp_a, exp_b, exp_big, distance;
    logic [SigW-1:0] sig_a, sig_b, big, small_sig;
    logic subtract, sign, nan, inf;
    fp_unpack #(.ExpW(ExpW), .SigW(SigW)) u_a (
        .data_i(a_i), .sign_o(sign_a), .exponent_o(exp_a), .significand_o(sig_a), .zero_o(zero_a), .inf_o(inf_a), .nan_o(nan_a)
    );
    fp_unpack #(.ExpW(ExpW), .SigW(SigW)) u_b (
        .data_i(b), .sign_o(sign_b), .exponent_o(exp_b), .significand_o(sig_b), .zero_o(zero_b), .inf_o(inf_b), .nan_o(nan_b)
    );
    assign swap = b[W-2:0] > a_i[W-2:0];
    assign big = swap ? sig_b : sig_a;
    assign small_sig = swap ? sig_a : sig_b;
    assign exp_big = swap ? exp_b : exp_a;
    assign distance = swap ? exp_b - exp_a : exp_a - exp_b;
    assign subtract = sign_a ^ sign_b;
    assign sign = swap ? sign_b : sign_a;
    assign inf = inf_a | inf_b;
    assign nan = nan_a | nan_b | (inf_a & inf_b & subtract);
    logic unused_zero;
    assign unused_zero = zero_a & zero_b;

    logic [SigW-1:0] big_1, small_1;
    logic [ExpW-1:0] exp_1, distance_1;
    logic subtract_1, sign_1, nan_1, inf_1;
    delay_line #(.Width(2*SigW + 2*ExpW + 4), .Latency(L1)) u_1 (
        .clk_i,
        .data_i({big, small_sig, exp_big, distance, subtract, sign, nan, inf}),
        .data_o({big_1, small_1, exp_1, distance_1, subtract_1, sign_1, nan_1, inf_1})
    );

    // 2. Align the smaller one; two bits and a sticky bit below the other's last place are enough.
    logic [SigW+1:0] aligned;
    logic sticky;
    fp_shift_sticky #(.Width(SigW + 2), .ShiftW(ExpW)) u_align (
        .data_i({small_1, 2'b00}), .shift_i(distance_1), .data_o(aligned), .sticky_o(sticky)
    );
    logic [SigW-1:0] big_2;
    logic [SigW+2:0] small_2;
    logic [ExpW-1:0] exp_2;
    logic subtract_2, sign_2, nan_2, inf_2;
    delay_line #(.Width(2*SigW + 3 + ExpW + 4), .Latency(L2)) u_2 (
        .clk_i,
        .data_i({big_1, aligned, sticky, exp_1, subtract_1, sign_1, nan_1, inf_1}),
        .data_o({big_2, small_2, exp_2, subtract_2, sign_2, nan_2, inf_2})
    );

    // 3. Add. The top bit of `sum` has exponent exp + 1. `limit` marks the place to which normalising may shift at most,
    // the one of exponent 1.
    localparam int unsigned SumW = SigW + 4;
    logic [SumW-1:0] sum, limit;
    assign sum = subtract_2 ? {1'b0, big_2, 3'b000} - {1'b0, small_2} : {1'b0, big_2, 3'b000} + {1'b0, small_2};
    assign limit = (SumW'(1) << (SumW - 1)) >> exp_2;
    logic [SumW-1:0] sum_3, limit_3;
    logic [ExpW-1:0] exp_3;
    logic subtract_3, sign_3, nan_3, inf_3;
    delay_line #(.Width(2*SumW + ExpW + 4), .Latency(L3)) u_3 (
        .clk_i,
        .data_i({sum, limit, exp_2, subtract_2, sign_2, nan_2, inf_2}),
        .data_o({sum_3, limit_3, exp_3, subtract_3, sign_3, nan_3, inf_3})
    );

    // 4. Normalise. Equal operands of different signs give +0.
    localparam int unsigned CountW = $clog2(SumW + 1);
    logic [CountW-1:0] shift;
    logic [SumW-1:0] normal;
    logic [ExpW:0] exponent;
    lzc #(.Width(SumW)) u_lzc (.data_i(sum_3 | limit_3), .count_o(shift));
    assign normal = sum_3 << shift;
    assign exponent = normal[SumW-1] ? {1'b0, exp_3} + (ExpW+1)'(1) - (ExpW+1)'(shift) : '0;
    logic [SumW-1:0] normal_4;
    logic [ExpW:0] exp_4;
    logic sign_4, nan_4, inf_4;
    delay_line #(.Width(SumW + ExpW + 4), .Latency(L4)) u_4 (
        .clk_i,
        .data_i({normal, exponent, sign_3 & !(subtract_3 && sum_3 == '0), nan_3, inf_3}),
        .data_o({normal_4, exp_4, sign_4, nan_4, inf_4})
    );
    logic unused_hidden;
    assign unused_hidden = normal_4[SumW-1];

    // 5. Round.
    logic [W-1:0] result;
    fp_pack #(.ExpW(ExpW), .SigW(SigW)) u_pack (
        .sign_i(sign_4), .exponent_i(exp_4), .fraction_i(normal_4[SumW-2 -: SigW-1]), .guard_i(normal_4[3]),
        .sticky_i(normal_4[2:0] != '0), .nan_i(nan_4), .inf_i(inf_4), .zero_i(1'b0), .result_o(result)
    );
    delay_line #(.Width(W), .Latency(L5)) u_5 (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
