// SPDX-License-Identifier: Apache-2.0
// a * b + c, rounded once. Latency cycles, initiation interval 1. Steps: multiply (c is aligned meanwhile), add, make
// positive, count leading zeros, normalise, round; one register each from the output inwards, the rest in the multiplier.
module fp_fma #(
    parameter int unsigned ExpW    = 8,
    parameter int unsigned SigW    = 24,
    parameter int unsigned Latency = 8
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    input  logic [ExpW+SigW-1:0] c_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function int unsigned weft_f32_fma(
    input int unsigned a, input int unsigned b, input int unsigned c);
  import "DPI-C" pure function longint unsigned weft_f64_fma(
    input longint unsigned a, input longint unsigned b, input longint unsigned c);
  localparam bit Fast = Latency > 0 && ((ExpW == 8 && SigW == 24) || (ExpW == 11 && SigW == 53));
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] fma_q;
    if (W == 32) begin : gen_f32
      always_ff @(posedge clk_i) fma_q <= W'(weft_f32_fma(32'(a_i), 32'(b_i), 32'(c_i)));
    end else begin : gen_f64
      always_ff @(posedge clk_i) fma_q <= W'(weft_f64_fma(64'(a_i), 64'(b_i), 64'(c_i)));
    end
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(fma_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam int unsigned PostLatency = Latency > 5 ? 5 : Latency;
    localparam int unsigned MulLatency = Latency - PostLatency;
    localparam int unsigned ExpLatency = MulLatency > 1 ? 1 : 0;
    localparam int unsigned L5 = PostLatency > 0 ? 1 : 0;
    localparam int unsigned L4 = PostLatency > 1 ? 1 : 0;
    localparam int unsigned L3 = PostLatency > 2 ? 1 : 0;
    localparam int unsigned L2 = PostLatency > 3 ? 1 : 0;
    localparam int unsigned L1 = PostLatency > 4 ? 1 : 0;

    // 1. The field of the addition, from the top: a place for the carry is not needed, because c reaches the top only when the
    // product lies far below. SigW + 2 places for a c above the product, the product (2 SigW), three below it: with a
    // sticky bit these suffice also for products of a subnormal, since then c reaches into them or dominates.
    localparam int unsigned FieldW = 3 * SigW + 5;
    localparam int unsigned ShiftW = $clog2(FieldW + 1);
    localparam int unsigned SExpW = ExpW + 2;  // signed
    localparam logic signed [SExpW-1:0] Bias = SExpW'((1 << (ExpW - 1)) - 1);
    localparam logic signed [SExpW-1:0] Above = SExpW'(SigW + 3);
    logic sign_a, sign_b, sign_c, zero_a, zero_b, zero_c, inf_a, inf_b, inf_c, nan_a, nan_b, nan_c;
    logic [ExpW-1:0] exp_a, exp_b, exp_c;
    logic [SigW-1:0] sig_a, sig_b, sig_c;
    fp_unpack #(.ExpW(ExpW), .SigW(SigW)) u_a (
        .data_i(a_i), .sign_o(sign_a), .exponent_o(exp_a), .significand_o(sig_a), .zero_o(zero_a), .inf_o(inf_a), .nan_o(nan_a)
    );
    fp_unpack #(.ExpW(ExpW), .SigW(SigW)) u_b (
        .data_i(b_i), .sign_o(sign_b), .exponent_o(exp_b), .significand_o(sig_b), .zero_o(zero_b), .inf_o(inf_b), .nan_o(nan_b)
    );
    fp_unpack #(.ExpW(ExpW), .SigW(SigW)) u_c (
        .data_i(c_i), .sign_o(sign_c), .exponent_o(exp_c), .significand_o(sig_c), .zero_o(zero_c), .inf_o(inf_c), .nan_o(nan_c)
    );
    logic sign_p, subtract, inf_p, nan, inf, inf_sign;
    assign sign_p = sign_a ^ sign_b;
    assign subtract = sign_p ^ sign_c;
    assign inf_p = inf_a | inf_b;
    assign inf = inf_p | inf_c;
    assign inf_sign = inf_p ? sign_p : sign_c;
    assign nan = nan_a | nan_b | nan_c | (inf_a & zero_b) | (zero_a & inf_b) | (inf_p & inf_c & subtract);
    logic unused_zero;
    assign unused_zero = zero_c;

    // exp_top: exponent of the field's top bit. When c would lie above the field it is put at its top; the product is then
    // too small to be more than a sticky bit, and its place does not matter. Neither does the place of a product that is zero.
    logic c_on_top;
    logic signed [SExpW-1:0] exp_product, distance, exp_top;
    logic [ShiftW-1:0] shift;
    assign exp_product = signed'(SExpW'(exp_a)) + signed'(SExpW'(exp_b)) - Bias;
    assign distance = exp_product + Above - signed'(SExpW'(exp_c));
    assign c_on_top = distance < 0 || zero_a || zero_b;
    assign exp_top = c_on_top ? signed'(SExpW'(exp_c)) : exp_product + Above;
    assign shift = c_on_top ? '0 : distance > signed'(SExpW'(FieldW)) ? ShiftW'(FieldW) : ShiftW'(distance);

    logic [2*SigW-1:0] product;
    mul_unsigned #(.WidthA(SigW), .WidthB(SigW), .ProductW(2 * SigW), .Latency(MulLatency)) u_mul (
        .clk_i, .a_i(sig_a), .b_i(sig_b), .product_o(product)
    );
    logic [SigW-1:0] sig_c_0;
    logic [ShiftW-1:0] shift_0;
    delay_line #(.Width(SigW + ShiftW), .Latency(ExpLatency)) u_0 (
        .clk_i, .data_i({sig_c, shift}), .data_o({sig_c_0, shift_0})
    );
    logic [FieldW-1:0] aligned, aligned_1;
    logic sticky, sticky_1;
    fp_shift_sticky #(.Width(FieldW), .ShiftW(ShiftW)) u_align (
        .data_i({sig_c_0, (FieldW-SigW)'(0)}), .shift_i(shift_0), .data_o(aligned), .sticky_o(sticky)
    );
    delay_line #(.Width(FieldW + 1), .Latency(MulLatency - ExpLatency)) u_1 (
        .clk_i, .data_i({aligned, sticky}), .data_o({aligned_1, sticky_1})
    );
    logic [ExpW:0] exp_1;
    logic sign_1, subtract_1, inf_1, inf_sign_1, nan_1;
    delay_line #(.Width(ExpW + 6), .Latency(MulLatency)) u_side_1 (
        .clk_i,
        .data_i({exp_top[ExpW:0], sign_p, subtract, inf, inf_sign, nan}),
        .data_o({exp_1, sign_1, subtract_1, inf_1, inf_sign_1, nan_1})
    );
    logic unused_sign;
    assign unused_sign = exp_top[SExpW-1];  // exp_top is at least exp_c

    // 2. Add; the sticky bit is the last place. The extra top bit is the sign of product - c.
    localparam int unsigned SumW = FieldW + 1;
    logic [SumW-1:0] addend, summand;
    logic [SumW:0] sum, sum_2;
    assign addend = {(SigW + 2)'(0), product, 4'b0};
    assign summand = {aligned_1, sticky_1};
    assign sum = subtract_1 ? {1'b0, addend} - {1'b0, summand} : {1'b0, addend} + {1'b0, summand};
    logic [ExpW:0] exp_2;
    logic sign_2, subtract_2, inf_2, inf_sign_2, nan_2;
    delay_line #(.Width(SumW + 1 + ExpW + 6), .Latency(L1)) u_2 (
        .clk_i,
        .data_i({sum, exp_1, sign_1, subtract_1, inf_1, inf_sign_1, nan_1}),
        .data_o({sum_2, exp_2, sign_2, subtract_2, inf_2, inf_sign_2, nan_2})
    );

    // 3. Make positive. An exact zero from different signs is +0. `limit` marks the place of exponent 1.
    logic [SumW-1:0] positive, limit, positive_3, limit_3;
    logic [ExpW:0] exp_3;
    logic sign, sign_3, inf_3, nan_3;
    assign positive = sum_2[SumW] ? -sum_2[SumW-1:0] : sum_2[SumW-1:0];
    assign sign = inf_2 ? inf_sign_2 : (sign_2 ^ sum_2[SumW]) & !(subtract_2 && sum_2 == '0);
    assign limit = (SumW'(1) << (SumW - 1)) >> (exp_2 - (ExpW+1)'(1));
    delay_line #(.Width(2*SumW + ExpW + 4), .Latency(L2)) u_3 (
        .clk_i, .data_i({positive, limit, exp_2, sign, inf_2, nan_2}), .data_o({positive_3, limit_3, exp_3, sign_3, inf_3, nan_3})
    );

    // 4. Count.
    localparam int unsigned CountW = $clog2(SumW + 1);
    logic [CountW-1:0] lead, lead_4;
    logic [SumW-1:0] positive_4;
    logic [ExpW:0] exp_4;
    logic sign_4, inf_4, nan_4;
    lzc #(.Width(SumW)) u_lzc (.data_i(positive_3 | limit_3), .count_o(lead));
    delay_line #(.Width(SumW + CountW + ExpW + 4), .Latency(L3)) u_4 (
        .clk_i, .data_i({positive_3, lead, exp_3, sign_3, inf_3, nan_3}),
        .data_o({positive_4, lead_4, exp_4, sign_4, inf_4, nan_4})
    );

    // 5. Normalise.
    logic [SumW-1:0] normal;
    logic [ExpW:0] exp_5;
    logic [SigW-1:0] top;  // fraction and guard bit
    logic rest, sign_5, inf_5, nan_5;
    assign normal = positive_4 << lead_4;
    delay_line #(.Width(SigW + 1 + ExpW + 4), .Latency(L4)) u_5 (
        .clk_i,
        .data_i({normal[SumW-2 -: SigW], normal[SumW-2-SigW:0] != '0,
                 normal[SumW-1] ? exp_4 - (ExpW+1)'(lead_4) : (ExpW+1)'(0), sign_4, inf_4, nan_4}),
        .data_o({top, rest, exp_5, sign_5, inf_5, nan_5})
    );

    // 6. Round.
    logic [W-1:0] result;
    fp_pack #(.ExpW(ExpW), .SigW(SigW)) u_pack (
        .sign_i(sign_5), .exponent_i(exp_5), .fraction_i(top[SigW-1:1]), .guard_i(top[0]), .sticky_i(rest),
        .nan_i(nan_5), .inf_i(inf_5), .zero_i(1'b0), .result_o(result)
    );
    delay_line #(.Width(W), .Latency(L5)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
