// SPDX-License-Identifier: Apache-2.0
// Square root as fp_sqrt gives it, one bit a cycle, with a handshake. One operation at a time: the result comes Cycles
// cycles after the operand was accepted and stays until it is taken; initiation interval Interval = Cycles + 1. Cycles
// = SigW + 4, with Subnormals 2 SigW + 3. A cycle to load; with Subnormals SigW - 1 to normalise, a place each; one to
// make the radicand; SigW + 1 of non-restoring root; one to round. All outputs are registers or depend on the state
// alone.
module fp_sqrt_iterative #(
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
    output logic                 out_valid_o,
    input  logic                 out_ready_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;
  localparam int unsigned Bits = SigW + 1;  // one before the point; the last is the guard bit
  localparam int unsigned Cycles = (Subnormals ? SigW - 1 : 0) + Bits + 3;
  localparam int unsigned Interval = Cycles + 1;
  localparam int unsigned CountW = $clog2(Interval + 1);
  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_sqrt_iterative: Rounding is 0, 2, 3 or 4");
  end
  if (Subnormals && SigW >= 1 << (ExpW - 1)) begin : gen_check_format
    $fatal(1, "fp_sqrt_iterative: roots of subnormals must be normal, SigW below 2^(ExpW-1)");
  end

  // Cycles until the next operand can be accepted; with 1 left the result waits for being taken.
  localparam int unsigned AtRound = 2;
  localparam int unsigned AtFirstBit = AtRound + Bits;
  localparam int unsigned AtRadicand = AtFirstBit + 1;
  logic [CountW-1:0] left_q;
  logic load, normalising, at_radicand;
  assign in_ready_o = left_q == '0;
  assign out_valid_o = left_q == CountW'(1);
  assign load = in_valid_i & in_ready_o;
  assign normalising = left_q > CountW'(AtRadicand);
  assign at_radicand = left_q == CountW'(AtRadicand);
  always_ff @(posedge clk_i) begin
    if (rst_i) left_q <= '0;
    else if (load) left_q <= CountW'(Interval - 1);
    else if (!in_ready_o && (!out_valid_o || out_ready_i)) left_q <= left_q - CountW'(1);
  end

  // Operand. Zero, infinity and NaN take the root of 1, and another exponent in the end.
  localparam int unsigned CountExpW = (ExpW > $clog2(SigW) ? ExpW : $clog2(SigW)) + 2;  // signed
  logic sign, zero, inf, nan;
  logic [ExpW-1:0] exponent;
  logic [SigW-1:0] significand;
  logic sign_q, zero_q, infinite_q, nan_q;
  fp_unpack #(.ExpW(ExpW), .SigW(SigW), .Subnormals(Subnormals)) u_a (
      .data_i(a_i), .sign_o(sign), .exponent_o(exponent), .significand_o(significand), .zero_o(zero), .inf_o(inf),
      .nan_o(nan)
  );
  always_ff @(posedge clk_i) begin
    if (load) begin
      sign_q <= sign & zero;
      zero_q <= zero;
      infinite_q <= inf | nan | (sign & !zero);
      nan_q <= nan | (sign & !zero);
    end
  end

  // Twice the root's exponent, and 1 until the radicand is made: biased exponent plus 2^(ExpW-1).
  logic [CountExpW-1:0] exp_q;
  logic [SigW:0] digits_q;  // the radicand's digits to come; before, the significand
  logic short_a;
  assign short_a = normalising & !digits_q[SigW-1];
  always_ff @(posedge clk_i) begin
    if (load) exp_q <= CountExpW'({exponent[ExpW-1], !exponent[ExpW-1], exponent[ExpW-2:0]});
    else if (short_a || at_radicand) exp_q <= exp_q - CountExpW'(1);
  end

  // Four times the rest and two digits, less or plus four times the root and 1 or 3. Whatever the sign, the digits grow
  // by 3, with a carry unless they are zero, and below the root's last bit but one nothing is added but this carry. The
  // rest begins with -1, of which that makes the first digits less 1.
  logic [Bits:0] rest_q;
  logic [Bits+1:0] next_rest;
  logic [Bits-1:0] zeros_q;  // complement of the root so far, ones before it
  logic carry, unused_last, even_q;
  assign carry = digits_q[SigW:SigW-1] != 2'b00;
  assign next_rest[2:0] = {rest_q[0] ^ carry, !(digits_q[SigW] ^ digits_q[SigW-1]), !digits_q[SigW-1]};
  add_sub #(.Width(Bits), .Complement(1'b1)) u_add_sub (
      .a_i({rest_q[Bits-1:1], rest_q[0] & carry}), .b_i({zeros_q[Bits-1:1], 1'b0}), .add_i(rest_q[Bits]),
      .sum_o({next_rest[Bits+1:3], unused_last})
  );
  always_ff @(posedge clk_i) begin
    if (load) digits_q <= {1'b0, significand};
    else if (at_radicand) digits_q <= zero_q | infinite_q ? '0 : exp_q[0] ? digits_q : digits_q << 1;
    else if (short_a) digits_q <= digits_q << 1;
    else if (!normalising) digits_q <= digits_q << 2;
    if (normalising || at_radicand) begin
      rest_q <= '1;
      zeros_q <= '1;
      even_q <= 1'b0;
    end else if (left_q > CountW'(AtRound)) begin
      rest_q <= next_rest[Bits:0];
      zeros_q <= {zeros_q[Bits-2:0], next_rest[Bits+1]};
      even_q <= even_q | (rest_q == '0 && digits_q == '0);
    end
  end

  // Round. A root is no tie, and if the last bit is a one, it is inexact.
  logic [Bits-1:0] root;
  logic [ExpW-1:0] exp_result;
  logic round_up, unused_root;
  logic [W-1:0] result_q;
  assign root = ~zeros_q;
  assign unused_root = ^{root[Bits-1], exp_q};
  assign exp_result = zero_q ? '0 : exp_q[ExpW:1] | {ExpW{infinite_q}};
  assign round_up = Rounding == 0 ? root[0] : Rounding == 3 & (root[0] | !even_q) & !zero_q & !infinite_q;
  always_ff @(posedge clk_i) begin
    if (left_q == CountW'(AtRound)) begin
      result_q <= {sign_q, {exp_result, root[SigW-1] | nan_q, root[SigW-2:1]} + (W-1)'(round_up)};
    end
  end
  assign result_o = result_q;
endmodule
