// SPDX-License-Identifier: Apache-2.0
// a * b, rounded once. Latency cycles, initiation interval 1.
// Registers are spread over the steps: multiply, add the products, shift, round.
// Without Subnormals nothing is shifted. With them, operands are multiplied as they are, and one shifter then normalises the
// product of a subnormal operand or makes a subnormal result: the place of its leading one follows from the operands'. If both
// operands are subnormal the product is so far below the format that only its being there counts.
module fp_mul #(
    parameter int unsigned ExpW       = 8,
    parameter int unsigned SigW       = 24,
    parameter int unsigned Rounding   = 0,
    parameter bit          Subnormals = 1'b1,
    parameter int unsigned Latency    = 4
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;
  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_mul: Rounding is 0, 2, 3 or 4");
  end
  if (Subnormals && SigW > (1 << (ExpW - 1)) - 2) begin : gen_check_format
    $fatal(1, "fp_mul: with Subnormals SigW is at most 2^(ExpW-1) - 2, so that a product of subnormals is below the format");
  end

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function longint unsigned weft_fp_mul(
      input longint unsigned a, input longint unsigned b, input int unsigned exp_w, input int unsigned sig_w,
      input int unsigned rounding, input int unsigned subnormals
  );
  localparam bit Fast = Latency > 0;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] product_q;
    always_ff @(posedge clk_i) product_q <= W'(weft_fp_mul(64'(a_i), 64'(b_i), ExpW, SigW, Rounding, 32'(Subnormals)));
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(product_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    // Where registers can stand, in hundredths of the delay with Subnormals: in the multiplier blocks, between the adders of the
    // product and behind it, behind the coarse part of the shift, behind the shift, before the rounding adder.
    localparam int unsigned LogW = $clog2(SigW);
    localparam int unsigned ShiftDelay = Subnormals ? 20 : 0;
    localparam int unsigned AtBlock = 29;
    localparam int unsigned AtProduct = 61;
    localparam int unsigned AtCoarse = AtProduct + ShiftDelay * SigW / 100;
    localparam int unsigned AtShift = AtProduct + ShiftDelay;
    localparam int unsigned AtRound = AtShift + 9;
    localparam int unsigned Total = AtRound + 10;
    // Beside the multiplier: behind the operands' fields, the zeros of groups of bits, the leading zeros, the exponent.
    localparam int unsigned AtField = 24 - SigW / 8;
    localparam int unsigned AtGroup = 24;
    localparam int unsigned AtLead = AtGroup + (LogW > 3 ? 8 * (LogW - 3) : 0);
    localparam int unsigned AtNormal = AtLead + SigW / 16;

    localparam int unsigned LField = Latency * AtField / Total;
    localparam int unsigned LGroup = Latency * AtGroup / Total;
    localparam int unsigned LLead = Latency * AtLead / Total;
    localparam int unsigned LNormal = Latency * AtNormal / Total;
    localparam int unsigned LBlock = Latency * AtBlock / Total;
    localparam int unsigned LProduct = Latency * AtProduct / Total;
    localparam int unsigned LCoarse = Latency * AtCoarse / Total;
    localparam int unsigned LShift = Latency * AtShift / Total;
    localparam int unsigned LRound = Latency * AtRound / Total;

    // 1. Operands.
    localparam int unsigned FracW = SigW - 1;
    localparam int unsigned SExpW = ExpW + 2;  // signed
    logic sign_a, sign_b, tiny_a, tiny_b, top_a, top_b, bare_a, bare_b, sign, inf, nan, zero;
    logic [ExpW-1:0] exp_a, exp_b;
    logic [FracW-1:0] frac_a, frac_b;
    assign {sign_a, exp_a, frac_a} = a_i;
    assign {sign_b, exp_b, frac_b} = b_i;
    assign tiny_a = exp_a == '0;
    assign tiny_b = exp_b == '0;
    assign top_a = exp_a == '1;
    assign top_b = exp_b == '1;
    assign bare_a = frac_a == '0;
    assign bare_b = frac_b == '0;
    assign sign = sign_a ^ sign_b;
    assign zero = (tiny_a & (bare_a | !Subnormals)) | (tiny_b & (bare_b | !Subnormals));
    assign inf = top_a | top_b;   // unless a NaN
    assign nan = (top_a & !bare_a) | (top_b & !bare_b) | (inf & zero);

    logic [2*SigW-1:0] product;
    mul_unsigned #(
        .WidthA(SigW), .WidthB(SigW), .ProductW(2 * SigW), .Latency(LProduct), .BlockLatency(LBlock)
    ) u_mul (.clk_i, .a_i({!tiny_a | !Subnormals, frac_a}), .b_i({!tiny_b | !Subnormals, frac_b}), .product_o(product));

    // Exponent less one of the product's second bit from the top, a subnormal operand counting as exponent 1.
    logic [ExpW:0] exp_sum, exp_sum_1;
    logic tiny, sign_1, inf_1, nan_1, zero_1;
    assign tiny = Subnormals & (tiny_a | tiny_b);
    assign exp_sum = (ExpW+1)'(exp_a) + (ExpW+1)'(exp_b) + (ExpW+1)'(tiny);
    delay_line #(.Width(ExpW + 5), .Latency(LField)) u_1 (
        .clk_i, .data_i({exp_sum, sign, inf, nan, zero}), .data_o({exp_sum_1, sign_1, inf_1, nan_1, zero_1})
    );
    logic signed [SExpW-1:0] exp_low;
    assign exp_low = signed'({1'b0, exp_sum_1}) - signed'(SExpW'(1 << (ExpW - 1)));

    // 2. Exponent less one and significand of the result: two bits before the point, SigW after it, the rest. `beyond`: the
    // exponent alone says overflow; `edge`: it does if the product has a carry.
    logic [SigW+1:0] top_3;
    logic rest_3, sign_3, inf_3, nan_3, zero_3, beyond_3, edge_3;
    logic [SExpW-1:0] exp_3;

    if (Subnormals) begin : gen_shift
      // Leading zeros of the subnormal operand (of both at once if there are two: then nothing matters but that they are tiny).
      // Zeros within groups of four bits, then the first group that has a one.
      localparam int unsigned Groups = (SigW + 3) / 4;
      localparam int unsigned GroupW = $clog2(Groups + 1);
      localparam int unsigned Quads = (Groups + 3) / 4;
      localparam int unsigned CountW = GroupW + 2;
      logic [FracW-1:0] low, low_1;
      logic normal_1;
      assign low = (tiny_a ? frac_a : '0) | (tiny_b ? frac_b : '0);
      delay_line #(.Width(SigW), .Latency(LField)) u_low (.clk_i, .data_i({!tiny, low}), .data_o({normal_1, low_1}));
      logic [4*Groups-1:0] word;
      logic [Groups-1:0] any;      // the first group stands highest
      logic [8*Quads-1:0] zeros;   // two bits a group, the first group stands lowest
      logic [2*Quads-1:0] in_quad;
      logic [GroupW-1:0] group;
      logic [1:0] in_group;
      assign word = (4*Groups)'({normal_1, low_1}) << (4 * Groups - SigW);
      logic unused_zeros;
      assign unused_zeros = ^zeros_q;
      for (genvar g = 0; g < 4 * Quads; g++) begin : gen_group
        if (g < Groups) begin : gen_used
          logic [3:0] bits;
          assign bits = word[4*(Groups-1-g) +: 4];
          assign any[Groups-1-g] = bits != '0;
          assign zeros[2*g +: 2] = {!bits[3] & !bits[2], !bits[3] & (bits[2] | !bits[1])};
        end else begin : gen_none
          assign zeros[2*g +: 2] = '0;
        end
      end
      lzc #(.Width(Groups)) u_group (.data_i(any), .count_o(group));
      logic [GroupW-1:0] group_q;
      logic [8*Quads-1:0] zeros_q;
      logic signed [SExpW-1:0] exp_q;
      logic sign_q, inf_q, nan_q, zero_q;
      delay_line #(.Width(GroupW + 8 * Quads + SExpW + 4), .Latency(LGroup - LField)) u_q (
          .clk_i, .data_i({group, zeros, exp_low, sign_1, inf_1, nan_1, zero_1}),
          .data_o({group_q, zeros_q, exp_q, sign_q, inf_q, nan_q, zero_q})
      );
      for (genvar q = 0; q < Quads; q++) begin : gen_quad
        if (4 * q + 2 >= Groups) begin : gen_two
          assign in_quad[2*q +: 2] = group_q[0] ? zeros_q[8*q+2 +: 2] : zeros_q[8*q +: 2];
        end else begin : gen_four
          mux4 #(.Width(2)) u_mux (
              .a_i(zeros_q[8*q +: 2]), .b_i(zeros_q[8*q+2 +: 2]), .c_i(zeros_q[8*q+4 +: 2]), .d_i(zeros_q[8*q+6 +: 2]),
              .select_i(group_q[1:0]), .modify_i(1'b0), .result_o(in_quad[2*q +: 2])
          );
        end
      end
      assign in_group = 2'(in_quad >> (2 * (group_q >> 2)));
      logic [CountW-1:0] lead, lead_2;
      assign lead = {group_q, in_group};
      logic signed [SExpW-1:0] exp_2;
      logic sign_2, inf_2, nan_2, zero_2;
      delay_line #(.Width(CountW + SExpW + 4), .Latency(LLead - LGroup)) u_2 (
          .clk_i, .data_i({lead, exp_q, sign_q, inf_q, nan_q, zero_q}),
          .data_o({lead_2, exp_2, sign_2, inf_2, nan_2, zero_2})
      );

      // Shift left by the leading zeros, but to no exponent below 1, which may mean a shift to the right: as a shift to the
      // right of the product moved SigW - 1 places to the left of where its upper half counts.
      localparam int unsigned ShiftW = $clog2(2 * SigW + 2);
      localparam int unsigned FieldW = 2 * SigW + 1;
      localparam logic signed [SExpW-1:0] MostExp = SExpW'((1 << ExpW) - 2);
      localparam logic signed [SExpW-1:0] MostShift = SExpW'((1 << ShiftW) - 1);
      logic signed [SExpW-1:0] normal_2, normal, moved, distance;
      logic [ShiftW-1:0] shift;
      logic gone, right, sign_n, inf_n, nan_n, zero_n;
      assign normal_2 = exp_2 - signed'(SExpW'(lead_2));
      delay_line #(.Width(2 * SExpW + 4), .Latency(LNormal - LLead)) u_normal (
          .clk_i, .data_i({normal_2, normal_2 < 0 ? exp_2 : signed'(SExpW'(lead_2)), sign_2, inf_2, nan_2, zero_2}),
          .data_o({normal, moved, sign_n, inf_n, nan_n, zero_n})
      );
      assign right = normal < 0;
      assign distance = signed'(SExpW'(SigW - 1)) - moved;
      assign gone = distance > MostShift;
      assign shift = ShiftW'(distance);
      logic [SExpW-1:0] exp_field;
      assign exp_field = right || zero_n ? '0 : normal;

      logic [ShiftW-1:0] shift_p;
      logic sign_p, inf_p, nan_p, gone_p, some_p, beyond_p, edge_p;
      logic [SExpW-1:0] exp_p;
      delay_line #(.Width(ShiftW + SExpW + 7), .Latency(LProduct - LNormal)) u_p (
          .clk_i, .data_i({shift, exp_field, sign_n, inf_n, nan_n, gone, !zero_n, normal >= MostExp, normal == MostExp - 1}),
          .data_o({shift_p, exp_p, sign_p, inf_p, nan_p, gone_p, some_p, beyond_p, edge_p})
      );

      // Two distance bits a level, the coarse ones first: the last levels then have few bits. A level drops what its distance
      // brings below bit 0.
      localparam int unsigned Levels = (ShiftW + 1) / 2;
      localparam int unsigned OutW = SigW + 2;
      logic [2*Levels-1:0] shift_s, shift_m;
      logic gone_m;
      assign shift_s = (2*Levels)'(shift_p);
      for (genvar k = 0; k < Levels; k++) begin : gen_level
        localparam int unsigned Step = 1 << (2 * (Levels - 1 - k));
        localparam int unsigned Width = OutW + Step - 1;  // what the finer levels may bring down
        localparam int unsigned FromW = k == 0 ? FieldW : OutW + 4 * Step - 1;
        localparam int unsigned AfterLatency = k == 0 ? LCoarse - LProduct : 0;
        logic [FromW-1:0] from;
        logic [Width+3*Step-1:0] padded;
        logic [Width-1:0] shifted, to;
        logic [2*Levels-1:0] distances;
        logic [1:0] places;
        logic from_rest, rest, to_rest;
        if (k == 0) begin : gen_first
          assign from = {product, 1'b0};
          assign from_rest = gone_p & some_p;
          assign distances = shift_s;
        end else begin : gen_next
          assign from = gen_level[k-1].to;
          assign from_rest = gen_level[k-1].to_rest;
          assign distances = shift_m;
        end
        assign places = distances[2*(Levels-1-k) +: 2];
        assign padded = (Width+3*Step)'(from);
        for (genvar i = 0; i < Width; i++) begin : gen_bit
          if (i + Step >= FromW) begin : gen_one
            assign shifted[i] = places == 0 && padded[i];
          end else if (i + 2 * Step >= FromW) begin : gen_two
            assign shifted[i] = !places[1] && (places[0] ? padded[i+Step] : padded[i]);
          end else begin : gen_four
            mux4 #(.Width(1)) u_mux (
                .a_i(padded[i]), .b_i(padded[i+Step]), .c_i(padded[i+2*Step]), .d_i(padded[i+3*Step]),
                .select_i(places), .modify_i(1'b0), .result_o(shifted[i])
            );
          end
        end
        assign rest = from_rest || (places >= 1 && padded[0 +: Step] != '0) || (places >= 2 && padded[Step +: Step] != '0) ||
            (places == 3 && padded[2*Step +: Step] != '0);
        delay_line #(.Width(Width + 1), .Latency(AfterLatency)) u_level (.clk_i, .data_i({shifted, rest}), .data_o({to, to_rest}));
        logic unused_bits;
        assign unused_bits = ^{padded, distances};
      end
      logic sign_m, inf_m, nan_m, beyond_m, edge_m;
      logic [SExpW-1:0] exp_m;
      delay_line #(.Width(2 * Levels + SExpW + 6), .Latency(LCoarse - LProduct)) u_m (
          .clk_i, .data_i({shift_s, exp_p, sign_p, inf_p, nan_p, gone_p, beyond_p, edge_p}),
          .data_o({shift_m, exp_m, sign_m, inf_m, nan_m, gone_m, beyond_m, edge_m})
      );
      delay_line #(.Width(SigW + 3 + SExpW + 5), .Latency(LShift - LCoarse)) u_3 (
          .clk_i, .data_i({gone_m ? (SigW+2)'(0) : gen_level[Levels-1].to, gen_level[Levels-1].to_rest, exp_m, sign_m, inf_m, nan_m,
                   beyond_m, edge_m}),
          .data_o({top_3, rest_3, exp_3, sign_3, inf_3, nan_3, beyond_3, edge_3})
      );
      assign zero_3 = 1'b0;
    end else begin : gen_plain
      // Comparisons with -1 and with the largest exponents less one, 2^ExpW - 2 and the one below.
      logic negative, ones;
      assign negative = exp_low[SExpW-1];
      assign ones = &exp_low[ExpW-1:2];
      delay_line #(.Width(SExpW + 6), .Latency(LProduct - LField)) u_3 (
          .clk_i,
          .data_i({exp_low, sign_1, inf_1, nan_1, zero_1 | (negative & !(ones & exp_low[1] & exp_low[0])),
                   !negative & (exp_low[ExpW] | (ones & exp_low[1])), !negative & !exp_low[ExpW] & ones & !exp_low[1] & exp_low[0]}),
          .data_o({exp_3, sign_3, inf_3, nan_3, zero_3, beyond_3, edge_3})
      );
      assign top_3 = product[2*SigW-1 -: SigW+2];
      assign rest_3 = product[SigW-3:0] != '0;
    end

    // 3. Round; a largest exponent becomes infinity by itself.
    logic away, round_up, carry;
    assign carry = top_3[SigW+1];
    assign away = (Rounding == 3 && !sign_3) || (Rounding == 4 && sign_3);
    assign round_up = Rounding == 0 ? (carry ? top_3[1] & (top_3[2] | top_3[0] | rest_3) : top_3[0] & (top_3[1] | rest_3)) :
        away & (top_3[0] | rest_3 | (carry & top_3[1]));
    logic overflow, underflow;
    assign overflow = inf_3 | beyond_3 | (edge_3 & carry);
    assign underflow = zero_3 | (!Subnormals & exp_3[SExpW-1] & !carry);

    logic [SigW:0] sig_4;
    logic [ExpW-1:0] exp_4;
    logic round_4, sign_4, inf_4, nan_4, overflow_4, underflow_4, away_4;
    delay_line #(.Width(SigW + ExpW + 8), .Latency(LRound - LShift)) u_4 (
        .clk_i, .data_i({top_3[SigW+1:1], exp_3[ExpW-1:0], round_up, sign_3, inf_3, nan_3, overflow, underflow, away}),
        .data_o({sig_4, exp_4, round_4, sign_4, inf_4, nan_4, overflow_4, underflow_4, away_4})
    );
    localparam logic [W-2:0] Infinity = {{ExpW{1'b1}}, FracW'(0)};
    localparam logic [W-2:0] Largest = Infinity - (W-1)'(1);
    logic [W-2:0] sum;
    logic [W-1:0] result;
    round_adder #(.ExpW(ExpW), .FracW(FracW)) u_round (
        .exponent_i(exp_4), .significand_i(sig_4), .round_i(round_4), .sum_o(sum)
    );
    always_comb begin
      if (nan_4) result = {1'b0, {ExpW{1'b1}}, 1'b1, (FracW-1)'(0)};
      else if (overflow_4) result = {sign_4, Rounding == 0 || away_4 || inf_4 ? Infinity : Largest};
      else if (underflow_4) result = {sign_4, (W-1)'(0)};
      else result = {sign_4, sum};
    end
    delay_line #(.Width(W), .Latency(Latency - LRound)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
