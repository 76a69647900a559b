// SPDX-License-Identifier: Apache-2.0
// a / b as fp_div gives it, one bit a cycle, with a handshake. One operation at a time: the result comes Cycles cycles
// after the operands were accepted and stays until it is taken; initiation interval Interval = Cycles + 1. Cycles =
// SigW + 6, with Subnormals 2 SigW + 5.
// A cycle to load; with Subnormals SigW - 1 to normalise both operands, a place each; one for the exponent; SigW + 2 of
// non-restoring division; one for overflow and special values; one to round. Of a subnormal result the last quotient
// bits go to the sticky bit.
// All outputs are registers or depend on the state alone.
module fp_div_iterative #(
    parameter int unsigned ExpW       = 8,
    parameter int unsigned SigW       = 24,
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
  localparam int unsigned W = ExpW + SigW;
  localparam int unsigned Bits = SigW + 2;  // one before the point; the last is the guard bit or lies below it
  localparam int unsigned Cycles = (Subnormals ? SigW - 1 : 0) + Bits + 4;
  localparam int unsigned Interval = Cycles + 1;
  localparam int unsigned CountW = $clog2(Interval + 1);
  localparam int unsigned SExpW = $clog2((3 << (ExpW - 1)) + SigW) + 1;  // signed
  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_div_iterative: Rounding is 0, 2, 3 or 4");
  end

  // Cycles until the next operands can be accepted; with 1 left the result waits for being taken.
  localparam int unsigned AtRound = 2;
  localparam int unsigned AtSpecial = 3;
  localparam int unsigned AtLastBit = 4;
  localparam int unsigned AtFirstBit = AtLastBit + Bits - 1;
  localparam int unsigned AtExponent = AtFirstBit + 1;
  logic [CountW-1:0] left_q;
  logic load, normalising, dividing, first;
  assign in_ready_o = left_q == '0;
  assign out_valid_o = left_q == CountW'(1);
  assign load = in_valid_i & in_ready_o;
  assign normalising = left_q > CountW'(AtExponent);
  assign first = left_q == CountW'(AtFirstBit);
  assign dividing = left_q <= CountW'(AtFirstBit) & left_q >= CountW'(AtLastBit);
  always_ff @(posedge clk_i) begin
    if (rst_i) left_q <= '0;
    else if (load) left_q <= CountW'(Interval - 1);
    else if (!in_ready_o && (!out_valid_o || out_ready_i)) left_q <= left_q - CountW'(1);
  end

  // Operands.
  logic sign_a, sign_b, zero_a, zero_b, inf_a, inf_b, nan_a, nan_b, nan;
  logic [ExpW-1:0] exp_a, exp_b;
  logic [SigW-1:0] sig_a, sig_b;
  logic sign_q, inf_q, nan_q, zero_q;
  fp_unpack #(.ExpW(ExpW), .SigW(SigW), .Subnormals(Subnormals)) u_a (
      .data_i(a_i), .sign_o(sign_a), .exponent_o(exp_a), .significand_o(sig_a), .zero_o(zero_a), .inf_o(inf_a),
      .nan_o(nan_a)
  );
  fp_unpack #(.ExpW(ExpW), .SigW(SigW), .Subnormals(Subnormals)) u_b (
      .data_i(b_i), .sign_o(sign_b), .exponent_o(exp_b), .significand_o(sig_b), .zero_o(zero_b), .inf_o(inf_b),
      .nan_o(nan_b)
  );
  assign nan = nan_a | nan_b | (inf_a & inf_b) | (zero_a & zero_b);
  always_ff @(posedge clk_i) begin
    if (load) begin
      sign_q <= (sign_a ^ sign_b) & !nan;
      nan_q <= nan;
      inf_q <= inf_a | zero_b;
      zero_q <= zero_a | inf_b;
    end
  end

  // Division. rest_q: the dividend first, then twice the rest, which lies between the divisor and its negative; its
  // sign says whether the next step subtracts or adds the divisor, and is the complement of the quotient's bit. A rest
  // of zero: the division comes out even.
  logic [SigW+1:0] rest_q;
  logic [SigW-1:0] divisor_q;
  logic [SigW:0] next_rest;
  logic even_q, short_a, short_b;
  assign short_a = normalising & !rest_q[SigW-1];
  assign short_b = normalising & !divisor_q[SigW-1];
  add_sub #(.Width(SigW + 1)) u_add_sub (
      .a_i(rest_q[SigW:0]), .b_i({1'b0, divisor_q}), .add_i(rest_q[SigW+1]), .sum_o(next_rest)
  );
  always_ff @(posedge clk_i) begin
    if (load) rest_q <= {2'b00, sig_a};
    else if (short_a) rest_q <= rest_q << 1;
    else if (dividing) rest_q <= {next_rest, 1'b0};
    if (load) divisor_q <= sig_b;
    else if (short_b) divisor_q <= divisor_q << 1;
    if (load) even_q <= 1'b0;
    else if (rest_q == '0) even_q <= 1'b1;
  end

  // Exponent of the first quotient bit, biased: first more by 1, then less by 2, and more by the first bit. From 0 up
  // that is the result's exponent, less what its hidden bit will add; below, it says how many quotient bits are too
  // many.
  logic [SExpW-1:0] exp_q, exp_change, kept_left;
  logic below, keep, first_bit_q;
  assign below = exp_q[SExpW-1];
  assign kept_left = exp_q + SExpW'(left_q);
  always_comb begin
    exp_change = '0;
    if (left_q == CountW'(AtExponent)) exp_change = -(SExpW'(3));
    else if (normalising) exp_change = short_a == short_b ? '0 : short_a ? '1 : SExpW'(1);
    else if (first && (!below || !Subnormals)) exp_change = SExpW'(!next_rest[SigW]);
    if (below && Subnormals) keep = !kept_left[SExpW-1] & kept_left >= SExpW'(AtLastBit);
    else keep = !(first_bit_q & left_q == CountW'(AtLastBit));
  end

  // Overflow and special values: infinity and NaN have the exponent all ones and a quotient of zero, the largest number
  // is one less, and its fraction all ones.
  logic overflow, special, infinite, largest, away;
  assign away = (Rounding == 3 && !sign_q) || (Rounding == 4 && sign_q);  // rounds this result away from zero
  assign overflow = !below & (exp_q[SExpW-1:ExpW] != '0 | &exp_q[ExpW-1:1]);
  assign special = inf_q | nan_q | zero_q | overflow | (below & !Subnormals);
  assign infinite = inf_q | nan_q | (overflow & !zero_q);
  assign largest = Rounding != 0 & !away & !inf_q & !nan_q & !zero_q & overflow;
  logic [SigW:0] quotient_q;  // hidden bit, fraction, guard bit
  logic lost_q, special_q;
  always_ff @(posedge clk_i) begin
    if (load) exp_q <= SExpW'({exp_a[ExpW-1], !exp_a[ExpW-1], exp_a[ExpW-2:0]}) - SExpW'(exp_b);
    else if (left_q != CountW'(AtSpecial)) exp_q <= exp_q + exp_change;
    else if (special) exp_q <= {(SExpW-ExpW)'(0), {(ExpW - 1) {infinite}}, infinite & !largest};
    else if (below) exp_q <= '0;

    if (load) begin
      quotient_q <= '0;
      lost_q <= 1'b0;
    end else if (dividing && keep) begin
      quotient_q <= {quotient_q[SigW-1:0], !next_rest[SigW]};
    end else if (dividing) begin
      lost_q <= lost_q | !next_rest[SigW];
    end else if (left_q == CountW'(AtSpecial) && special) begin
      quotient_q <= {1'b0, nan_q | largest, {(SigW - 2) {largest}}, 1'b0};
    end
    if (load) first_bit_q <= 1'b0;
    else if (first) first_bit_q <= !next_rest[SigW];
    special_q <= special;
  end

  // Round. Exponent and fraction form one integer, to which the hidden bit adds one exponent.
  logic sticky, round_up;
  logic [W-1:0] result_q;
  assign sticky = lost_q | !even_q;
  assign round_up = Rounding == 0 ? quotient_q[0] & (sticky | quotient_q[1]) :
      away & (quotient_q[0] | sticky) & !special_q;
  always_ff @(posedge clk_i) begin
    if (left_q == CountW'(AtRound)) begin
      result_q <= {
        sign_q, {exp_q[ExpW-1:0], quotient_q[SigW-1:1]} + {(ExpW-1)'(0), quotient_q[SigW], (SigW-1)'(0)} +
        (W-1)'(round_up)
      };
    end
  end
  assign result_o = result_q;
endmodule
