// SPDX-License-Identifier: Apache-2.0
// a * b + c, rounded once (Rounding: 0 nearest even, 2 toward zero, 3 up, 4 down). Latency cycles, initiation interval
// 1.
// Registers stand at the cuts between the steps below, spread by the delays of the steps on an ECP5; the output is one
// when Latency is at least 1.
//
// The product stays where it is; c is shifted to its place (1 to 3). The sum is a number in two's complement and stays
// one until it is rounded: leading bits equal to the sign are counted instead of zeros (5 to 7), and what a negation
// would add in the last place is part of the rounding increment (8).
module fp_fma #(
    parameter int unsigned ExpW       = 8,
    parameter int unsigned SigW       = 24,
    parameter int unsigned Rounding   = 0,
    parameter bit          Subnormals = 1'b1,
    parameter int unsigned Latency    = 9
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    input  logic [ExpW+SigW-1:0] c_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;
  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_fma: Rounding is 0, 2, 3 or 4");
  end

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function longint unsigned weft_fp_fma(
    input longint unsigned a, input longint unsigned b, input longint unsigned c, input int unsigned exp_w,
    input int unsigned sig_w, input int unsigned rounding, input int unsigned subnormals);
  localparam bit Fast = Latency > 0;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] fma_q;
    always_ff @(posedge clk_i)
      fma_q <= W'(weft_fp_fma(64'(a_i), 64'(b_i), 64'(c_i), ExpW, SigW, Rounding, 32'(Subnormals)));
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(fma_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    // The field of the addition, from the top: SigW + 2 places for a c above the product, the product, and below it two
    // more that a product of a subnormal needs. A c farther up stays at the top: the product is then no more than a
    // sticky bit.
    localparam int unsigned Extra = Subnormals ? 2 : 0;
    localparam int unsigned FieldW = 3 * SigW + 2 + Extra;
    // c is shifted by a distance below Unit, then by 0 to 3 Units. The distance is `Lost` for a c at the top, chosen so
    // that distance and exponent difference are equal modulo Unit: Units of the difference are Base for a shift by
    // none.
    localparam int unsigned FineW = $clog2(SigW + 3);
    localparam int unsigned Unit = 1 << FineW;
    localparam int unsigned Half = 1 << (ExpW - 1);
    localparam int unsigned Lost = (Half + 4 * Unit - (SigW + 3)) % Unit;
    localparam int unsigned AlignedW = SigW + Unit - 1;
    localparam int unsigned DiffW = (ExpW > FineW ? ExpW : FineW) + 3;  // signed
    localparam int unsigned UnitsW = DiffW - FineW;
    localparam logic [UnitsW-1:0] Base = UnitsW'((Half + 64 * Unit - (SigW + 3 + Lost)) / Unit - 64);
    localparam int unsigned TopW = $clog2(3 * Half + SigW + 4);

    // The sum with its sign bit. Normalised by 0 to 3 times Coarse = 2^Levels, then by smaller powers of two.
    localparam int unsigned SumW = FieldW + 1;
    localparam int unsigned Levels = SumW > 16 ? $clog2(SumW) - 2 : 3;
    localparam int unsigned Coarse = 1 << Levels;
    localparam int unsigned PerCoarse = Coarse / 8;
    localparam int unsigned Groups = (SumW - 1) / 8;  // whole ones, and something after them
    localparam int unsigned ExpoW = TopW + (Subnormals ? 0 : 1);  // signed without subnormals

    // Cuts: cumulated delays.
    localparam int unsigned CutExponent = 60;
    localparam int unsigned CutDistance = CutExponent + 60;
    localparam int unsigned FineStep = 12;
    localparam int unsigned CutFine = CutDistance + FineStep * FineW;
    localparam int unsigned CutAligned = CutFine + 60;
    localparam bit Split = SigW > 36;  // the adder in two halves
    localparam int unsigned CutLow = CutAligned + (Split ? 34 + SigW / 2 : 0);
    localparam int unsigned CutSum = CutLow + 36 + SigW / (Split ? 2 : 1);
    localparam int unsigned CutCount = CutSum + 30;
    localparam int unsigned CutCoarse = CutCount + 30;
    localparam int unsigned LevelStep = 30;
    localparam int unsigned CutNormal = CutCoarse + LevelStep * (Levels - 1);
    localparam int unsigned Total = CutNormal + 36 + SigW;
    localparam int unsigned AlignLatency = Latency * CutAligned / Total;

    // 1. Sum of the product's exponents; special values.
    logic sign_a, sign_b, sign_c, zero_a, zero_b, zero_c, inf_a, inf_b, inf_c, nan_a, nan_b, nan_c;
    logic [ExpW-1:0] exp_a, exp_b, exp_c;
    logic [SigW-1:0] sig_a, sig_b, sig_c;
    fp_unpack #(.ExpW(ExpW), .SigW(SigW), .Subnormals(Subnormals)) u_a (
        .data_i(a_i), .sign_o(sign_a), .exponent_o(exp_a), .significand_o(sig_a), .zero_o(zero_a), .inf_o(inf_a),
        .nan_o(nan_a)
    );
    fp_unpack #(.ExpW(ExpW), .SigW(SigW), .Subnormals(Subnormals)) u_b (
        .data_i(b_i), .sign_o(sign_b), .exponent_o(exp_b), .significand_o(sig_b), .zero_o(zero_b), .inf_o(inf_b),
        .nan_o(nan_b)
    );
    fp_unpack #(.ExpW(ExpW), .SigW(SigW), .Subnormals(Subnormals)) u_c (
        .data_i(c_i), .sign_o(sign_c), .exponent_o(exp_c), .significand_o(sig_c), .zero_o(zero_c), .inf_o(inf_c),
        .nan_o(nan_c)
    );
    logic unused_zero;
    assign unused_zero = zero_c;

    logic sign_p, subtract;
    assign sign_p = sign_a ^ sign_b;
    assign subtract = sign_p ^ sign_c;
    logic [ExpW+1:0] exp_sum;  // exp_a + exp_b + 1 after the lowest bit
    assign exp_sum = {1'b0, exp_a, 1'b1} + {1'b0, exp_b, 1'b1};

    logic [ExpW:0] exp_sum_1;
    logic [ExpW-1:0] exp_c_1;
    logic [SigW-1:0] sig_c_1;
    logic zero_a_1, zero_b_1, zero_p_1;
    delay_line #(.Width(2 * ExpW + SigW + 3), .Latency(Latency * CutExponent / Total)) u_1 (
        .clk_i, .data_i({exp_sum[ExpW+1:1], exp_c, sig_c, zero_a, zero_b}),
        .data_o({exp_sum_1, exp_c_1, sig_c_1, zero_a_1, zero_b_1})
    );
    assign zero_p_1 = zero_a_1 | zero_b_1;
    logic unused_carry;
    assign unused_carry = exp_sum[0];

    // 2. Distance of c from the top, and `top`, the exponent of the place below the top.
    logic signed [DiffW-1:0] difference;
    logic signed [UnitsW-1:0] place;
    logic on_top;
    logic [3:0] coarse, coarse_2;
    logic [FineW-1:0] fine, fine_2;
    logic [TopW-1:0] top, top_3;
    logic [SigW-1:0] sig_c_2;
    assign difference = signed'(DiffW'(exp_sum_1)) - signed'(DiffW'(exp_c_1));
    assign place = difference[DiffW-1:FineW];
    assign on_top = zero_p_1 || place < signed'(Base) || (place == signed'(Base) && 32'(difference[FineW-1:0]) < Lost);
    assign fine = on_top ? FineW'(Lost) : difference[FineW-1:0];
    for (genvar k = 0; k < 4; k++) begin : gen_units
      assign coarse[k] = on_top ? k == 0 : place == signed'(Base + UnitsW'(k));
    end
    // A constant is synchronous set and reset of the register.
    logic [TopW-1:0] offset, offset_2, exp_sum_2;
    assign offset = on_top ? TopW'(difference) : TopW'(Half) - TopW'(SigW + 3);
    delay_line #(
        .Width(4 + FineW + SigW + 2 * TopW), .Latency(Latency * CutDistance / Total - Latency * CutExponent / Total)
    ) u_2 (
        .clk_i,
        .data_i({coarse, fine, sig_c_1, offset, TopW'(exp_sum_1)}),
        .data_o({coarse_2, fine_2, sig_c_2, offset_2, exp_sum_2})
    );
    assign top = exp_sum_2 - offset_2;

    // 3. Align c, by the small distances first; what passes the end goes into the sticky bit.
    for (genvar k = 0; k <= FineW; k++) begin : gen_fine
      localparam int unsigned Out = SigW + (1 << k) - 1;
      logic [Out-1:0] data;
      logic [FineW-1:0] distance;
      logic [3:0] units_q;
      if (k == 0) begin : gen_first
        assign data = sig_c_2;
        assign distance = fine_2;
        assign units_q = coarse_2;
      end else begin : gen_level
        localparam int unsigned Step = 1 << (k - 1);
        localparam int unsigned After = CutDistance + FineStep * k;
        localparam int unsigned Before = CutDistance + FineStep * (k - 1);
        logic [Out-1:0] shifted;
        assign shifted = gen_fine[k-1].distance[k-1] ? {Step'(0), gen_fine[k-1].data} : {gen_fine[k-1].data, Step'(0)};
        delay_line #(.Width(Out + FineW + 4), .Latency(Latency * After / Total - Latency * Before / Total)) u_level (
            .clk_i, .data_i({shifted, gen_fine[k-1].distance, gen_fine[k-1].units_q}),
            .data_o({data, distance, units_q})
        );
      end
    end
    logic [AlignedW-1:0] near, near_3;
    logic [3:0] units, units_3, lost;
    logic [FieldW-1:0] field, field_3;
    logic unused_distance;
    assign near = gen_fine[FineW].data;
    assign units = gen_fine[FineW].units_q;
    assign unused_distance = ^gen_fine[FineW].distance;
    // A bit with one possible source is a register with synchronous reset and no logic.
    for (genvar i = 0; i < FieldW; i++) begin : gen_field
      logic [3:0] sources;
      for (genvar k = 0; k < 4; k++) begin : gen_source
        localparam int unsigned Place = FieldW + Lost - 1 - i;  // from the top of the shifted `near`
        if (Place >= k * Unit && Place < k * Unit + AlignedW) begin : gen_some
          assign sources[k] = units[k] ? near[AlignedW+k*Unit-1-Place] : 1'b0;
        end else begin : gen_none
          assign sources[k] = 1'b0;
        end
      end
      assign field[i] = |sources;
    end
    delay_line #(.Width(FieldW + AlignedW + 4), .Latency(AlignLatency - Latency * CutFine / Total)) u_3 (
        .clk_i, .data_i({field, near, units}), .data_o({field_3, near_3, units_3})
    );
    for (genvar k = 0; k < 4; k++) begin : gen_lost
      localparam int unsigned Kept = FieldW + Lost > k * Unit ? FieldW + Lost - k * Unit : 0;
      if (Kept >= AlignedW) begin : gen_none
        assign lost[k] = 1'b0;
      end else begin : gen_some
        assign lost[k] = units_3[k] && near_3[AlignedW-1-Kept:0] != '0;
      end
    end
    // c is then far below the product: whether something is lost is not needed before the rounding.
    logic lost_any, lost_7;
    assign lost_any = lost != '0 || (units_3 == '0 && near_3 != '0);
    delay_line #(.Width(1), .Latency(Latency * CutNormal / Total - AlignLatency)) u_lost (
        .clk_i, .data_i(lost_any), .data_o(lost_7)
    );

    // Beside that: the product.
    logic [2*SigW-1:0] product;
    mul_unsigned #(.WidthA(SigW), .WidthB(SigW), .ProductW(2 * SigW), .Latency(AlignLatency)) u_mul (
        .clk_i, .a_i(sig_a), .b_i(sig_b), .product_o(product)
    );
    logic add_3;
    delay_line #(.Width(TopW), .Latency(AlignLatency - Latency * CutDistance / Total)) u_top (
        .clk_i, .data_i(top), .data_o(top_3)
    );
    delay_line #(.Width(1), .Latency(AlignLatency)) u_add_or_subtract (.clk_i, .data_i(!subtract), .data_o(add_3));

    // 4. Add. `even[i]`: the bits i to i+3 are equal.
    logic [SumW-1:0] sum, sum_4;
    logic [Groups*3-1:0] even, even_4;
    logic [SumW-1:0] addend;
    assign addend = SumW'(product) << Extra;
    if (Split) begin : gen_split
      localparam int unsigned LowW = SumW / 2;
      localparam int unsigned LowLatency = Latency * CutLow / Total - AlignLatency;
      logic [LowW:0] low, low_q;
      logic [SumW-LowW-1:0] addend_q, field_q;
      logic [SumW-LowW:0] high;
      logic add_q, unused_low;
      add_sub #(.Width(LowW + 1)) u_low (
          .a_i({1'b0, addend[LowW-1:0]}), .b_i({1'b0, field_3[LowW-1:0]}), .add_i(add_3), .sum_o(low)
      );
      delay_line #(.Width(2 * SumW - LowW + 2), .Latency(LowLatency)) u_halves (
          .clk_i,
          .data_i({low, addend[SumW-1:LowW], 1'b0, field_3[FieldW-1:LowW], add_3}),
          .data_o({low_q, addend_q, field_q, add_q})
      );
      // The carry, or the borrow, enters below the least significant place.
      add_sub #(.Width(SumW - LowW + 1)) u_high (
          .a_i({addend_q, add_q}), .b_i({field_q, low_q[LowW]}), .add_i(add_q), .sum_o(high)
      );
      assign {sum, unused_low} = {high[SumW-LowW:1], low_q[LowW-1:0], high[0]};
    end else begin : gen_whole
      add_sub #(.Width(SumW)) u_add (.a_i(addend), .b_i({1'b0, field_3}), .add_i(add_3), .sum_o(sum));
    end
    // Group i: Eight places, and the one before them, from the top.
    for (genvar i = 0; i < 3 * Groups; i++) begin : gen_even
      localparam int unsigned First = i == 0 ? 0 : 8 * (i / 3) + 3 * (i % 3) - 1;
      localparam int unsigned Last = i % 3 == 2 ? 8 * (i / 3) + 7 : 8 * (i / 3) + 3 * (i % 3) + 2;
      assign even[i] = sum[SumW-1-First:SumW-1-Last] == '0 || sum[SumW-1-First:SumW-1-Last] == '1;
    end
    // The shift to the left stops at the place of exponent 1, `top` places down: limits of the shift by 1 to 4 times
    // Coarse.
    logic [3:0] may, may_4;
    for (genvar k = 0; k < 4; k++) begin : gen_may
      assign may[k] = !Subnormals || (32'(top_3) >> Levels) > k;
    end
    delay_line #(.Width(SumW + 3 * Groups), .Latency(Latency * CutSum / Total - Latency * CutLow / Total)) u_4 (
        .clk_i, .data_i({sum, even}), .data_o({sum_4, even_4})
    );
    delay_line #(.Width(4), .Latency(Latency * CutSum / Total - AlignLatency)) u_may (
        .clk_i, .data_i(may), .data_o(may_4)
    );

    // 5. Groups of eight like the place before them; how many times Coarse places are like the sign.
    logic [4*PerCoarse-1:0] like;
    logic [2:0] like_coarse, skip;
    logic [3:0] choice;
    logic zero, free;
    for (genvar i = 0; i < 4 * PerCoarse; i++) begin : gen_like
      if (i < Groups) begin : gen_some
        assign like[i] = &even_4[3*i +: 3];
      end else begin : gen_none
        assign like[i] = 1'b0;
      end
    end
    for (genvar k = 0; k < 3; k++) begin : gen_coarse
      assign like_coarse[k] = &like[k*PerCoarse +: PerCoarse];
    end
    assign skip = {&like_coarse, &like_coarse[1:0], like_coarse[0]} & may_4[2:0];
    assign choice = {skip[2], skip[1] & !skip[2], skip[0] & !skip[1], !skip[0]};
    assign free = (may_4 & ~{1'b0, skip}) != '0;  // ends before the limit
    assign zero = &like[Groups-1:0] && sum_4[SumW-1-8*Groups:0] == '0 && !sum_4[SumW-1];
    logic [SumW-1:0] sum_5;
    logic [4*PerCoarse-1:0] like_5;
    logic zero_5, free_5;
    logic [3:0] choice_5;
    delay_line #(.Width(SumW + 4 * PerCoarse + 6),
        .Latency(Latency * CutCount / Total - Latency * CutSum / Total)) u_5 (
        .clk_i, .data_i({sum_4, like, zero, free, choice}), .data_o({sum_5, like_5, zero_5, free_5, choice_5})
    );

    // 6. Shift by it; places that can't reach the result go into the sticky bit.
    localparam int unsigned CoarseW = SigW + Coarse;
    localparam int unsigned FarW = SumW - 2 * Coarse;
    logic [CoarseW-1:0] moved;
    logic [FarW-1:0] far;  // joins the others behind the register, where it costs nothing
    logic [3:0] rest;
    for (genvar i = 0; i < CoarseW; i++) begin : gen_moved
      if (i + Coarse < SumW) begin : gen_two
        assign moved[CoarseW-1-i] = (choice_5[0] & sum_5[SumW-1-i]) | (choice_5[1] & sum_5[SumW-1-i-Coarse]);
      end else begin : gen_one
        assign moved[CoarseW-1-i] = choice_5[0] ? sum_5[SumW-1-i] : 1'b0;
      end
    end
    for (genvar i = 0; i < FarW; i++) begin : gen_far
      if (i + 3 * Coarse < SumW) begin : gen_two
        assign far[FarW-1-i] = (choice_5[2] & sum_5[FarW-1-i]) | (choice_5[3] & sum_5[FarW-1-i-Coarse]);
      end else begin : gen_one
        assign far[FarW-1-i] = choice_5[2] ? sum_5[FarW-1-i] : 1'b0;
      end
    end
    logic [PerCoarse-1:0] like_moved;
    always_comb begin
      like_moved = '0;
      for (int k = 0; k < 4; k++)
        like_moved = like_moved | (like_5[k*PerCoarse +: PerCoarse] & {PerCoarse{choice_5[k]}});
    end
    for (genvar k = 0; k < 4; k++) begin : gen_rest
      if (CoarseW + k * Coarse < SumW) begin : gen_some
        assign rest[k] = choice_5[k] && sum_5[SumW-1-CoarseW-k*Coarse:0] != '0;
      end else begin : gen_none
        assign rest[k] = 1'b0;
      end
    end

    // 7. The lower bits of the shift. `free`: a shift as far as the remaining leading bits want is within the limit;
    // otherwise it is compared with the limit bit by bit. The last step leaves the magnitude, less one in the last
    // place if negative.
    for (genvar n = 0; n <= Levels; n++) begin : gen_normal
      localparam int unsigned Out = SigW + (Coarse >> n);
      // The later steps are shallower.
      localparam int unsigned Reached = LevelStep * n - (n > 2 ? 5 * n : 0);
      localparam int unsigned Left = n == 0 ? 0 : LevelStep * (n - 1) - (n > 3 ? 5 * (n - 1) : 0);
      localparam int unsigned Before = n == 0 ? CutCount : CutCoarse + Left;
      localparam int unsigned After = n == Levels ? CutNormal : CutCoarse + Reached;
      localparam int unsigned Here = Latency * After / Total - Latency * Before / Total;
      localparam int unsigned LikeW = PerCoarse >> n > 0 ? PerCoarse >> n : 1;
      logic [Out-1:0] data, data_d;
      logic [LikeW-1:0] alike, alike_d;  // for the next steps
      logic [Levels+1:0] shift, shift_d;
      logic [TopW-1:0] limit, limit_d;
      logic sign, sticky_q, unlimited, zero_q, sign_d, sticky_d, unlimited_d, zero_d;
      if (n == 0) begin : gen_first
        delay_line #(.Width(TopW), .Latency(Latency * CutCount / Total - AlignLatency)) u_top (
            .clk_i, .data_i(top_3), .data_o(limit_d)
        );
        logic [FarW-1:0] far_q;
        logic [Out-1:0] moved_q;
        delay_line #(.Width(FarW + Out), .Latency(Here)) u_moved (
            .clk_i, .data_i({far, moved}), .data_o({far_q, moved_q})
        );
        if (FarW < Out) begin : gen_narrow
          assign data_d = moved_q | {far_q, (Out - FarW)'(0)};
        end else begin : gen_wide
          assign data_d = moved_q | far_q[FarW-1 -: Out];
        end
        assign shift_d = {choice_5[3] | choice_5[2], choice_5[3] | choice_5[1], Levels'(0)};
        assign sign_d = sum_5[SumW-1];
        assign alike_d = like_moved;
        assign sticky_d = rest != '0;
        assign unlimited_d = free_5;
        assign zero_d = zero_5;
      end else begin : gen_level
        localparam int unsigned Step = Coarse >> n;
        logic leading, move, unused_alike;
        assign unused_alike = ^gen_normal[n-1].alike;
        logic [Out-1:0] chosen;
        if (Step > 8) begin : gen_group
          assign leading = &gen_normal[n-1].alike[Step/8-1:0];
          assign alike_d = move ? gen_normal[n-1].alike[2*LikeW-1:LikeW] : gen_normal[n-1].alike[LikeW-1:0];
        end else if (Step > 1) begin : gen_compare
          assign leading = gen_normal[n-1].alike[0];
          assign alike_d = chosen[Out-1 -: Step/2] == {(Step/2){gen_normal[n-1].sign}};
        end else begin : gen_end
          assign leading = gen_normal[n-1].alike[0];
          assign alike_d = 1'b0;
        end
        assign move = leading & (gen_normal[n-1].unlimited | gen_normal[n-1].limit[Levels-n]);
        assign chosen = move ? gen_normal[n-1].data[Out-1:0] : gen_normal[n-1].data[Out+Step-1:Step];
        assign data_d = n == Levels ? chosen ^ {Out{gen_normal[n-1].sign}} : chosen;
        assign shift_d = gen_normal[n-1].shift | ((Levels + 2)'(move) << (Levels - n));
        assign limit_d = gen_normal[n-1].limit;
        assign sign_d = gen_normal[n-1].sign;
        assign sticky_d = gen_normal[n-1].sticky_q || (!move && gen_normal[n-1].data[Step-1:0] != '0);
        assign unlimited_d = gen_normal[n-1].unlimited | (gen_normal[n-1].limit[Levels-n] & !leading);
        assign zero_d = gen_normal[n-1].zero_q;
      end
      if (n < Levels) begin : gen_cut
        if (n == 0) begin : gen_joined
          assign data = data_d;
        end else begin : gen_data
          delay_line #(.Width(Out), .Latency(Here)) u_data (.clk_i, .data_i(data_d), .data_o(data));
        end
        delay_line #(.Width(LikeW + Levels + 2 + TopW + 4), .Latency(Here)) u_cut (
            .clk_i,
            .data_i({alike_d, shift_d, limit_d, sign_d, sticky_d, unlimited_d, zero_d}),
            .data_o({alike, shift, limit, sign, sticky_q, unlimited, zero_q})
        );
      end else begin : gen_last
        // Exponent less one; the hidden bit will be added to it.
        logic [ExpoW-1:0] exponent_d, exponent;
        assign exponent_d = zero_d ? '0 : ExpoW'(limit_d) - ExpoW'(shift_d);
        delay_line #(.Width(Out + ExpoW + 3), .Latency(Here)) u_cut (
            .clk_i, .data_i({data_d, exponent_d, sign_d, sticky_d, zero_d}),
            .data_o({data, exponent, sign, sticky_q, zero_q})
        );
        assign {alike, shift, limit, unlimited} = '0;
        logic unused_bits;
        assign unused_bits = ^{alike, alike_d, shift, limit, unlimited, unlimited_d};
      end
    end
    // Special values: of each operand in the first stage, which may be far from where it comes from, of all in the next.
    localparam int unsigned SideLatency = Latency * CutNormal / Total;
    localparam int unsigned FirstLatency = SideLatency > 1 ? 1 : 0;
    logic sign_p_s, sign_c_s, zero_a_s, zero_b_s, inf_a_s, inf_b_s, inf_c_s, nan_a_s, nan_b_s, nan_c_s, subtract_s, inf_p, inf, inf_sign, nan;
    delay_line #(.Width(10), .Latency(FirstLatency)) u_special (
        .clk_i, .data_i({sign_p, sign_c, zero_a, zero_b, inf_a, inf_b, inf_c, nan_a, nan_b, nan_c}),
        .data_o({sign_p_s, sign_c_s, zero_a_s, zero_b_s, inf_a_s, inf_b_s, inf_c_s, nan_a_s, nan_b_s, nan_c_s})
    );
    assign subtract_s = sign_p_s ^ sign_c_s;
    assign inf_p = inf_a_s | inf_b_s;
    assign inf = inf_p | inf_c_s;
    assign inf_sign = inf_p ? sign_p_s : sign_c_s;
    assign nan = nan_a_s | nan_b_s | nan_c_s | (inf_a_s & zero_b_s) | (zero_a_s & inf_b_s) | (inf_p & inf_c_s & subtract_s);
    logic sign_p_7, subtract_7, inf_7, inf_sign_7, nan_7;
    delay_line #(.Width(5), .Latency(SideLatency - FirstLatency)) u_side (
        .clk_i, .data_i({sign_p_s, subtract_s, inf, inf_sign, nan}),
        .data_o({sign_p_7, subtract_7, inf_7, inf_sign_7, nan_7})
    );

    // 8. Round. Below the last place of a negative sum the complement's guard bit and a sticky bit of the sum, which is
    // clear when the missing one in the last place reaches the guard bit. A lost bit of c is added to a sum, which is
    // positive then, or taken from it: taken from zeros behind a guard bit it clears that and sets those; else one is
    // missing in the last place.
    logic [SigW:0] normal;
    logic [ExpoW-1:0] exponent;
    logic minus, guard, tail, below, sign, away, exact_carry, increment, decrement;
    assign normal = gen_normal[Levels].data;
    assign exponent = gen_normal[Levels].gen_last.exponent;
    assign minus = gen_normal[Levels].sign;
    assign below = lost_7 & subtract_7 & !gen_normal[Levels].sticky_q;
    assign tail = gen_normal[Levels].sticky_q | lost_7;
    assign guard = normal[0] & !below;
    assign sign = inf_7 ? inf_sign_7 : gen_normal[Levels].zero_q && subtract_7 ? Rounding == 4 : sign_p_7 ^ minus;
    assign away = (Rounding == 3 && !sign) || (Rounding == 4 && sign);
    assign exact_carry = minus & guard & !tail;
    assign decrement = Rounding != 0 && below && !normal[0] && !away;
    always_comb begin
      if (Rounding == 0) increment = guard ? tail | minus | normal[1] : minus & !tail & normal[1];
      else increment = exact_carry | (away & (guard | tail | minus) & !(below & !normal[0]));
    end
    logic [ExpoW+SigW-1:0] rounded;
    logic unused_rounded;
    assign unused_rounded = ^rounded;
    assign rounded = {exponent, (SigW-1)'(0), increment} + {(ExpoW-1)'(0), normal[SigW:1], increment} -
                     (ExpoW+SigW)'({decrement, 1'b0});

    logic overflow, largest, flush, special;
    logic [W-1:0] result;
    assign special = nan_7 | inf_7 | overflow;
    assign largest = Rounding != 0 && !away && !nan_7 && !inf_7;  // of an overflow
    if (Subnormals) begin : gen_subnormals
      assign overflow = exponent >= ExpoW'((1 << ExpW) - 2) || (Rounding != 0 && rounded[SigW +: ExpW] == '1);
      assign flush = 1'b0;
    end else begin : gen_normals
      // Less than the least normal number before rounding: not when only the exact carry makes it that.
      assign overflow = !exponent[ExpoW-1] &&
          (exponent >= ExpoW'((1 << ExpW) - 2) || (Rounding != 0 && rounded[SigW +: ExpW] == '1));
      assign flush = exponent[ExpoW-1] && !(exact_carry && rounded[SigW +: ExpoW] == ExpoW'(1));
    end
    always_comb begin
      result = {sign, rounded[W-1:1]};
      if (flush) result[W-2:0] = '0;
      if (special) result = {sign & !nan_7, {(ExpW-1){1'b1}}, !largest, nan_7 | largest, {(SigW-2){largest}}};
    end
    delay_line #(.Width(W), .Latency(Latency - Latency * CutNormal / Total)) u_out (
        .clk_i, .data_i(result), .data_o(result_o)
    );
  end
endmodule
