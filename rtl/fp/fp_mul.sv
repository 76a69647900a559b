// SPDX-License-Identifier: Apache-2.0
// a * b. Latency cycles, initiation interval 1; registers: output first, then before rounding, the rest in the multiplier.
// Subnormal operands are multiplied as they are; one shifter then normalises them or makes a subnormal result.
module fp_mul #(
    parameter int unsigned ExpW    = 8,
    parameter int unsigned SigW    = 24,
    parameter int unsigned Latency = 4
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function int unsigned weft_f32_mul(input int unsigned a, input int unsigned b);
  import "DPI-C" pure function longint unsigned weft_f64_mul(input longint unsigned a, input longint unsigned b);
  localparam bit Fast = Latency > 0 && ((ExpW == 8 && SigW == 24) || (ExpW == 11 && SigW == 53));
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] product_q;
    if (W == 32) begin : gen_f32
      always_ff @(posedge clk_i) product_q <= W'(weft_f32_mul(32'(a_i), 32'(b_i)));
    end else begin : gen_f64
      always_ff @(posedge clk_i) product_q <= W'(weft_f64_mul(64'(a_i), 64'(b_i)));
    end
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(product_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam int unsigned OutLatency = Latency > 0 ? 1 : 0;
    localparam int unsigned ShiftLatency = Latency > 1 ? 1 : 0;
    localparam int unsigned MulLatency = Latency - OutLatency - ShiftLatency;
    localparam int unsigned ExpLatency = MulLatency > 1 ? 1 : 0;

    // 1. Product of the significands; exponent of its second bit from the top.
    localparam int unsigned SExpW = ExpW + 2;  // signed
    localparam int unsigned CountW = $clog2(SigW + 1);
    localparam logic signed [SExpW-1:0] Bias = SExpW'((1 << (ExpW - 1)) - 1);
    logic sign_a, sign_b, zero_a, zero_b, inf_a, inf_b, nan_a, nan_b, sign, inf, nan;
    logic [ExpW-1:0] exp_a, exp_b;
    logic [SigW-1:0] sig_a, sig_b;
    logic [CountW-1:0] lead_a, lead_b;
    logic signed [SExpW-1:0] exponent;
    logic [CountW:0] lead;
    fp_unpack #(.ExpW(ExpW), .SigW(SigW)) u_a (
        .data_i(a_i), .sign_o(sign_a), .exponent_o(exp_a), .significand_o(sig_a), .zero_o(zero_a), .inf_o(inf_a), .nan_o(nan_a)
    );
    fp_unpack #(.ExpW(ExpW), .SigW(SigW)) u_b (
        .data_i(b_i), .sign_o(sign_b), .exponent_o(exp_b), .significand_o(sig_b), .zero_o(zero_b), .inf_o(inf_b), .nan_o(nan_b)
    );
    lzc #(.Width(SigW)) u_lead_a (.data_i(sig_a), .count_o(lead_a));
    lzc #(.Width(SigW)) u_lead_b (.data_i(sig_b), .count_o(lead_b));
    assign sign = sign_a ^ sign_b;
    assign nan = nan_a | nan_b | (inf_a & zero_b) | (zero_a & inf_b);
    assign inf = inf_a | inf_b;
    assign exponent = signed'(SExpW'(exp_a)) + signed'(SExpW'(exp_b)) - Bias;
    assign lead = (CountW+1)'(lead_a) + (CountW+1)'(lead_b);

    logic [2*SigW-1:0] product;
    mul_unsigned #(.WidthA(SigW), .WidthB(SigW), .ProductW(2 * SigW), .Latency(MulLatency)) u_mul (
        .clk_i, .a_i(sig_a), .b_i(sig_b), .product_o(product)
    );
    logic signed [SExpW-1:0] exp_1;
    logic [CountW:0] lead_1;
    logic sign_1, nan_1, inf_1;
    delay_line #(.Width(SExpW + CountW + 4), .Latency(ExpLatency)) u_1 (
        .clk_i, .data_i({exponent, lead, sign, nan, inf}), .data_o({exp_1, lead_1, sign_1, nan_1, inf_1})
    );

    // Beside the multiplier: shift left by the leading zeros, but to no exponent below 1; this may mean a shift to the
    // right. As one shift to the right of the product moved SigW - 1 places to the left.
    localparam int unsigned ShiftW = $clog2(2 * SigW + 2);
    localparam logic signed [SExpW-1:0] MaxShift = SExpW'(2 * SigW + 1);
    logic signed [SExpW-1:0] exp_normal, exp_shifted, distance;
    logic [ShiftW-1:0] shift;
    assign exp_normal = exp_1 - signed'(SExpW'(lead_1));
    assign exp_shifted = exp_normal < signed'(SExpW'(1)) ? SExpW'(1) : exp_normal;
    assign distance = signed'(SExpW'(SigW - 1)) - exp_1 + exp_shifted;
    assign shift = distance > MaxShift ? ShiftW'(2 * SigW + 1) : ShiftW'(distance);

    logic [SExpW-1:0] exp_2;
    logic [ShiftW-1:0] shift_2;
    logic sign_2, nan_2, inf_2;
    delay_line #(.Width(SExpW + ShiftW + 3), .Latency(MulLatency - ExpLatency)) u_2 (
        .clk_i, .data_i({exp_shifted, shift, sign_1, nan_1, inf_1}), .data_o({exp_2, shift_2, sign_2, nan_2, inf_2})
    );

    // 2. Shift.
    localparam int unsigned FieldW = 3 * SigW - 1;
    logic [FieldW-1:0] field;
    logic sticky;
    fp_shift_sticky #(.Width(FieldW), .ShiftW(ShiftW)) u_shift (
        .data_i({product, (SigW-1)'(0)}), .shift_i(shift_2), .data_o(field), .sticky_o(sticky)
    );
    logic [SigW+1:0] top;   // two bits before the point, SigW after it
    logic rest;
    logic [SExpW-1:0] exp_3;
    logic sign_3, nan_3, inf_3;
    delay_line #(.Width(SigW + 3 + SExpW + 3), .Latency(ShiftLatency)) u_3 (
        .clk_i,
        .data_i({field[2*SigW-1 -: SigW+2], sticky | (field[SigW-3:0] != '0), exp_2, sign_2, nan_2, inf_2}),
        .data_o({top, rest, exp_3, sign_3, nan_3, inf_3})
    );
    logic unused_bits;
    assign unused_bits = ^{field[FieldW-1:2*SigW], exp_3};

    // 3. Round.
    logic carry, hidden;
    logic [ExpW:0] exp_carry;
    logic [W-1:0] result;
    assign carry = top[SigW+1];
    assign hidden = top[SigW];
    assign exp_carry = exp_3[ExpW:0] + (ExpW+1)'(1);
    fp_pack #(.ExpW(ExpW), .SigW(SigW)) u_pack (
        .sign_i(sign_3), .exponent_i(carry ? exp_carry : hidden ? exp_3[ExpW:0] : '0),
        .fraction_i(carry ? top[SigW -: SigW-1] : top[SigW-1 -: SigW-1]), .guard_i(carry ? top[1] : top[0]),
        .sticky_i(rest | (carry & top[0])), .nan_i(nan_3), .inf_i(inf_3), .zero_i(1'b0), .result_o(result)
    );
    delay_line #(.Width(W), .Latency(OutLatency)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
