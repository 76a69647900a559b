// SPDX-License-Identifier: Apache-2.0
// a * b, small rather than fast: one bit of b a cycle into one adder, which rounds too; no multiplier block.
// One operation at a time. Latency: `Cycles`, from accepted operands to a valid result, 3 SigW + 7 (SigW + 6 without
// Subnormals); initiation interval: one more. Outputs are registers, in_ready_o too.
//
// Steps: shift a to the left until its leading bit is set; add it for each set bit of b, lowest first, and shift the
// sum to the right until nothing is left of b, which leaves a normal product of a subnormal b too; shift on to the
// right while the product has a carry or its exponent is below 1; round; exponent; special values.
module fp_mul_iterative #(
    parameter int unsigned ExpW       = 11,
    parameter int unsigned SigW       = 53,
    parameter int unsigned Rounding   = 0,
    parameter bit          Subnormals = 1'b1
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic                 in_valid_i,
    output logic                 in_ready_o,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    output logic                 out_valid_o,
    input  logic                 out_ready_i,
    output logic [ExpW+SigW-1:0] result_o
);
  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_mul_iterative: Rounding is 0, 2, 3 or 4");
  end

  // Steps: to the left while the counter is above LastLeft, additions and to the right down to 4, then one each.
  localparam int unsigned LeftSteps = Subnormals ? SigW - 1 : 0;
  localparam int unsigned LastLeft = Subnormals ? 2 * SigW + 7 : SigW + 5;
  localparam int unsigned Cycles = LastLeft + LeftSteps + 1;
  // verilator lint_off UNUSEDPARAM
  localparam int unsigned Interval = Cycles + 1;
  // verilator lint_on UNUSEDPARAM
  localparam int unsigned CountW = $clog2(Cycles);
  localparam int unsigned ExpoW = $clog2((2 << ExpW) + 2 * SigW + 4) + 1;  // signed
  localparam int unsigned FracW = SigW - 1;

  logic held_q, accept, left_q, first_q, adding_q, round_q, expo_q, last_step_q;
  logic [CountW-1:0] count_q;
  assign in_ready_o = !held_q;
  assign accept = in_valid_i & !held_q;
  assign out_valid_o = held_q && count_q == '0;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      held_q <= 1'b0;
      count_q <= '0;
      {left_q, first_q, adding_q, round_q, expo_q, last_step_q} <= '0;
    end else begin
      if (accept) held_q <= 1'b1;
      else if (out_valid_o && out_ready_i) held_q <= 1'b0;
      if (accept) count_q <= CountW'(Cycles - 1);
      else if (count_q != '0) count_q <= count_q - CountW'(1);
      left_q <= accept ? Subnormals : left_q && 32'(count_q) != LastLeft + 1;
      first_q <= accept ? !Subnormals : left_q && 32'(count_q) == LastLeft + 1;
      adding_q <= accept ? !Subnormals : left_q ? 32'(count_q) == LastLeft + 1 : adding_q && 32'(count_q) != 4;
      round_q <= adding_q && 32'(count_q) == 4;
      expo_q <= round_q;
      last_step_q <= expo_q;
    end
  end

  // Operands. The hidden bit is left out of a special one, so that a significand of zero is an infinity or a zero.
  logic sign_a, sign_b, tiny_a, tiny_b, top_a, top_b;
  logic [ExpW-1:0] exp_a, exp_b;
  logic [FracW-1:0] frac_a, frac_b;
  assign {sign_a, exp_a, frac_a} = a_i;
  assign {sign_b, exp_b, frac_b} = b_i;
  assign tiny_a = exp_a == '0;
  assign tiny_b = exp_b == '0;
  assign top_a = exp_a == '1;
  assign top_b = exp_b == '1;

  logic sign_q, tiny_a_q, tiny_b_q, top_a_q, top_b_q, some_b_q, some_a;
  logic [SigW-1:0] a_q, b_q;
  logic some_b;
  assign some_b = b_q != '0;
  always_ff @(posedge clk_i) begin
    if (accept) begin
      sign_q <= sign_a ^ sign_b;
      {tiny_a_q, tiny_b_q, top_a_q, top_b_q} <= {tiny_a, tiny_b, top_a, top_b};
    end
    if (accept) b_q <= {!tiny_b & !top_b, frac_b};
    else if (adding_q) b_q <= b_q >> 1;
    if (first_q) some_b_q <= some_b;
  end
  if (Subnormals) begin : gen_left
    always_ff @(posedge clk_i) begin
      if (accept) a_q <= {!tiny_a & !top_a, frac_a};
      else if (left_q && !a_q[SigW-1]) a_q <= a_q << 1;
    end
    assign some_a = a_q[SigW-1];
  end else begin : gen_plain
    logic some_q;
    always_ff @(posedge clk_i) begin
      if (accept) a_q <= {1'b1, frac_a};
      if (accept) some_q <= frac_a != '0;
    end
    assign some_a = some_q;
  end

  // The product, from the top: sum_q, whose top bit is a carry, last, guard, sticky. What is added is a register,
  // cleared for a bit of b that is not set: that costs no logic.
  logic [SigW-1:0] addend_q, sum_q;
  logic last_q, guard_q, sticky_q, multiply_q, started_q, step, increment, away, carry;
  logic [SigW:0] total;
  logic signed [ExpoW-1:0] exponent_q;  // less one
  assign step = adding_q & (multiply_q | (started_q & (sum_q[SigW-1] | (Subnormals & exponent_q[ExpoW-1]))));
  assign away = (Rounding == 3 && !sign_q) || (Rounding == 4 && sign_q);
  assign increment = Rounding == 0 ? guard_q & (sticky_q | last_q) : away & (guard_q | sticky_q);
  assign carry = round_q & increment & last_q;
  assign total = {1'b0, sum_q} + {1'b0, addend_q} + (SigW+1)'(carry);
  always_ff @(posedge clk_i) begin
    started_q <= adding_q;
    multiply_q <= adding_q & some_b;
    addend_q <= adding_q && b_q[0] ? a_q : '0;
    if (accept) {sum_q, last_q, guard_q, sticky_q} <= '0;
    else if (step) {sum_q, last_q, guard_q, sticky_q} <= {total, last_q, guard_q | sticky_q};
  end

  // Exponent less one: the leading bits of the rounded significand will be added to it. The first of the steps that add
  // shifts nothing yet and takes the bias away.
  localparam logic [ExpoW-1:0] Offset = ExpoW'(0) - ExpoW'((1 << (ExpW - 1)) + SigW);
  logic [1:0] leading_q;
  logic [ExpoW-1:0] change;
  assign change = first_q ? Offset : left_q ? '1 : expo_q ? ExpoW'(leading_q) : ExpoW'(1);
  logic nan, inf, zero, overflow, largest, below_q;
  logic [FracW-1:0] fraction_q;
  assign zero = (tiny_a_q & (!some_a | !Subnormals)) | (tiny_b_q & (!some_b_q | !Subnormals));
  assign inf = top_a_q | top_b_q;
  assign nan = (top_a_q & some_a) | (top_b_q & some_b_q) | (inf & zero);
  assign overflow = exponent_q >= signed'(ExpoW'((1 << ExpW) - 1));
  assign largest = Rounding != 0 && !away && !inf;
  always_ff @(posedge clk_i) begin
    if (accept) exponent_q <= ExpoW'({exp_a[ExpW-1:1], exp_a[0] | tiny_a}) +
        ExpoW'({exp_b[ExpW-1:1], exp_b[0] | tiny_b});
    else if (first_q || step || (left_q && !a_q[SigW-1])) exponent_q <= exponent_q + signed'(change);
    else if (expo_q) exponent_q <= exponent_q[ExpoW-1] ? '0 : exponent_q + signed'(change);
    else if (last_step_q) begin
      if (inf || (overflow && !zero)) exponent_q <= ExpoW'((1 << ExpW) - 1 - 32'(largest));
      else if (zero || (!Subnormals && below_q)) exponent_q <= '0;
    end
    if (round_q) begin
      fraction_q <= {total[SigW-3:0], last_q ^ increment};
      leading_q <= total[SigW-1:SigW-2];
      below_q <= exponent_q[ExpoW-1];
    end else if (last_step_q) begin
      if (inf || zero || overflow || (!Subnormals && below_q)) begin
        fraction_q <= {FracW{largest && overflow && !zero}};
        if (nan) fraction_q[FracW-1] <= 1'b1;
      end
    end
  end
  logic sign_out_q;
  always_ff @(posedge clk_i) if (last_step_q) sign_out_q <= sign_q & !nan;
  assign result_o = {sign_out_q, exponent_q[ExpW-1:0], fraction_q};
endmodule
