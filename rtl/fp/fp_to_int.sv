// SPDX-License-Identifier: Apache-2.0
// Floating point to integer; out of range saturates, NaN gives 0. Rounding: 0 nearest even, 2 toward zero, 3 up, 4
// down.
// Latency cycles, initiation interval 1. Registers spread over finding the distance, the shift and the addition; the
// last is the output.
module fp_to_int #(
    parameter int unsigned ExpW     = 8,
    parameter int unsigned SigW     = 24,
    parameter int unsigned IntW     = 32,
    parameter bit          Signed   = 1'b1,
    parameter int unsigned Rounding = 2,
    parameter int unsigned Latency  = 2
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    output logic [IntW-1:0]      result_o
);
  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_to_int: Rounding is 0, 2, 3 or 4");
  end

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function longint unsigned weft_fp_to_int(
    input longint unsigned a, input int unsigned exp_w, input int unsigned sig_w, input int unsigned int_w,
    input int unsigned is_signed, input int unsigned rounding);
  localparam bit Fast = Latency > 0;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [IntW-1:0] result_q;
    always_ff @(posedge clk_i) result_q <= IntW'(weft_fp_to_int(64'(a_i), ExpW, SigW, IntW, 32'(Signed), Rounding));
    delay_line #(.Width(IntW), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam int unsigned Bias = (1 << (ExpW - 1)) - 1;
    localparam int unsigned MaxExp = 2 * Bias + 1;
    // Exponents from here on saturate: beyond the integers, or infinity. The least signed number saturates to itself.
    localparam int unsigned LimitInt = Bias + IntW - 32'(Signed);
    localparam int unsigned Limit = LimitInt < MaxExp ? LimitInt : MaxExp;
    // The field: places 2^Top to 2^0 and the one below. An operand starts at 2^Top, and shifts right by up to Top, or
    // by Top + 1 if it is below one and signed; unsigned numbers have no room for that distance in a power of two.
    localparam int unsigned TopInt = IntW > 1 + 32'(Signed) ? IntW - 1 - 32'(Signed) : 0;
    localparam int unsigned Top = TopInt < Bias ? TopInt : Bias;
    localparam int unsigned MagW = Top + 1;
    localparam int unsigned Levels = Signed || Top > 0 ? $clog2(Top + 1 + 32'(Signed)) : 1;
    localparam int unsigned FieldW = MagW + 1;
    // Units of delay: distance, shift, addition.
    localparam int unsigned AtShift = 3;
    localparam int unsigned AtAdd = AtShift + Levels + 1;
    localparam int unsigned Total = AtAdd + 2 + MagW / 16;
    localparam int unsigned L1 = Latency * AtShift / Total;
    localparam int unsigned L2 = Latency * AtAdd / Total - L1;
    localparam int unsigned L3 = Latency - L1 - L2;

    // 1. Distance. Sign magnitude of a rounded result is at most one more than that of the truncated one: where that
    // would leave the integers, rounding is blocked, which saturates.
    logic sign, nonzero_fraction, special, nan, too_large, below_one, far, hidden, block, small_up;
    logic [ExpW-1:0] exponent;
    logic [SigW-2:0] fraction;
    logic [Levels-1:0] distance;
    assign {sign, exponent, fraction} = a_i;
    assign nonzero_fraction = fraction != '0;
    assign special = exponent == '1;
    assign nan = special & nonzero_fraction;
    logic in_range;
    less_than #(.Width(ExpW), .Limit(Limit)) u_range (.data_i(exponent), .less_o(in_range));
    less_than #(.Width(ExpW), .Limit(Bias)) u_one (.data_i(exponent), .less_o(below_one));
    less_than #(.Width(ExpW), .Limit(Bias - 1)) u_half (.data_i(exponent), .less_o(far));
    assign too_large = !in_range;
    assign distance = Levels'(Bias + Top) - Levels'(exponent) | {Levels{far}};
    // Far operands have their leading one where a half would be: it counts when rounding away from zero only.
    assign hidden = Rounding == 0 ? !far : exponent != '0;
    if (Rounding == 2) begin : gen_no_block
      assign block = 1'b0;
    end else if (Signed && IntW == 1) begin : gen_block_bit
      assign block = !sign;
    end else if (SigW > IntW - 32'(Signed)) begin : gen_block
      localparam int unsigned Digits = IntW - 32'(Signed);
      logic [SigW-1:0] significand;
      assign significand = {1'b1, fraction};
      assign block = !sign && exponent == ExpW'(Bias + Digits - 1) && significand[SigW-1 -: Digits] == '1;
      logic unused_digits;
      assign unused_digits = ^significand;
    end else begin : gen_exact
      assign block = 1'b0;
    end
    // An unsigned number below one.
    assign small_up = !Signed && !sign && below_one &&
        ((Rounding == 0 && exponent == ExpW'(Bias - 1) && nonzero_fraction) ||
         (Rounding == 3 && (exponent != '0 || nonzero_fraction)));

    // 2. Shift.
    logic [FieldW-1:0] field, shifted;
    logic sticky_in, sticky_out;
    logic [SigW-1:0] significand_1;
    logic [Levels-1:0] distance_1;
    delay_line #(.Width(SigW + Levels), .Latency(L1)) u_1 (
        .clk_i, .data_i({hidden, fraction, distance}), .data_o({significand_1, distance_1})
    );
    if (SigW > FieldW) begin : gen_narrow
      assign field = significand_1[SigW-1 -: FieldW];
      assign sticky_in = significand_1[SigW-FieldW-1:0] != '0;
    end else begin : gen_wide
      assign field = FieldW'(significand_1) << (FieldW - SigW);
      assign sticky_in = 1'b0;
    end
    // The registers of the last cut are outside, after the gates that saturate: they become synchronous sets and
    // resets.
    localparam int unsigned Inner = Latency * (AtAdd - 1) / Total - L1;
    fp_align #(.Width(FieldW), .Levels(Levels), .Latency(Latency), .Before(AtShift), .Total(Total)) u_align (
        .clk_i, .data_i(field), .sticky_i(sticky_in), .shift_i(distance_1), .data_o(shifted), .sticky_o(sticky_out)
    );
    logic sign_s, nan_s, too_large_s, below_one_s, block_s, small_up_s;
    delay_line #(.Width(6), .Latency(L1 + Inner)) u_side (
        .clk_i, .data_i({sign, nan, too_large, below_one, block, small_up}),
        .data_o({sign_s, nan_s, too_large_s, below_one_s, block_s, small_up_s})
    );

    // 3. Round, negate. Of a negative number -(m + r) = ~m + !r.
    // Half's integers are short, so is the addition.
    localparam int unsigned SumW = MagW + 2 < IntW ? MagW + 2 : IntW;
    logic [SumW-1:0] x, x_2, sum;
    logic guard, sticky, guard_2, sticky_2, block_2, small_up_2, sign_2, high, high_2, low, low_2, round, odd, add_one;
    delay_line #(.Width(SumW + 7), .Latency(L2 - Inner)) u_2 (
        .clk_i, .data_i({x, guard, sticky, block_s, small_up_s, sign_s, high, low}),
        .data_o({x_2, guard_2, sticky_2, block_2, small_up_2, sign_2, high_2, low_2})
    );
    assign odd = x_2[0] ^ (Signed & sign_2);
    always_comb begin
      case (Rounding)
        0: round = guard_2 & (sticky_2 | odd) & !block_2;
        2: round = 1'b0;
        3: round = (guard_2 | sticky_2) & !sign_2 & !block_2;
        default: round = (guard_2 | sticky_2) & sign_2 & !block_2;
      endcase
    end
    assign sum = x_2 + SumW'(add_one);
    logic [IntW-1:0] result;
    if (Signed) begin : gen_signed
      // Too large and positive: ones, without rounding (`high`). NaN, or too large and negative: zeros (`low`).
      logic least, least_2;
      assign high = too_large_s & !sign_s;
      assign low = (too_large_s & sign_s) | nan_s;
      assign least = !nan_s;
      delay_line #(.Width(1), .Latency(L2 - Inner)) u_least (.clk_i, .data_i(least), .data_o(least_2));
      assign x = high ? '1 : SumW'(shifted[FieldW-1:1]) ^ {SumW{sign_s}};
      assign {guard, sticky} = high ? 2'b00 : {shifted[0], sticky_out};
      assign add_one = sign_2 ^ round;
      always_comb begin
        result = low_2 ? '0 : IntW'(signed'(sum));
        result[IntW-1] = low_2 ? least_2 : sum[SumW-1] & !high_2;
      end
      logic unused_small;
      assign unused_small = ^{below_one_s, small_up_2};
    end else begin : gen_unsigned
      assign high = too_large_s & !sign_s & !nan_s;
      assign low = sign_s | below_one_s | nan_s;
      assign {x, guard, sticky} = low ? '0 : {SumW'(shifted[FieldW-1:1]), shifted[0], sticky_out};
      assign add_one = round | small_up_2;
      assign result = high_2 ? '1 : IntW'(sum);
      logic unused_low;
      assign unused_low = low_2;
    end
    logic unused_round;
    assign unused_round = ^{guard_2, sticky_2, block_2, odd};
    delay_line #(.Width(IntW), .Latency(L3)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
