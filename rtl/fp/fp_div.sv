// SPDX-License-Identifier: Apache-2.0
// a / b. Latency cycles, initiation interval 1. Rounding: 0 nearest even, 2 toward zero, 3 up, 4 down.
// Non-restoring, one quotient bit a step. Registers can stand behind the leading zeros' count and the shift of
// subnormal operands, behind each of the SigW + 2 steps, the shift of a subnormal result and the rounding; they are
// spread evenly over the delay of these.
module fp_div #(
    parameter int unsigned ExpW       = 8,
    parameter int unsigned SigW       = 24,
    parameter int unsigned Rounding   = 0,
    parameter bit          Subnormals = 1'b1,
    parameter int unsigned Latency    = 17
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;

  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_div: Rounding is 0, 2, 3 or 4");
  end

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function longint unsigned weft_fp_div(
      input longint unsigned a, input longint unsigned b, input int unsigned exp_w, input int unsigned sig_w,
      input int unsigned rounding, input int unsigned subnormals
  );
  localparam bit Fast = Latency > 0;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] quotient_q;
    always_ff @(posedge clk_i) quotient_q <= W'(weft_fp_div(64'(a_i), 64'(b_i), ExpW, SigW, Rounding, 32'(Subnormals)));
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(quotient_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    // Where registers can stand, in units of delay.
    localparam int unsigned Bits = SigW + 2;  // one before the point; the last is the guard bit or lies below it
    localparam int unsigned CountW = $clog2(SigW);
    localparam int unsigned StepDelay = 7 + SigW / 7;
    localparam int unsigned AtSteps = Subnormals ? 4 * StepDelay : 0;
    localparam int unsigned AtShift = AtSteps + Bits * StepDelay;
    localparam int unsigned AtRound = AtShift + (Subnormals ? 2 : 1) * StepDelay;
    localparam int unsigned Total = AtRound + 2 * StepDelay;
    localparam int unsigned LNormal = Latency * AtSteps / Total;  // registers before the first step
    localparam int unsigned LStep2 = Latency * (AtSteps + 2 * StepDelay) / Total;  // before the third, and so on
    localparam int unsigned LStep3 = Latency * (AtSteps + 3 * StepDelay) / Total;
    localparam int unsigned LStep4 = Latency * (AtSteps + 4 * StepDelay) / Total;
    localparam int unsigned LSteps = Latency * AtShift / Total;
    localparam int unsigned LShift = Latency * AtRound / Total;

    // 1. Unpack and normalise.
    localparam int unsigned SExpW = $clog2((3 << (ExpW - 1)) + SigW) + 1;  // signed
      logic sign_a, sign_b, zero_a, zero_b, inf_a, inf_b, nan_a, nan_b;
    logic [ExpW-1:0] exp_a, exp_b;
    logic [SigW-1:0] sig_a, sig_b, dividend;
    logic [SExpW-1:0] exp_difference, exp_normal;
    logic sign, sign_4, inf, inf_4, nan, nan_4, zero, zero_4;
    fp_unpack #(.ExpW(ExpW), .SigW(SigW), .Subnormals(Subnormals)) u_a (
        .data_i(a_i), .sign_o(sign_a), .exponent_o(exp_a), .significand_o(sig_a), .zero_o(zero_a), .inf_o(inf_a),
        .nan_o(nan_a)
    );
    fp_unpack #(.ExpW(ExpW), .SigW(SigW), .Subnormals(Subnormals)) u_b (
        .data_i(b_i), .sign_o(sign_b), .exponent_o(exp_b), .significand_o(sig_b), .zero_o(zero_b), .inf_o(inf_b),
        .nan_o(nan_b)
    );
    assign nan = nan_a | nan_b | (inf_a & inf_b) | (zero_a & zero_b);
    assign sign = (sign_a ^ sign_b) & !nan;
    assign inf = inf_a | zero_b;
    assign zero = zero_a | inf_b;
    delay_line #(.Width(4), .Latency(LStep4)) u_side (
        .clk_i, .data_i({sign, inf, nan, zero}), .data_o({sign_4, inf_4, nan_4, zero_4})
    );
    assign exp_difference = SExpW'({exp_a[ExpW-1], !exp_a[ExpW-1], exp_a[ExpW-2:0]}) - SExpW'(exp_b);  // and 2^(ExpW-1)

    // 2. Quotient bits. The rest lies between the divisor and its negative; its sign says whether the next step
    //    subtracts or adds the divisor, and is the complement of the quotient's bit.
    for (genvar i = 0; i <= Bits; i++) begin : gen_step
      logic [SigW-1:0] divisor;
      if (i == 0) begin : gen_first
        if (Subnormals) begin : gen_normalise
          logic [CountW-1:0] lead_a, lead_b;
          logic [SExpW-1:0] exp_waiting;
          fp_normalise #(.Width(SigW), .Latency(Latency), .Before(0), .Span(AtSteps), .Total(Total)) u_normalise_a (
              .clk_i, .sign_i(1'b0), .data_i(sig_a), .data_o(dividend), .count_o(lead_a)
          );
          fp_normalise #(.Width(SigW), .Latency(Latency), .Before(0), .Span(AtSteps), .Total(Total)) u_normalise_b (
              .clk_i, .sign_i(1'b0), .data_i(sig_b), .data_o(divisor), .count_o(lead_b)
          );
          delay_line #(.Width(SExpW), .Latency(LNormal)) u_exponent (
              .clk_i, .data_i(exp_difference), .data_o(exp_waiting)
          );
          logic [CountW:0] lead_difference;
          assign lead_difference = (CountW+1)'(lead_b) - (CountW+1)'(lead_a);
          assign exp_normal = exp_waiting + SExpW'(signed'(lead_difference));
        end else begin : gen_plain
          assign dividend = sig_a;
          assign divisor = sig_b;
          assign exp_normal = exp_difference;
        end
      end else begin : gen_next
        localparam int unsigned After = AtSteps + i * StepDelay;
        localparam int unsigned Here = Latency * After / Total - Latency * (After - StepDelay) / Total;
        logic [SigW:0] next_rest, rest;
        logic [i-1:0] zeros;  // complement of the bits so far
        if (i == 1) begin : gen_subtract
          assign next_rest = {1'b0, dividend} - {1'b0, gen_step[0].divisor};
          delay_line #(.Width(1), .Latency(Here)) u_zeros (.clk_i, .data_i(next_rest[SigW]), .data_o(zeros));
        end else begin : gen_add_sub
          add_sub #(.Width(SigW + 1)) u_add_sub (
              .a_i({gen_step[i-1].gen_next.rest[SigW-1:0], 1'b0}), .b_i({1'b0, gen_step[i-1].divisor}),
              .add_i(gen_step[i-1].gen_next.rest[SigW]), .sum_o(next_rest)
          );
          delay_line #(.Width(i), .Latency(Here)) u_zeros (
              .clk_i, .data_i({gen_step[i-1].gen_next.zeros, next_rest[SigW]}), .data_o(zeros)
          );
        end
        delay_line #(.Width(SigW + 1), .Latency(Here)) u_rest (.clk_i, .data_i(next_rest), .data_o(rest));
        delay_line #(.Width(SigW), .Latency(Here)) u_divisor (.clk_i, .data_i(gen_step[i-1].divisor), .data_o(divisor));
      end
    end

    // Beside the first steps: the exponent. exp_3 is the biased exponent of the first quotient bit, and 1; exp_4 that
    // of the result less the one that its hidden bit will add. From 0 up the result is normal, and shifted right by one
    // if the first bit is a one; below, it is shifted right by more.
    localparam int unsigned ShiftW = Subnormals ? $clog2(SigW + 3) : 1;
    logic [SExpW-1:0] exp_2, exp_3, exp_4, distance;
    logic [ShiftW-1:0] distance_4;
    logic first_3, first_4, far_4, below, overflow, special;
    delay_line #(.Width(SExpW), .Latency(LStep2 - LNormal)) u_exp_2 (.clk_i, .data_i(exp_normal), .data_o(exp_2));
    delay_line #(.Width(SExpW), .Latency(LStep3 - LStep2)) u_exp_3 (.clk_i, .data_i(exp_2), .data_o(exp_3));
    assign first_3 = !gen_step[3].gen_next.zeros[2];
    assign distance = SExpW'(3) - exp_3;
    delay_line #(.Width(SExpW + ShiftW + 2), .Latency(LStep4 - LStep3)) u_exp_4 (
        .clk_i,
        .data_i({exp_3 + {{(SExpW - 2) {1'b1}}, first_3, !first_3}, distance[ShiftW-1:0], first_3,
                 distance[SExpW-1:ShiftW] != '0}),
        .data_o({exp_4, distance_4, first_4, far_4})
    );
    assign below = exp_4[SExpW-1];
    assign overflow = !below & (exp_4[SExpW-1:ExpW] != '0 | &exp_4[ExpW-1:1]);
    assign special = inf_4 | nan_4 | zero_4 | overflow | (below & !Subnormals);

    // Infinity and NaN: the exponent all ones, all quotient bits shifted out. Largest number: one less, and the
    // fraction all ones.
    logic away, infinite, largest;  // away: this mode rounds results of this sign away from zero
    logic [ExpW-1:0] exp_result;
    logic [ShiftW-1:0] shift;
    assign away = (Rounding == 3 && !sign_4) || (Rounding == 4 && sign_4);
    assign infinite = inf_4 | nan_4 | (overflow & !zero_4);
    assign largest = Rounding != 0 & !away & !inf_4 & !nan_4 & !zero_4 & overflow;
    always_comb begin
      if (special) exp_result = {{(ExpW - 1) {infinite}}, infinite & !largest};
      else if (below) exp_result = '0;
      else exp_result = exp_4[ExpW-1:0];
      if (special) shift = '1;
      else if (Subnormals && below) shift = far_4 ? '1 : distance_4;
      else shift = ShiftW'(first_4);
    end
    logic [ExpW-1:0] exp_5;
    logic [ShiftW-1:0] shift_5;
    logic sign_5, nan_5, largest_5, special_5;
    delay_line #(.Width(ExpW + ShiftW + 4), .Latency(LSteps - LStep4)) u_5 (
        .clk_i, .data_i({exp_result, shift, sign_4, nan_4, largest, special}),
        .data_o({exp_5, shift_5, sign_5, nan_5, largest_5, special_5})
    );

    // 3. Shift. A division that comes out even leaves the negative of the divisor as soon as it finds a zero bit. If
    //    the last bit is a one, it is itself below the result's last place, so that the rest need not be looked at:
    //    neither is it a tie.
    logic [Bits-1:0] quotient, shifted;
    logic [SigW:0] last_rest, sum_bits;
    assign quotient = ~gen_step[Bits].gen_next.zeros;
    assign last_rest = gen_step[Bits].gen_next.rest;
    // Rest plus divisor, if all its bits are zero: each carry is then the or of the bits before.
    assign sum_bits = last_rest ^ {1'b0, gen_step[Bits].divisor} ^ {last_rest[SigW-1:0] | gen_step[Bits].divisor, 1'b0};

    // Groups of four, which come together in the last stage.
    localparam int unsigned Groups = (SigW + 4) / 4;
    logic [Groups-1:0] uneven, uneven_6;
    for (genvar k = 0; k < Groups; k++) begin : gen_uneven
      localparam int unsigned Last = 4 * k + 3 > SigW ? SigW : 4 * k + 3;
      assign uneven[k] = sum_bits[Last:4*k] != '0;
    end

    // Level k shifts by the distance's bit ShiftW-1-k; lost: whether a one went out there.
    logic [ShiftW-1:0] lost;
    for (genvar k = 0; k < ShiftW; k++) begin : gen_shift
      localparam int unsigned Distance = 1 << (ShiftW - 1 - k);
      logic [Bits-1:0] data, next;
      if (k == 0) begin : gen_first
        assign data = quotient;
      end else begin : gen_next
        assign data = gen_shift[k-1].next;
      end
      assign next = shift_5[ShiftW-1-k] ? data >> Distance : data;
      assign lost[k] = shift_5[ShiftW-1-k] & data[Distance-1:0] != '0;
    end
    assign shifted = special_5 && !Subnormals ? '0 : gen_shift[ShiftW-1].next;
    logic [SigW:0] top;  // hidden bit, fraction, guard bit
    logic [ExpW-1:0] exp_6;
    logic [ShiftW-1:0] lost_6;
    logic sign_6, special_6, unused_top;
    assign unused_top = shifted[Bits-1];
    delay_line #(.Width(SigW + 1 + ExpW + 2 + ShiftW + Groups), .Latency(LShift - LSteps)) u_6 (
        .clk_i,
        .data_i({
          shifted[SigW], shifted[SigW-1] | nan_5 | largest_5, shifted[SigW-2:1] | {(SigW - 2) {largest_5}}, shifted[0],
          exp_5, sign_5, lost, uneven, special_5
        }),
        .data_o({top, exp_6, sign_6, lost_6, uneven_6, special_6})
    );

    // 4. Round. Exponent and fraction form one integer, to which the hidden bit adds one exponent.
    logic round_up, sticky_6;
    assign sticky_6 = lost_6 != '0 | uneven_6 != '0;
    logic [W-2:0] rounded;
    if (Rounding == 0) begin : gen_nearest
      logic unused_special;
      assign unused_special = special_6;
      assign round_up = top[0] & (sticky_6 | top[1]);
    end else begin : gen_directed
      assign round_up = ((Rounding == 3 && !sign_6) || (Rounding == 4 && sign_6)) & (top[0] | sticky_6) & !special_6;
    end
    assign rounded = {exp_6, top[SigW-1:1]} + {(ExpW-1)'(0), top[SigW], (SigW-1)'(0)} + (W-1)'(round_up);
    delay_line #(.Width(W), .Latency(Latency - LShift)) u_out (.clk_i, .data_i({sign_6, rounded}), .data_o(result_o));
  end
endmodule
