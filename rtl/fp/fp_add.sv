// SPDX-License-Identifier: Apache-2.0
// a + b, or a - b with `Subtract`. Latency cycles, initiation interval 1; with Latency at least 1 the output is a
// register. Registers are spread over the steps: compare exponents, swap, align, add, normalise, round.
//
// One path. The operands are ordered by exponent alone. With equal exponents the difference may therefore be negative;
// it is then exact, its ones' complement is normalised, and the rounding adder adds the missing one.
module fp_add #(
    parameter int unsigned ExpW       = 8,
    parameter int unsigned SigW       = 24,
    parameter bit          Subtract   = 1'b0,
    parameter int unsigned Rounding   = 0,     // 0 nearest even, 2 toward zero, 3 up, 4 down
    parameter bit          Subnormals = 1'b1,
    parameter int unsigned Latency    = 5
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;
  logic [W-1:0] b;
  assign b = {b_i[W-1] ^ Subtract, b_i[W-2:0]};
  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_add: Rounding is 0, 2, 3 or 4");
  end

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function longint unsigned weft_fp_add(
    input longint unsigned a, input longint unsigned b, input int unsigned exp_w, input int unsigned sig_w,
    input int unsigned rounding, input int unsigned subnormals);
  localparam bit Fast = Latency > 0;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] sum_q;
    always_ff @(posedge clk_i) sum_q <= W'(weft_fp_add(64'(a_i), 64'(b), ExpW, SigW, Rounding, 32'(Subnormals)));
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(sum_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    // Two bits and a sticky bit below the last place of the larger operand are enough; above it there is one for the
    // carry.
    localparam int unsigned AlignW = SigW + 2;
    localparam int unsigned SumW = SigW + 4;
    localparam int unsigned ShiftW = $clog2(AlignW + 1);
    localparam int unsigned CountW = $clog2(SumW);
    localparam int unsigned DistanceW = ExpW > ShiftW ? ExpW : ShiftW;
    localparam int unsigned LimitW = ExpW > CountW ? ExpW : CountW + 1;
    localparam int unsigned FieldW = Subnormals ? ExpW : LimitW;  // wide enough to tell an exponent below zero
    // Both shifts go by pairs of bits of the distance, which are multiplexers of four. The last bit of each is part of
    // an adder.
    localparam int unsigned Rights = ShiftW / 2;
    localparam int unsigned Lefts = CountW / 2;

    // Where registers may be: the delay up to there, in units of about 0.16 ns on an ECP5 of speed grade 6.
    localparam int unsigned AtCompare = 40;
    localparam int unsigned RightDelay = 12;
    localparam int unsigned AtAligned = AtCompare + 15 + RightDelay * Rights;
    localparam int unsigned AtSum = AtAligned + 15 + SigW / 4;
    localparam int unsigned LeftDelay = 20;
    // In large formats there may be registers between counting the first zeros and shifting by them.
    localparam int unsigned CountDelay = SigW > 36 ? 30 : 0;
    localparam int unsigned AtNormal = AtSum + 14 + CountDelay + LeftDelay * Lefts;
    localparam int unsigned AtRound = AtNormal + (SigW > 36 ? 30 : 18);
    localparam int unsigned Total = AtRound + 20 + W / 4;

    // 1. Compare exponents. A subnormal has exponent 1.
    logic sign_a, sign_b, tiny_a, tiny_b, max_a, max_b;
    logic [ExpW-1:0] field_a, field_b, exp_a, exp_b;
    logic [SigW-2:0] fraction_a, fraction_b;
    assign {sign_a, field_a, fraction_a} = a_i;
    assign {sign_b, field_b, fraction_b} = b;
    assign tiny_a = field_a == '0;
    assign tiny_b = field_b == '0;
    assign max_a = field_a == '1;
    assign max_b = field_b == '1;
    assign exp_a = Subnormals ? {field_a[ExpW-1:1], field_a[0] | tiny_a} : field_a;
    assign exp_b = Subnormals ? {field_b[ExpW-1:1], field_b[0] | tiny_b} : field_b;

    logic [DistanceW:0] difference;
    logic [DistanceW-1:0] distance;
    logic swap, far, kill, subtract, both_max, both_zero;
    logic [ShiftW-1:0] shift;
    assign difference = (DistanceW + 1)'(exp_a) - (DistanceW + 1)'(exp_b);
    assign swap = difference[DistanceW];
    assign distance = difference[DistanceW-1:0] ^ {DistanceW{swap}};  // when swapped, one less than it is
    assign far = (distance >> ShiftW) != '0;
    assign shift = distance[ShiftW-1:0] | {ShiftW{far}};
    assign subtract = sign_a ^ sign_b;
    assign both_max = max_a & max_b;
    assign both_zero = !Subnormals & tiny_a & tiny_b;
    // The smaller operand does not count beside an infinity or NaN (so the sum tells which), or if it is a dropped
    // subnormal.
    assign kill = (max_a ^ max_b) || (!Subnormals && (tiny_a || tiny_b));

    logic [SigW-1:0] sig_a_1, sig_b_1;
    logic [ExpW-1:0] exp_a_1, exp_b_1;
    logic [ShiftW-1:0] shift_1;
    logic sign_a_1, sign_b_1, swap_1, kill_1, subtract_1, both_max_1, both_zero_1;
    delay_line #(.Width(2*SigW + 2*ExpW + ShiftW + 7), .Latency(Latency * AtCompare / Total)) u_compare (
        .clk_i,
        .data_i({!Subnormals | !tiny_a, fraction_a, !Subnormals | !tiny_b, fraction_b, exp_a, exp_b, shift, sign_a,
                 sign_b, swap, kill, subtract, both_max, both_zero}),
        .data_o({sig_a_1, sig_b_1, exp_a_1, exp_b_1, shift_1, sign_a_1, sign_b_1, swap_1, kill_1, subtract_1,
                  both_max_1, both_zero_1})
    );

    // 2. Swap.
    logic [SigW-1:0] big;
    logic [AlignW-1:0] small_sig;
    logic [ExpW-1:0] exponent;
    logic sign;
    assign big = swap_1 ? sig_b_1 : sig_a_1;
    assign small_sig = kill_1 ? '0 : swap_1 ? {1'b0, sig_a_1, 1'b0} : {sig_b_1, 2'b00};
    assign exponent = swap_1 ? exp_b_1 : exp_a_1;
    assign sign = swap_1 ? sign_b_1 : sign_a_1;

    // 3. Align, from the largest distances down, all but the last bit of the distance. At the end complement for a
    // subtraction.
    for (genvar i = 0; i < Rights; i++) begin : gen_right
      localparam int unsigned Low = 2 * (Rights - 1 - i) + 1;
      localparam int unsigned Bits = Low + 1 < ShiftW ? 2 : 1;
      localparam int unsigned Before = i == 0 ? AtCompare : AtAligned - RightDelay * (Rights - i);
      localparam int unsigned After = AtAligned - RightDelay * (Rights - 1 - i);
      logic [AlignW-1:0] data, shifted, data_q;
      logic [SigW-1:0] big_d, big_q;
      logic [ShiftW-1:0] shift_d, shift_q;
      logic [ExpW-1:0] exp_d, exp_q;
      logic sticky, lost, sticky_q;
      logic [3:0] flags_d, flags_q;
      if (i == 0) begin : gen_first
        assign {data, sticky, big_d, shift_d, exp_d} = {small_sig, 1'b0, big, shift_1, exponent};
        assign flags_d = {sign, subtract_1, both_max_1, both_zero_1};
      end else begin : gen_next
        assign {data, sticky, big_d} = {gen_right[i-1].data_q, gen_right[i-1].sticky_q, gen_right[i-1].big_q};
        assign {shift_d, exp_d, flags_d} = {gen_right[i-1].shift_q, gen_right[i-1].exp_q, gen_right[i-1].flags_q};
      end
      fp_shift_sticky #(.Width(AlignW), .ShiftW(Bits), .Step(1 << Low)) u_shift (
          .data_i(data), .shift_i(shift_d[Low +: Bits]), .data_o(shifted), .sticky_o(lost)
      );
      localparam int unsigned Step = 1 << Low;
      localparam int unsigned Four = Bits == 2 ? AlignW - 2 * Step : 0;  // bits with more than two sources
      logic invert;
      logic [AlignW-1:0] moved;
      assign invert = i == Rights - 1 && flags_d[2];
      assign moved[AlignW-1:Four] = shifted[AlignW-1:Four] ^ {(AlignW-Four){invert}};
      if (Four > 0) begin : gen_four
        logic unused_shifted;
        assign unused_shifted = ^shifted[Four-1:0];
        mux4 #(.Width(Four)) u_mux (
            .a_i(data[0 +: Four]), .b_i(data[Step +: Four]), .c_i(data[2*Step +: Four]),
            .d_i(Four'(data >> (3 * Step))),
            .select_i(shift_d[Low +: 2]), .modify_i(invert), .result_o(moved[Four-1:0])
        );
      end
      delay_line #(.Width(AlignW + SigW + ShiftW + ExpW + 5),
          .Latency(Latency * After / Total - Latency * Before / Total)) u_delay (
          .clk_i,
          .data_i({moved, sticky | lost, big_d, shift_d, exp_d, flags_d}),
          .data_o({data_q, sticky_q, big_q, shift_q, exp_q, flags_q})
      );
    end
    logic [AlignW-1:0] aligned_2;
    logic [SigW-1:0] big_2;
    logic [ExpW-1:0] exp_2;
    logic sticky_2, sign_2, subtract_2, both_max_2, both_zero_2;
    assign {aligned_2, sticky_2, big_2} = {gen_right[Rights-1].data_q, gen_right[Rights-1].sticky_q,
        gen_right[Rights-1].big_q};
    assign {exp_2, sign_2, subtract_2, both_max_2, both_zero_2} =
        {gen_right[Rights-1].exp_q, gen_right[Rights-1].flags_q};
    logic shift_2, unused_shift;
    assign {unused_shift, shift_2} = {^gen_right[Rights-1].shift_q, gen_right[Rights-1].shift_q[0]};

    // 4. Add. The carry is the one that a subtraction without sticky bit needs.
    logic [SumW-1:0] sum, sum_3;
    assign sum[0] = sticky_2 | (shift_2 & (aligned_2[0] ^ subtract_2));
    add_select #(.Width(SumW - 1)) u_add (
        .a_i({1'b0, big_2, 2'b00}), .b_i({subtract_2, aligned_2}), .c_i({{2{subtract_2}}, aligned_2[AlignW-1:1]}),
        .select_i(shift_2), .carry_i(subtract_2 & !sum[0]), .sum_o(sum[SumW-1:1])
    );
    // For each digit of the left shift, from the highest: does the exponent's own digit there allow 1, 2 and 3? Then:
    // no digit above?
    logic [3*Lefts-1:0] allowed, allowed_3;
    logic small_exp, small_exp_3;
    for (genvar i = 0; i < Lefts; i++) begin : gen_allowed
      localparam int unsigned High = CountW - 1 - 2 * i;
      logic [1:0] digit;
      assign digit = 2'((LimitW'(exp_2) >> (High > 1 ? High - 1 : High)) & (High > 1 ? LimitW'(3) : LimitW'(1)));
      assign allowed[3*i +: 3] = {digit == 2'd3, digit[1], digit != 2'd0};
    end
    assign small_exp = Subnormals & ((LimitW'(exp_2) >> CountW) == '0);
    logic [ExpW-1:0] exp_3;
    logic sign_3, subtract_3, both_max_3, both_zero_3;
    delay_line #(.Width(SumW + ExpW + 3*Lefts + 5),
        .Latency(Latency * AtSum / Total - Latency * AtAligned / Total)) u_sum (
        .clk_i,
        .data_i({sum, allowed, small_exp, exp_2, sign_2, subtract_2, both_max_2, both_zero_2}),
        .data_o({sum_3, allowed_3, small_exp_3, exp_3, sign_3, subtract_3, both_max_3, both_zero_3})
    );

    // 5. Normalise, all but the last bit of the distance. The top bit of the sum has exponent exp + 1, and `exp` is the
    // most that it may be shifted. At the end complement a negative sum, with the zeros shifted in.
    logic negative, zero, nan, special, finite, sign_n;
    assign negative = subtract_3 & sum_3[SumW-1];
    for (genvar i = 0; i < Lefts; i++) begin : gen_left
      // Two bits of the distance (one if nothing is left above the last bit), from the most significant one down.
      localparam int unsigned High = CountW - 1 - 2 * i;
      localparam int unsigned Low = High > 1 ? High - 1 : High;
      localparam int unsigned Step = 1 << Low;
      localparam int unsigned Groups = High > 1 ? 3 : 1;
      localparam int unsigned Before = i == 0 ? AtSum : AtNormal - LeftDelay * (Lefts - i);
      localparam int unsigned After = AtNormal - LeftDelay * (Lefts - 1 - i);
      localparam int unsigned Counted = i == 0 ? Before + CountDelay : Before;
      localparam int unsigned LCount = Latency * Counted / Total - Latency * Before / Total;
      logic [SumW-1:0] data, counted, shifted, data_q;  // `counted`: the data beside the digit of the distance
      logic [LimitW-1:0] limit, limit_d, limit_q;
      logic [CountW-1:0] count, count_d, count_q;
      logic tied, tied_d, tied_q;
      logic [3*Lefts-1:0] allowed_d, allowed_q;
      logic [5:0] flags_d, flags_q;
      if (i == 0) begin : gen_first
        assign {data, count} = {sum_3, CountW'(0)};
        assign limit = LimitW'(exp_3);
        assign {tied, allowed_d} = {small_exp_3, allowed_3};
      end else begin : gen_next
        assign {data, count, limit} = {gen_left[i-1].data_q, gen_left[i-1].count_q, gen_left[i-1].limit_q};
        assign {tied, allowed_d} = {gen_left[i-1].tied_q, gen_left[i-1].allowed_q};
      end
      // Leading groups of zeros (ones if the sum is negative), and how many the limit allows as long as it has been
      // reached so far.
      logic [Groups:1] empty, leading, reached;
      logic level_negative, invert;
      assign invert = i == Lefts - 1 && level_negative;
      assign level_negative = i == 0 ? negative : flags_d[4];
      for (genvar k = 1; k <= Groups; k++) begin : gen_group
        assign empty[k] = (data[SumW - 1 - (k - 1) * Step -: Step] ^ {Step{level_negative}}) == '0;
        assign leading[k] = empty[k:1] == '1;
        assign reached[k] = leading[k] & (!tied | allowed_d[3*i+k-1]);
      end
      if (Groups == 3) begin : gen_two
        logic [1:0] digit, places;
        logic [2*Step-1:0] low;  // bits with at most two sources
        assign digit = {reached[2], reached[1] & (!reached[2] | reached[3])};
        delay_line #(.Width(SumW + 2), .Latency(LCount)) u_count (
            .clk_i, .data_i({data, digit}), .data_o({counted, places})
        );
        assign low = places[1] ? '0 : places[0] ? {counted[Step-1:0], Step'(0)} : counted[2*Step-1:0];
        assign shifted[2*Step-1:0] = low ^ {(2*Step){invert}};
        mux4 #(.Width(SumW - 2 * Step)) u_mux (
            .a_i(counted[SumW-1:2*Step]), .b_i(counted[SumW-1-Step:Step]), .c_i(counted[SumW-1-2*Step:0]),
            .d_i((SumW-2*Step)'(counted << Step)), .select_i(places), .modify_i(invert),
            .result_o(shifted[SumW-1:2*Step])
        );
        always_comb begin
          count_d = count;
          count_d[High:Low] = digit;
        end
      end else begin : gen_one
        logic place;
        delay_line #(.Width(SumW + 1), .Latency(LCount)) u_count (
            .clk_i, .data_i({data, reached[1]}), .data_o({counted, place})
        );
        assign shifted = (place ? counted << Step : counted) ^ {SumW{invert}};
        always_comb begin
          count_d = count;
          count_d[High] = reached[1];
        end
      end
      assign tied_d = tied & ((allowed_d[3*i +: Groups] & ~leading) == '0);
      assign limit_d = limit;
      if (i == 0) begin : gen_flags
        // Infinity and NaN are told apart by the fraction of the sum. What is special needs no more than is known here.
        localparam int unsigned Rest = SumW - 3 * Step;
        logic any, away_0, beyond;
        if (Groups == 3) begin : gen_any
          assign zero = leading[3] & !negative & (data[Rest-1:0] == '0);
          assign any = !empty[2] || !empty[3] || (Step > 2 && data[SumW-3:SumW-Step] != '0) ||
              (Rest > 3 && (data[Rest-1:0] >> 3) != '0);
        end else begin : gen_any
          assign zero = data == '0;
          assign any = data[SumW-3:3] != '0;
        end
        assign away_0 = Rounding == 0 || (Rounding == 3 && !sign_3) || (Rounding == 4 && sign_3);
        assign beyond = !subtract_3 && data[SumW-1];
        assign nan = (both_max_3 && subtract_3) || (exp_3 == '1 && (any || (data[SumW-1] && data[SumW-2])));
        assign special = exp_3[ExpW-1:1] == '1 && (exp_3[0] || beyond);
        assign finite = !exp_3[0] && !away_0;
        assign sign_n = zero || both_zero_3 ? (subtract_3 ? Rounding == 4 : sign_3) : sign_3 ^ negative;
        assign flags_d = {zero | both_zero_3, negative, nan, special, finite, sign_n};
      end else begin : gen_flags
        assign flags_d = gen_left[i-1].flags_q;
      end
      if (i == Lefts - 1) begin : gen_up
        // Rounding up, if the last bit of the distance is set and if not, seen before this level shifts by two or not:
        // after more there is nothing below the last place, after three neither. A negative sum lacks one in the last
        // place.
        logic last_any, top_any, twice_any, away, up_last, up_top, up_last_q, up_top_q;
        assign last_any = data[2] && (Rounding != 0 || data[3] || data[1:0] != '0);
        assign top_any = data[3] && (Rounding != 0 || data[4] || data[2:0] != '0);
        assign twice_any = data[1] && (Rounding != 0 || data[2] || data[0]);
        assign away = Rounding == 0 || (Rounding == 3 && !flags_d[0]) || (Rounding == 4 && flags_d[0]);
        assign up_last = level_negative || (away && !reached[1] && (last_any || (Rounding != 0 && data[1:0] != '0)));
        assign up_top = level_negative || (away && (reached[1] ? !reached[Groups > 1 ? 2 : 1] || Groups == 1 : 1'b1) &&
            (reached[1] ? twice_any || (Rounding != 0 && data[0]) : top_any || (Rounding != 0 && data[2:0] != '0)));
        delay_line #(.Width(2), .Latency(Latency * After / Total - Latency * Before / Total)) u_up (
            .clk_i, .data_i({up_last, up_top}), .data_o({up_last_q, up_top_q})
        );
      end
      // An exact zero has exponent 0, from here on as one that the limit has reached.
      delay_line #(.Width(SumW), .Latency(Latency * After / Total - Latency * Counted / Total)) u_data (
          .clk_i, .data_i(shifted), .data_o(data_q)
      );
      delay_line #(.Width(LimitW + 3*Lefts + CountW + 7),
          .Latency(Latency * After / Total - Latency * Before / Total)) u_delay (
          .clk_i,
          .data_i({Subnormals && i == 0 && zero ? LimitW'(0) : limit_d,
                   Subnormals && i == 0 && zero ? (3*Lefts)'(0) : allowed_d,
                   Subnormals && i == 0 && zero ? CountW'(0) : count_d,
                   Subnormals && (tied_d || (i == 0 && zero)), flags_d}),
          .data_o({limit_q, allowed_q, count_q, tied_q, flags_q})
      );
    end
    logic [SumW-1:0] data_4;
    logic unused_allowed;
    assign unused_allowed = ^gen_left[Lefts-1].allowed_q;
    logic [LimitW-1:0] exp_4;
    logic [CountW-1:0] count_4;
    logic zero_4, tied_4, negative_4, nan_4, special_4, finite_4, sign_4;
    assign {data_4, exp_4, count_4} = {gen_left[Lefts-1].data_q, gen_left[Lefts-1].limit_q, gen_left[Lefts-1].count_q};
    assign {tied_4, zero_4, negative_4, nan_4, special_4, finite_4, sign_4} =
        {gen_left[Lefts-1].tied_q, gen_left[Lefts-1].flags_q};

    // The exponent is exp - count, 1 more if nothing is left to shift (`top`); 1 less, which is 0, for a subnormal that
    // had to be shifted by the last bit (exp is odd then).
    logic top, last, flush, round_up, unused_low;
    logic [FieldW-1:0] exp_n, offset;
    assign top = data_4[SumW-1];
    assign last = !top & (!tied_4 | exp_4[0]);
    assign round_up = last ? gen_left[Lefts-1].gen_up.up_last_q : gen_left[Lefts-1].gen_up.up_top_q;
    assign unused_low = ^{data_4[2:0], negative_4};
    assign exp_n = {exp_4[FieldW-1:1], exp_4[0] & (!Subnormals | top | data_4[SumW-2])};
    // -count: its last bit is zero.
    always_comb begin
      offset[0] = top;
      for (int k = 1; k < FieldW; k++) begin
        offset[k] = k < CountW ? count_4[k] ^ ((count_4 & ((CountW'(1) << k) - CountW'(1))) != '0) : count_4 != '0;
      end
    end
    assign flush = LimitW'({count_4[CountW-1:1], !top}) > exp_4;

    logic [SigW-1:0] data_5;
    logic [FieldW-1:0] exp_5, offset_5;
    logic last_5, round_up_5, nan_5, special_5, finite_5, sign_5, flush_5, zero_5;
    delay_line #(.Width(SigW + 2*FieldW + 8),
        .Latency(Latency * AtRound / Total - Latency * AtNormal / Total)) u_round (
        .clk_i,
        .data_i({data_4[SumW-2 -: SigW], exp_n, offset, last, round_up, nan_4, special_4, finite_4, sign_4, flush,
                 zero_4}),
        .data_o({data_5, exp_5, offset_5, last_5, round_up_5, nan_5, special_5, finite_5, sign_5, flush_5, zero_5})
    );

    // 6. Round. Exponent and fraction form one integer: a carry out of the fraction moves to the next exponent by
    // itself.
    logic [FieldW+SigW-2:0] magnitude;
    logic [W-1:0] result;
    logic tiny;
    add_select #(.Width(FieldW + SigW - 1)) u_increment (
        .a_i({offset_5, (SigW-1)'(0)}), .b_i({exp_5, data_5[SigW-1:1]}), .c_i({exp_5, data_5[SigW-2:0]}),
        .select_i(last_5), .carry_i(round_up_5), .sum_o(magnitude)
    );
    // The missing one of a negative sum may still reach the least normal number.
    assign tiny = zero_5 || (flush_5 && (magnitude[FieldW+SigW-2] || !magnitude[SigW-1]));
    always_comb begin
      result = {sign_5, magnitude[W-2:0]};
      if (!Subnormals && tiny) result[W-2:0] = '0;
      if (special_5) result[W-2:0] = {{(ExpW-1){1'b1}}, !finite_5, {(SigW-1){finite_5}}};
      if (nan_5) result = {1'b0, {ExpW{1'b1}}, 1'b1, (SigW-2)'(0)};
    end
    delay_line #(.Width(W), .Latency(Latency - Latency * AtRound / Total)) u_result (
        .clk_i, .data_i(result), .data_o(result_o)
    );
  end
endmodule
