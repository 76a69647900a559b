// SPDX-License-Identifier: Apache-2.0
// Between floating-point formats; a NaN becomes the canonical one. Rounding: 0 nearest even, 2 toward zero, 3 up, 4
// down.
// Without Subnormals a subnormal operand is zero, and so is a result below the least normal number, in every rounding
// mode.
// Latency cycles, initiation interval 1. Registers spread over finding the distance, the shift and rounding; the last
// is the output.
module fp_convert #(
    parameter int unsigned FromExpW   = 8,
    parameter int unsigned FromSigW   = 24,
    parameter int unsigned ToExpW     = 11,
    parameter int unsigned ToSigW     = 53,
    parameter int unsigned Rounding   = 0,
    parameter bit          Subnormals = 1'b1,
    parameter int unsigned Latency    = 2
) (
    input  logic                         clk_i,
    input  logic [FromExpW+FromSigW-1:0] a_i,
    output logic [ToExpW+ToSigW-1:0]     result_o
);
  localparam int unsigned W = ToExpW + ToSigW;
  localparam int unsigned FromBias = (1 << (FromExpW - 1)) - 1;
  localparam int unsigned ToBias = (1 << (ToExpW - 1)) - 1;
  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_convert: Rounding is 0, 2, 3 or 4");
  end
  if (ToExpW > FromExpW && ToBias < FromBias + FromSigW - 1) begin : gen_check_range
    $fatal(1, "fp_convert: the wider format does not hold the subnormals of the other one as normal numbers");
  end

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function longint unsigned weft_fp_convert(
    input longint unsigned a, input int unsigned from_exp_w, input int unsigned from_sig_w, input int unsigned to_exp_w,
    input int unsigned to_sig_w, input int unsigned rounding, input int unsigned subnormals);
  localparam bit Fast = Latency > 0;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] result_q;
    always_ff @(posedge clk_i)
      result_q <= W'(weft_fp_convert(64'(a_i), FromExpW, FromSigW, ToExpW, ToSigW, Rounding, 32'(Subnormals)));
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    // To more exponents: subnormals become normal, nothing becomes subnormal. To fewer: numbers may become subnormal,
    // and what was subnormal vanishes or stays so. To as many: what is subnormal stays so. So there is at most one
    // shifter.
    localparam bit ShiftLeft = ToExpW > FromExpW && Subnormals;
    localparam bit ShiftRight = ToExpW < FromExpW && Subnormals;
    localparam bit Rounds = FromSigW > ToSigW || ShiftRight;
    localparam int unsigned Levels = ShiftLeft ? $clog2(FromSigW) : $clog2(ToSigW + 2);
    // Units of delay: distance, shift, rounding.
    localparam int unsigned AtShift = ShiftRight ? 3 : 0;
    localparam int unsigned AtRound = AtShift + (ShiftLeft ? 2 * Levels + 3 : ShiftRight ? Levels + 2 : 3);
    localparam int unsigned Total = AtRound + (Rounds ? 3 + W / 64 : 0);
    localparam int unsigned L1 = Latency * AtShift / Total;
    localparam int unsigned Inner = ShiftLeft ? Latency * (AtRound - 2) / Total - L1 :
        ShiftRight ? Latency * (AtRound - 2) / Total - L1 : 0;
    localparam int unsigned L2 = Latency * AtRound / Total - L1 - Inner;

    // 1. Operand.
    logic sign, tiny, special, nonzero_fraction, drop;
    logic [FromExpW-1:0] exponent;
    logic [FromSigW-2:0] fraction;
    assign {sign, exponent, fraction} = a_i;
    assign tiny = exponent == '0;
    assign special = exponent == '1;
    assign nonzero_fraction = fraction != '0;

    // 2. After the shift: the fraction with one bit below, whether more bits are below, and the exponent.
    logic [ToSigW-1:0] kept;
    logic rest, sign_s, special_s, nan_s, zero_s, too_large;
    logic [ToExpW-1:0] exp_s;
    delay_line #(.Width(4), .Latency(L1 + Inner)) u_side (
        .clk_i, .data_i({sign, special, special & nonzero_fraction, drop}), .data_o({sign_s, special_s, nan_s, zero_s})
    );
    if (ToExpW > FromExpW) begin : gen_widen
      localparam int unsigned FieldW = ToSigW + 1 > FromSigW ? ToSigW + 1 : FromSigW;
      localparam logic [ToExpW-1:0] Rebias = ToExpW'(ToBias - FromBias);
      logic [FromSigW-1:0] significand;
      logic [FieldW-1:0] field;
      assign drop = tiny & (!Subnormals | !nonzero_fraction);
      assign too_large = 1'b0;
      if (Subnormals) begin : gen_normalise
        logic [Levels-1:0] lead, places;
        logic [FromExpW-1:0] exponent_1;
        logic tiny_1;
        fp_normalise #(.Width(FromSigW), .Latency(Latency), .Before(0), .Span(2 * Levels + 1),
            .Total(Total)) u_normalise (
            .clk_i, .sign_i(1'b0), .data_i({!tiny, fraction}), .data_o(significand), .count_o(lead)
        );
        delay_line #(.Width(FromExpW + 1), .Latency(Inner)) u_exponent (
            .clk_i, .data_i({exponent, tiny}), .data_o({exponent_1, tiny_1})
        );
        assign places = ~lead;
        // The exponent 1 less the zeros: their complement is what is added to the constant.
        assign exp_s = (tiny_1 ? Rebias - ToExpW'((1 << Levels) - 2) : Rebias) +
            (tiny_1 ? ToExpW'(places) : ToExpW'(exponent_1));
      end else begin : gen_direct
        assign significand = {1'b1, fraction};
        assign exp_s = ToExpW'(exponent) + Rebias;
      end
      assign field = FieldW'(significand) << (FieldW - FromSigW);
      assign kept = field[FieldW-2 -: ToSigW];
      if (FieldW > ToSigW + 1) begin : gen_rest
        assign rest = field[FieldW-ToSigW-2:0] != '0;
      end else begin : gen_no_rest
        assign rest = 1'b0;
      end
      logic unused_hidden;
      assign unused_hidden = field[FieldW-1];
    end else if (ToExpW == FromExpW) begin : gen_same
      localparam int unsigned FieldW = ToSigW > FromSigW ? ToSigW : FromSigW;
      logic [FieldW-1:0] field;  // without the hidden bit, and with at least one bit below the fraction
      assign drop = !Subnormals & tiny;
      assign too_large = 1'b0;
      assign field = FieldW'(fraction) << (FieldW - FromSigW + 1);
      assign kept = field[FieldW-1 -: ToSigW];
      assign exp_s = exponent;
      if (FieldW > ToSigW) begin : gen_rest
        assign rest = field[FieldW-ToSigW-1:0] != '0;
      end else begin : gen_no_rest
        assign rest = 1'b0;
      end
    end else begin : gen_narrow
      localparam int unsigned Least = FromBias - ToBias + 1;  // exponent of the new format's normal numbers
      localparam int unsigned FieldW = ToSigW + 1;
      logic below, below_1, hidden, too_large_0, sticky_0;
      logic [FromSigW-1:0] significand;
      logic [FieldW-1:0] field_0;
      logic [ToExpW-1:0] rebased, rebased_1;
      assign hidden = !tiny;
      assign significand = {hidden, fraction};
      logic in_range;
      less_than #(.Width(FromExpW), .Limit(Least)) u_below (.data_i(exponent), .less_o(below));
      less_than #(.Width(FromExpW), .Limit(Least + (1 << ToExpW) - 2)) u_range (.data_i(exponent), .less_o(in_range));
      assign too_large_0 = !in_range;
      assign rebased = ToExpW'(exponent) - ToExpW'(FromBias - ToBias);
      if (FromSigW > FieldW) begin : gen_cut
        assign field_0 = significand[FromSigW-1 -: FieldW];
        assign sticky_0 = significand[FromSigW-FieldW-1:0] != '0;
      end else begin : gen_pad
        assign field_0 = FieldW'(significand) << (FieldW - FromSigW);
        assign sticky_0 = 1'b0;
      end
      delay_line #(.Width(2 + ToExpW), .Latency(L1 + Inner)) u_exponent (
          .clk_i, .data_i({too_large_0, below, rebased}), .data_o({too_large, below_1, rebased_1})
      );
      if (Subnormals) begin : gen_shift
        logic far;
        logic [Levels-1:0] distance, distance_1;
        logic [FieldW-1:0] field_1, shifted;
        logic sticky_1;
        // Beyond the shifter's range nothing is left but the sticky bit.
        if (Least > (1 << Levels) - 1) begin : gen_far
          less_than #(.Width(FromExpW), .Limit(Least - (1 << Levels) + 1)) u_far (.data_i(exponent), .less_o(far));
        end else begin : gen_near
          assign far = 1'b0;
        end
        assign distance = ((Levels'(Least) - Levels'(exponent)) | {Levels{far}}) & {Levels{below}};
        delay_line #(.Width(FieldW + 1 + Levels), .Latency(L1)) u_1 (
            .clk_i, .data_i({field_0, sticky_0, distance}), .data_o({field_1, sticky_1, distance_1})
        );
        fp_align #(.Width(FieldW), .Levels(Levels), .Latency(Latency), .Before(AtShift), .Total(Total)) u_align (
            .clk_i, .data_i(field_1), .sticky_i(sticky_1), .shift_i(distance_1), .data_o(shifted), .sticky_o(rest)
        );
        assign kept = shifted[ToSigW-1:0];
        assign exp_s = below_1 ? '0 : rebased_1;
        assign drop = 1'b0;
        logic unused_hidden;
        assign unused_hidden = shifted[ToSigW];
      end else begin : gen_drop
        assign kept = field_0[ToSigW-1:0];
        assign rest = sticky_0;
        assign exp_s = rebased_1;
        assign drop = below;
        logic unused_below;
        assign unused_below = ^{below_1, field_0[ToSigW]};
      end
    end

    // 3. Round. What is not rounded is put in place before: as constants they are synchronous sets and resets.
    logic up, largest, sign_2, guard_2, rest_2, guard, rest_3;
    logic [ToExpW-1:0] exp_2, exp_3;
    logic [ToSigW-2:0] fraction_3, fraction_2;
    assign up = (Rounding == 3 && !sign_s) || (Rounding == 4 && sign_s);
    assign largest = too_large & !special_s & Rounding != 0 & !up;  // an overflow that is not infinite
    always_comb begin
      exp_3 = exp_s;
      {fraction_3, guard} = kept;
      rest_3 = rest;
      if (too_large || special_s || zero_s) {fraction_3, guard, rest_3} = '0;
      if (zero_s) exp_3 = '0;
      if (too_large || special_s) exp_3 = '1;
      if (largest) {exp_3[0], fraction_3} = {1'b0, {(ToSigW-1){1'b1}}};
      if (nan_s) fraction_3[ToSigW-2] = 1'b1;
    end
    delay_line #(.Width(W + 2), .Latency(L2)) u_2 (
        .clk_i, .data_i({sign_s & !nan_s, exp_3, fraction_3, guard, rest_3}),
        .data_o({sign_2, exp_2, fraction_2, guard_2, rest_2})
    );
    logic round;
    logic [W-1:0] result;
    always_comb begin
      case (Rounding)
        0: round = guard_2 & (rest_2 | fraction_2[0]);
        2: round = 1'b0;
        3: round = (guard_2 | rest_2) & !sign_2;
        default: round = (guard_2 | rest_2) & sign_2;
      endcase
    end
    assign result = {sign_2, {exp_2, fraction_2} + (W-1)'(round)};
    logic unused_bits;
    assign unused_bits = ^{guard_2, rest_2, zero_s};
    delay_line #(.Width(W), .Latency(Latency - L1 - Inner - L2)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
