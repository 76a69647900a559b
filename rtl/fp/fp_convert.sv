// SPDX-License-Identifier: Apache-2.0
// Between floating-point formats, to nearest even; a NaN becomes the canonical one. Latency cycles, initiation interval 1;
// registers: output first, then after finding the shift, the rest after the shift.
module fp_convert #(
    parameter int unsigned FromExpW = 8,
    parameter int unsigned FromSigW = 24,
    parameter int unsigned ToExpW   = 11,
    parameter int unsigned ToSigW   = 53,
    parameter int unsigned Latency  = 3
) (
    input  logic                         clk_i,
    input  logic [FromExpW+FromSigW-1:0] a_i,
    output logic [ToExpW+ToSigW-1:0]     result_o
);
  localparam int unsigned W = ToExpW + ToSigW;

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function int unsigned weft_f64_to_f32(input longint unsigned a);
  import "DPI-C" pure function longint unsigned weft_f32_to_f64(input int unsigned a);
  localparam bit Fast = Latency > 0 && ((FromExpW == 8 && FromSigW == 24 && ToExpW == 11 && ToSigW == 53) ||
      (FromExpW == 11 && FromSigW == 53 && ToExpW == 8 && ToSigW == 24));
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] result_q;
    if (ToExpW == 8) begin : gen_f32
      always_ff @(posedge clk_i) result_q <= W'(weft_f64_to_f32(64'(a_i)));
    end else begin : gen_f64
      always_ff @(posedge clk_i) result_q <= W'(weft_f32_to_f64(32'(a_i)));
    end
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam int unsigned L3 = Latency > 0 ? 1 : 0;
    localparam int unsigned L1 = Latency > 1 ? 1 : 0;
    localparam int unsigned L2 = Latency - L1 - L3;
    // To more exponents: subnormals become normal, nothing becomes subnormal. To fewer or as many: numbers may become
    // subnormal, and what was subnormal stays so or vanishes. So one shifter will do.
    localparam bit Widen = ToExpW > FromExpW;
    localparam int unsigned FromBias = (1 << (FromExpW - 1)) - 1;
    localparam int unsigned ToBias = (1 << (ToExpW - 1)) - 1;
    if (Widen && ToBias < FromBias + FromSigW - 1) begin : gen_check
      $fatal(1, "fp_convert: the wider format does not hold the subnormals of the other one as normal numbers");
    end

    // 1. How far is the shift, to the left when widening, otherwise to the right? Exponent in the new format's bias.
    localparam int unsigned FieldW = FromSigW > ToSigW + 2 ? FromSigW : ToSigW + 2;
    localparam int unsigned LeadW = $clog2(FromSigW + 1);
    localparam int unsigned ShiftW = Widen ? LeadW : $clog2(ToSigW + 3);
    localparam int unsigned SExpW = (Widen ? ToExpW : FromExpW) + 2;  // signed
    localparam logic signed [SExpW-1:0] Rebias = SExpW'(ToBias) - SExpW'(FromBias);
    logic sign, zero, inf, nan;
    logic [FromExpW-1:0] exp_from;
    logic [FromSigW-1:0] significand, sig_1;
    logic signed [SExpW-1:0] rebiased, exponent, exp_1;
    logic [ShiftW-1:0] shift, shift_1;
    logic sign_1, zero_1, inf_1, nan_1;
    fp_unpack #(.ExpW(FromExpW), .SigW(FromSigW)) u_a (
        .data_i(a_i), .sign_o(sign), .exponent_o(exp_from), .significand_o(significand), .zero_o(zero), .inf_o(inf), .nan_o(nan)
    );
    assign rebiased = signed'(SExpW'(exp_from)) + Rebias;
    if (Widen) begin : gen_left
      lzc #(.Width(FromSigW)) u_lead (.data_i(significand), .count_o(shift));
      assign exponent = rebiased;
    end else begin : gen_right
      localparam logic signed [SExpW-1:0] MaxShift = SExpW'(ToSigW + 2);
      logic signed [SExpW-1:0] distance;
      assign distance = signed'(SExpW'(1)) - rebiased;
      assign shift = distance < 0 ? '0 : distance > MaxShift ? ShiftW'(MaxShift) : ShiftW'(distance);
      assign exponent = distance > 0 ? SExpW'(1) : rebiased;
    end
    delay_line #(.Width(FromSigW + ShiftW + SExpW + 4), .Latency(L1)) u_1 (
        .clk_i, .data_i({significand, shift, exponent, sign, zero, inf, nan}),
        .data_o({sig_1, shift_1, exp_1, sign_1, zero_1, inf_1, nan_1})
    );

    // 2. Shift.
    localparam logic signed [SExpW-1:0] ExpInf = SExpW'((1 << ToExpW) - 1);
    logic [FieldW-1:0] field, shifted;
    logic signed [SExpW-1:0] exp_shifted;
    logic sticky, too_large;
    assign field = FieldW'(sig_1) << (FieldW - FromSigW);
    if (Widen) begin : gen_normalise
      assign shifted = field << shift_1;
      assign sticky = 1'b0;
      assign exp_shifted = exp_1 - signed'(SExpW'(shift_1));
      assign too_large = 1'b0;
    end else begin : gen_subnormal
      fp_shift_sticky #(.Width(FieldW), .ShiftW(ShiftW)) u_shift (
          .data_i(field), .shift_i(shift_1), .data_o(shifted), .sticky_o(sticky)
      );
      assign exp_shifted = exp_1;
      assign too_large = exp_1 >= ExpInf;
    end
    logic [ToSigW:0] top_2;  // hidden bit, fraction, guard
    logic [ToExpW:0] exp_2;
    logic rest_2, sign_2, zero_2, inf_2, nan_2;
    delay_line #(.Width(ToSigW + 2 + ToExpW + 5), .Latency(L2)) u_2 (
        .clk_i,
        .data_i({shifted[FieldW-1 -: ToSigW+1], sticky | (shifted[FieldW-ToSigW-2:0] != '0), exp_shifted[ToExpW:0],
                 sign_1, zero_1, inf_1 | too_large, nan_1}),
        .data_o({top_2, rest_2, exp_2, sign_2, zero_2, inf_2, nan_2})
    );
    logic unused_exponent;
    assign unused_exponent = ^exp_shifted;

    // 3. Round. Without a hidden bit the exponent is 1, and the number subnormal.
    logic [W-1:0] result;
    fp_pack #(.ExpW(ToExpW), .SigW(ToSigW)) u_pack (
        .sign_i(sign_2), .exponent_i(top_2[ToSigW] ? exp_2 : '0), .fraction_i(top_2[ToSigW-1:1]), .guard_i(top_2[0]),
        .sticky_i(rest_2), .nan_i(nan_2), .inf_i(inf_2), .zero_i(zero_2), .result_o(result)
    );
    delay_line #(.Width(W), .Latency(L3)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
