// SPDX-License-Identifier: Apache-2.0
// a / b. Latency cycles, initiation interval 1. Restoring, one quotient bit a step; steps: count leading zeros,
// normalise, SigW + 2 quotient bits, shift a subnormal result, round; registers spread evenly over them.
module fp_div #(
    parameter int unsigned ExpW    = 8,
    parameter int unsigned SigW    = 24,
    parameter int unsigned Latency = 30
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function int unsigned weft_f32_div(input int unsigned a, input int unsigned b);
  import "DPI-C" pure function longint unsigned weft_f64_div(input longint unsigned a, input longint unsigned b);
  localparam bit Fast = Latency > 0 && ((ExpW == 8 && SigW == 24) || (ExpW == 11 && SigW == 53));
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] quotient_q;
    if (W == 32) begin : gen_f32
      always_ff @(posedge clk_i) quotient_q <= W'(weft_f32_div(32'(a_i), 32'(b_i)));
    end else begin : gen_f64
      always_ff @(posedge clk_i) quotient_q <= W'(weft_f64_div(64'(a_i), 64'(b_i)));
    end
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(quotient_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam int unsigned Bits  = SigW + 2;  // one before the point; the last is the guard bit or lies below it
    localparam int unsigned Steps = Bits + 4;
    localparam int unsigned LCount = Latency / Steps;
    localparam int unsigned LNormal = Latency * 2 / Steps - LCount;
    localparam int unsigned LBits = Latency * (Bits + 2) / Steps - Latency * 2 / Steps;
    localparam int unsigned LShift = Latency * (Bits + 3) / Steps - Latency * (Bits + 2) / Steps;
    localparam int unsigned LRound = Latency - Latency * (Bits + 3) / Steps;

    // 1. Count the leading zeros of subnormals.
    localparam int unsigned CountW = $clog2(SigW + 1);
    localparam int unsigned SExpW = ExpW + 2;  // signed
    localparam logic signed [SExpW-1:0] Bias = SExpW'((1 << (ExpW - 1)) - 1);
    logic sign_a, sign_b, zero_a, zero_b, inf_a, inf_b, nan_a, nan_b;
    logic [ExpW-1:0] exp_a, exp_b;
    logic [SigW-1:0] sig_a, sig_b, sig_a_1, sig_b_1;
    logic [CountW-1:0] lead_a, lead_b, lead_a_1, lead_b_1;
    logic signed [SExpW-1:0] exponent, exp_1;
    logic sign, inf, nan, zero;
    fp_unpack #(.ExpW(ExpW), .SigW(SigW)) u_a (
        .data_i(a_i), .sign_o(sign_a), .exponent_o(exp_a), .significand_o(sig_a), .zero_o(zero_a), .inf_o(inf_a), .nan_o(nan_a)
    );
    fp_unpack #(.ExpW(ExpW), .SigW(SigW)) u_b (
        .data_i(b_i), .sign_o(sign_b), .exponent_o(exp_b), .significand_o(sig_b), .zero_o(zero_b), .inf_o(inf_b), .nan_o(nan_b)
    );
    lzc #(.Width(SigW)) u_lead_a (.data_i(sig_a), .count_o(lead_a));
    lzc #(.Width(SigW)) u_lead_b (.data_i(sig_b), .count_o(lead_b));
    assign sign = sign_a ^ sign_b;
    assign nan = nan_a | nan_b | (inf_a & inf_b) | (zero_a & zero_b);
    assign inf = inf_a | zero_b;
    assign zero = zero_a | inf_b;
    assign exponent = signed'(SExpW'(exp_a)) - signed'(SExpW'(exp_b)) + Bias;
    delay_line #(.Width(2*SigW + 2*CountW + SExpW), .Latency(LCount)) u_1 (
        .clk_i,
        .data_i({sig_a, sig_b, lead_a, lead_b, exponent}),
        .data_o({sig_a_1, sig_b_1, lead_a_1, lead_b_1, exp_1})
    );

    // 2. Normalise. exp_normal: exponent of the quotient's bit before the point.
    logic signed [SExpW-1:0] exp_normal;
    logic sign_3, inf_3, nan_3, zero_3;
    assign exp_normal = exp_1 - signed'(SExpW'(lead_a_1)) + signed'(SExpW'(lead_b_1));
    delay_line #(.Width(4), .Latency(LCount + LNormal + LBits)) u_side (
        .clk_i, .data_i({sign, inf, nan, zero}), .data_o({sign_3, inf_3, nan_3, zero_3})
    );

    // 3. Quotient bits. The rest stays below twice the divisor.
    for (genvar i = 0; i <= Bits; i++) begin : gen_step
      logic [SigW:0] rest;
      logic [SigW-1:0] divisor;
      logic [Bits-1:0] quotient;
      logic unused_top;
      assign unused_top = quotient[Bits-1];  // set in the last step only
      if (i == 0) begin : gen_first
        delay_line #(.Width(2 * SigW), .Latency(LNormal)) u_step (
            .clk_i, .data_i({sig_a_1 << lead_a_1, sig_b_1 << lead_b_1}), .data_o({rest[SigW-1:0], divisor})
        );
        assign rest[SigW] = 1'b0;
        assign quotient = '0;
      end else begin : gen_next
        localparam int unsigned Here = Latency * (i + 2) / Steps - Latency * (i + 1) / Steps;
        logic [SigW:0] partial, difference;  // the top bit of the difference is its sign
        logic [SigW-1:0] next_rest;
        logic bit_found;
        assign partial = gen_step[i-1].rest;
        assign difference = partial - {1'b0, gen_step[i-1].divisor};
        assign bit_found = !difference[SigW];
        assign next_rest = bit_found ? difference[SigW-1:0] : partial[SigW-1:0];
        delay_line #(.Width(2 * SigW + 1 + Bits), .Latency(Here)) u_step (
            .clk_i,
            .data_i({next_rest, 1'b0, gen_step[i-1].divisor, gen_step[i-1].quotient[Bits-2:0], bit_found}),
            .data_o({rest, divisor, quotient})
        );
      end
    end
    logic unused_divisor;
    assign unused_divisor = ^gen_step[Bits].divisor;

    // Beside the steps, as soon as the first quotient bit is known: the leading one is the first or the second bit. What lies
    // below exponent 1 will be shifted right.
    localparam int unsigned ShiftW = $clog2(SigW + 3);
    localparam int unsigned LFirst = Latency * 3 / Steps - Latency * 2 / Steps;
    localparam int unsigned LSecond = Latency * 4 / Steps - Latency * 3 / Steps;
    localparam logic signed [SExpW-1:0] MaxShift = SExpW'(SigW + 2);
    logic below_one, below_one_3;
    logic signed [SExpW-1:0] exp_first, exp_leading, distance;
    logic [ShiftW-1:0] shift, shift_3;
    logic [ExpW:0] exp_result, exp_3;
    delay_line #(.Width(SExpW), .Latency(LNormal + LFirst)) u_exp_first (.clk_i, .data_i(exp_normal), .data_o(exp_first));
    assign below_one = !gen_step[1].quotient[0];
    delay_line #(.Width(SExpW), .Latency(LSecond)) u_exp_leading (
        .clk_i, .data_i(exp_first - signed'(SExpW'(below_one))), .data_o(exp_leading)
    );
    assign distance = signed'(SExpW'(1)) - exp_leading;
    assign shift = distance < 0 ? '0 : distance > MaxShift ? ShiftW'(MaxShift) : ShiftW'(distance);
    assign exp_result = distance > 0 ? '0 : exp_leading[ExpW:0];
    delay_line #(.Width(ShiftW + ExpW + 1), .Latency(LBits - LFirst - LSecond)) u_exp_result (
        .clk_i, .data_i({shift, exp_result}), .data_o({shift_3, exp_3})
    );

    // 4. Shift.
    logic [Bits-1:0] quotient, shifted;
    logic sticky;
    assign below_one_3 = !gen_step[Bits].quotient[Bits-1];
    assign quotient = below_one_3 ? gen_step[Bits].quotient << 1 : gen_step[Bits].quotient;
    fp_shift_sticky #(.Width(Bits), .ShiftW(ShiftW)) u_shift (
        .data_i(quotient), .shift_i(shift_3), .data_o(shifted), .sticky_o(sticky)
    );
    logic [SigW-1:0] top;  // fraction and guard bit
    logic rest, sign_4, inf_4, nan_4, zero_4;
    logic [ExpW:0] exp_4;
    delay_line #(.Width(SigW + 1 + ExpW + 5), .Latency(LShift)) u_4 (
        .clk_i,
        .data_i({shifted[Bits-2:1], shifted[0] | sticky | (gen_step[Bits].rest != '0), exp_3, sign_3, inf_3, nan_3, zero_3}),
        .data_o({top, rest, exp_4, sign_4, inf_4, nan_4, zero_4})
    );
    logic unused_hidden;
    assign unused_hidden = shifted[Bits-1];

    // 5. Round.
    logic [W-1:0] result;
    fp_pack #(.ExpW(ExpW), .SigW(SigW)) u_pack (
        .sign_i(sign_4), .exponent_i(exp_4), .fraction_i(top[SigW-1:1]), .guard_i(top[0]), .sticky_i(rest),
        .nan_i(nan_4), .inf_i(inf_4), .zero_i(zero_4), .result_o(result)
    );
    delay_line #(.Width(W), .Latency(LRound)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
