// SPDX-License-Identifier: Apache-2.0
// a * 2^n_i for any signed n_i, rounded once (ldexp). Rounding: 0 nearest even, 2 toward zero, 3 up, 4 down. Without
// Subnormals a subnormal operand is zero, and so is a result below the least normal number, in every rounding mode.
// Latency cycles, initiation interval 1. Registers spread over finding the distance, the shift and rounding; the last
// is the output.
module fp_scale #(
    parameter int unsigned ExpW       = 8,
    parameter int unsigned SigW       = 24,
    parameter int unsigned IntW       = 32,
    parameter int unsigned Rounding   = 0,
    parameter bit          Subnormals = 1'b1,
    parameter int unsigned Latency    = 3
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [IntW-1:0]      n_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;
  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_scale: Rounding is 0, 2, 3 or 4");
  end

`ifdef WEFT_FP_FAST
  // `n`: sign extended.
  import "DPI-C" pure function longint unsigned weft_fp_scale(
    input longint unsigned a, input longint unsigned n, input int unsigned exp_w, input int unsigned sig_w,
    input int unsigned rounding, input int unsigned subnormals);
  localparam bit Fast = Latency > 0;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] result_q;
    always_ff @(posedge clk_i)
      result_q <= W'(weft_fp_scale(64'(a_i), 64'(signed'(n_i)), ExpW, SigW, Rounding, 32'(Subnormals)));
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    // Exponents beyond every distance between two numbers of the format.
    localparam int unsigned RangeW = ExpW > $clog2(SigW) ? ExpW : $clog2(SigW);
    localparam int unsigned NW = RangeW + 2;  // n, clamped
    localparam int unsigned SumW = RangeW + 3;
    localparam int unsigned Levels = $clog2(SigW + 2);
    localparam int unsigned FieldW = SigW + 1;
    // Units of delay: exponent and leading zeros, distance, shift, rounding.
    localparam int unsigned AtDistance = Subnormals ? 6 : 3;
    localparam int unsigned AtShift = AtDistance + (Subnormals ? 3 : 0);
    localparam int unsigned AtPlace = AtShift + (Subnormals ? Levels : 0);
    localparam int unsigned AtRound = AtPlace + 2;
    localparam int unsigned Total = AtRound + (Subnormals ? 3 + W / 64 : 1);
    localparam int unsigned L1 = Latency * AtDistance / Total;
    localparam int unsigned L2 = Latency * AtShift / Total - L1;  // the cuts of the shifter follow
    localparam int unsigned Inner = Latency * AtPlace / Total - L1 - L2;
    localparam int unsigned L3 = Latency * AtRound / Total - L1 - L2 - Inner;

    // 1. Exponent of the result, as far as the operand is normal.
    logic sign, tiny, special, nonzero_fraction, zero;
    logic [ExpW-1:0] exponent;
    logic [SigW-2:0] fraction;
    logic signed [NW-1:0] n;
    logic signed [SumW-1:0] room, room_1;  // how far above the least normal number; negative: below
    logic [ExpW-1:0] above;
    assign {sign, exponent, fraction} = a_i;
    assign tiny = exponent == '0;
    assign special = exponent == '1;
    assign nonzero_fraction = fraction != '0;
    assign zero = tiny & (!Subnormals | !nonzero_fraction);
    if (IntW > NW) begin : gen_clamp
      logic fits;
      assign fits = n_i[IntW-2:NW-1] == {(IntW-NW){n_i[IntW-1]}};
      assign n = {n_i[IntW-1], fits ? n_i[NW-2:0] : {(NW-1){~n_i[IntW-1]}}};
    end else begin : gen_extend
      assign n = NW'(signed'(n_i));
    end
    assign above = tiny ? '0 : exponent - ExpW'(1);
    assign room = SumW'(n) + signed'(SumW'(above));
    logic sign_1, special_1, nan_1, zero_1;
    logic [SigW-1:0] significand_1;
    delay_line #(.Width(SumW + 4 + SigW), .Latency(L1)) u_1 (
        .clk_i, .data_i({room, sign, special, special & nonzero_fraction, zero, !tiny, fraction}),
        .data_o({room_1, sign_1, special_1, nan_1, zero_1, significand_1})
    );

    logic [SigW-1:0] kept;  // fraction and one bit below
    logic rest, infinite, below, sign_s, special_s, nan_s, zero_s;
    logic [ExpW-1:0] exp_s;
    delay_line #(.Width(4), .Latency(L2 + Inner)) u_side (
        .clk_i, .data_i({sign_1, special_1, nan_1, zero_1}), .data_o({sign_s, special_s, nan_s, zero_s})
    );
    if (Subnormals) begin : gen_shift
      // 2. Below the least normal number to the right; otherwise a subnormal to the left, until it is normal or its
      // exponent least. Never both, so one shifter does, with the digits reversed for the left.
      localparam int unsigned LeadW = $clog2(SigW + 1);
      logic [LeadW-1:0] lead, lead_1;
      logic [Levels-1:0] distance, distance_2, left_3;
      logic right, right_2, far;
      logic signed [SumW-1:0] room_2, exp_3, exp_shifted;
      logic [FieldW-1:0] field_2, oriented, shifted, placed;
      lzc #(.Width(SigW)) u_lead (.data_i({!tiny, fraction}), .count_o(lead));
      delay_line #(.Width(LeadW), .Latency(L1)) u_lead_1 (.clk_i, .data_i(lead), .data_o(lead_1));
      // To the right by one place more than the complement of `room`; beyond the shifter's range only the sticky bit is
      // left.
      assign right = room_1[SumW-1];
      assign far = room_1[SumW-2:Levels] != '1;
      always_comb begin
        if (right) distance = ~room_1[Levels-1:0] | {Levels{far}};
        else if (SumW'(lead_1) < room_1[SumW-1:0]) distance = Levels'(lead_1);
        else distance = room_1[Levels-1:0];
      end
      delay_line #(.Width(FieldW + Levels + 1 + SumW), .Latency(L2)) u_2 (
          .clk_i, .data_i({significand_1, 1'b0, distance, right, room_1}),
          .data_o({field_2, distance_2, right_2, room_2})
      );
      // 3. Shift.
      for (genvar i = 0; i < FieldW; i++) begin : gen_reverse
        assign oriented[i] = right_2 ? i < FieldW - 1 && field_2[(i+1)%FieldW] : field_2[FieldW-1-i];
        assign placed[i] = below ? shifted[i] : shifted[FieldW-1-i];
      end
      fp_align #(.Width(FieldW), .Levels(Levels), .Latency(Latency), .Before(AtShift), .Total(Total)) u_align (
          .clk_i, .data_i(oriented), .sticky_i(1'b0), .shift_i(distance_2), .data_o(shifted), .sticky_o(rest)
      );
      // Exponent and overflow of what is not shifted right; one register may follow the difference.
      localparam int unsigned Behind = Inner > 0 ? 1 : 0;
      logic infinite_3;
      logic signed [SumW-1:0] room_3;
      delay_line #(.Width(SumW + Levels), .Latency(Inner - Behind)) u_3 (
          .clk_i, .data_i({room_2, distance_2}), .data_o({room_3, left_3})
      );
      assign exp_3 = room_3 - signed'(SumW'(left_3)) + signed'(SumW'(1));
      assign infinite_3 = !room_3[SumW-1] && exp_3 >= signed'(SumW'((1 << ExpW) - 1));
      delay_line #(.Width(SumW + 1), .Latency(Behind)) u_exponent (
          .clk_i, .data_i({exp_3, infinite_3}), .data_o({exp_shifted, infinite})
      );
      delay_line #(.Width(1), .Latency(Inner)) u_below (.clk_i, .data_i(right_2), .data_o(below));
      assign kept = placed[SigW-1:0];
      // Without a hidden bit the number is subnormal.
      assign exp_s = placed[SigW] ? exp_shifted[ExpW-1:0] : '0;
      logic unused_top;
      assign unused_top = ^exp_shifted[SumW-1:ExpW];
    end else begin : gen_direct
      assign kept = {significand_1[SigW-2:0], 1'b0};
      assign rest = 1'b0;
      assign exp_s = room_1[ExpW-1:0] + ExpW'(1);
      assign below = room_1[SumW-1];
      assign infinite = room_1 >= signed'(SumW'((1 << ExpW) - 2));
      logic unused_hidden;
      assign unused_hidden = significand_1[SigW-1];
    end

    // 4. Round. What is not rounded is put in place before.
    logic up, overflow, none, guard, rest_3, sign_4, guard_4, rest_4, round;
    logic [ExpW-1:0] exp_4, exp_p;
    logic [SigW-2:0] fraction_p, fraction_4;
    logic [W-1:0] result;
    assign up = (Rounding == 3 && !sign_s) || (Rounding == 4 && sign_s);
    assign none = zero_s | (!Subnormals & below);
    assign overflow = infinite & !special_s & !none;
    always_comb begin
      exp_p = exp_s;
      {fraction_p, guard} = kept;
      rest_3 = rest;
      if (overflow || special_s || none) {fraction_p, guard, rest_3} = '0;
      if (none) exp_p = '0;
      if (overflow || special_s) exp_p = '1;
      if (overflow && Rounding != 0 && !up) {exp_p[0], fraction_p} = {1'b0, {(SigW-1){1'b1}}};
      if (nan_s) fraction_p[SigW-2] = 1'b1;
    end
    delay_line #(.Width(W + 2), .Latency(L3)) u_4 (
        .clk_i, .data_i({sign_s & !nan_s, exp_p, fraction_p, guard, rest_3}),
        .data_o({sign_4, exp_4, fraction_4, guard_4, rest_4})
    );
    always_comb begin
      case (Rounding)
        0: round = guard_4 & (rest_4 | fraction_4[0]);
        2: round = 1'b0;
        3: round = (guard_4 | rest_4) & !sign_4;
        default: round = (guard_4 | rest_4) & sign_4;
      endcase
    end
    assign result = {sign_4, {exp_4, fraction_4} + (W-1)'(round)};
    logic unused_bits;
    assign unused_bits = ^{guard_4, rest_4};
    delay_line #(.Width(W), .Latency(Latency - L1 - L2 - Inner - L3)) u_out (
        .clk_i, .data_i(result), .data_o(result_o)
    );
  end
endmodule
