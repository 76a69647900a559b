// SPDX-License-Identifier: Apache-2.0
// Square root; -0 gives -0, below zero a NaN. Latency cycles, initiation interval 1. Rounding: 0 nearest even, 2 toward
// zero, 3 up, 4 down.
// Non-restoring, one bit of the root a step, each as wide as the root so far. Registers can stand behind the leading
// zeros' count and the shift of a subnormal operand, behind each of the SigW + 1 steps and the rounding; they are
// spread evenly over the delay of these.
module fp_sqrt #(
    parameter int unsigned ExpW       = 8,
    parameter int unsigned SigW       = 24,
    parameter int unsigned Rounding   = 0,
    parameter bit          Subnormals = 1'b1,
    parameter int unsigned Latency    = 15
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;

  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_sqrt: Rounding is 0, 2, 3 or 4");
  end
  if (Subnormals && SigW >= 1 << (ExpW - 1)) begin : gen_check_format
    $fatal(1, "fp_sqrt: roots of subnormals must be normal, SigW below 2^(ExpW-1)");
  end

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function longint unsigned weft_fp_sqrt(
      input longint unsigned a, input int unsigned exp_w, input int unsigned sig_w, input int unsigned rounding,
      input int unsigned subnormals
  );
  localparam bit Fast = Latency > 0;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] root_q;
    always_ff @(posedge clk_i) root_q <= W'(weft_fp_sqrt(64'(a_i), ExpW, SigW, Rounding, 32'(Subnormals)));
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(root_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    // Where registers can stand, in units of delay. A step: fixed, and its share of the carry chain; the first chooses
    // the radicand as well.
    localparam int unsigned Bits = SigW + 1;  // one before the point; the last is the guard bit
    localparam int unsigned CountW = $clog2(SigW);
    localparam int unsigned AtSteps = Subnormals ? 4 * (7 + SigW / 7) : 0;
    localparam int unsigned AtRound = AtSteps + 8 + 9 * Bits + Bits * Bits / 14;
    localparam int unsigned Total = AtRound + 14;
    localparam int unsigned LSteps = Latency * AtSteps / Total;
    localparam int unsigned LRound = Latency * AtRound / Total;

    // 1. Unpack and normalise.
    localparam int unsigned SExpW = (ExpW > CountW ? ExpW : CountW) + 2;  // signed
    logic sign, zero, inf, nan, invalid, sign_1, zero_1, inf_1, invalid_1;
    logic [ExpW-1:0] exponent;
    logic [SExpW-1:0] exp_in, twice_exp;
    logic [SigW-1:0] significand, normal;
    logic odd;
    fp_unpack #(.ExpW(ExpW), .SigW(SigW), .Subnormals(Subnormals)) u_a (
        .data_i(a_i), .sign_o(sign), .exponent_o(exponent), .significand_o(significand), .zero_o(zero), .inf_o(inf),
        .nan_o(nan)
    );
    assign invalid = nan | (sign & !zero);
    delay_line #(.Width(4), .Latency(LSteps)) u_side (
        .clk_i, .data_i({sign & !invalid, zero, inf, invalid}), .data_o({sign_1, zero_1, inf_1, invalid_1})
    );
    // Exponent plus bias, twice that of the root; its last bit says whether that leaves a factor of two to the
    // radicand.
    delay_line #(.Width(SExpW), .Latency(LSteps)) u_exp_in (
        .clk_i, .data_i(SExpW'({exponent[ExpW-1], !exponent[ExpW-1], exponent[ExpW-2:0]})), .data_o(exp_in)
    );
    if (Subnormals) begin : gen_normalise
      logic [CountW-1:0] lead;
      fp_normalise #(.Width(SigW), .Latency(Latency), .Before(0), .Span(AtSteps), .Total(Total)) u_normalise (
          .clk_i, .sign_i(1'b0), .data_i(significand), .data_o(normal), .count_o(lead)
      );
      assign twice_exp = exp_in + ~(SExpW'(lead));
      assign odd = exp_in[0] ^ lead[0];
    end else begin : gen_plain
      assign normal = significand;
      assign twice_exp = exp_in - SExpW'(1);
      assign odd = exp_in[0];
    end
    logic unused_exp;
    assign unused_exp = ^{twice_exp[SExpW-1:ExpW+1], twice_exp[0]};

    // 2. Root bits. The radicand lies in [1, 4), that of zero, infinity and NaN counts as 1. The rest is the radicand's
    //    digits so far less the square of the root; its sign says whether the next step subtracts or adds, and is the
    //    complement of the root's bit.
    for (genvar i = 1; i <= Bits; i++) begin : gen_step
      localparam int unsigned Before = AtSteps + (i > 1 ? 8 : 0) + 9 * (i - 1) + (i - 1) * (i - 1) / 14;
      localparam int unsigned After = AtSteps + 8 + 9 * i + i * i / 14;
      localparam int unsigned Here = Latency * After / Total - Latency * Before / Total;
      localparam int unsigned DigitsLeft = SigW + 1 > 2 * i ? SigW + 1 - 2 * i : 0;
      logic [i+1:0] next_rest, rest;
      logic [i-1:0] zeros;  // complement of the bits so far
      if (i == 1) begin : gen_first
        logic [SigW:0] radicand;
        assign radicand = zero_1 | inf_1 | invalid_1 ? '0 : odd ? {1'b0, normal} : {normal, 1'b0};
        assign next_rest = {1'b0, &radicand[SigW:SigW-1], radicand[SigW] & !radicand[SigW-1]};
        delay_line #(.Width(DigitsLeft), .Latency(Here)) u_digits (
            .clk_i, .data_i(radicand[DigitsLeft-1:0]), .data_o(gen_digits.digits)
        );
        delay_line #(.Width(1), .Latency(Here)) u_zeros (.clk_i, .data_i(1'b0), .data_o(zeros));
      end else begin : gen_next
        // Four times the rest and two digits, less or plus four times the root and 1 or 3. Whatever the sign, the
        // digits grow by 3, with a carry unless they are zero, and below the root's last bit but one nothing is added
        // but this carry.
        logic [1:0] pair;
        logic carry, unused_last;
        logic [i:0] from;
        assign from = gen_step[i-1].rest;
        if (i * 2 <= SigW + 1) begin : gen_pair
          assign pair = gen_step[i-1].gen_digits.digits[DigitsLeft +: 2];
        end else if (i * 2 == SigW + 2) begin : gen_half
          assign pair = {gen_step[i-1].gen_digits.digits, 1'b0};
        end else begin : gen_none
          assign pair = 2'b00;
        end
        assign carry = pair != 2'b00;
        assign next_rest[2:0] = {from[0] ^ carry, !(pair[1] ^ pair[0]), !pair[0]};
        add_sub #(.Width(i), .Complement(1'b1)) u_add_sub (
            .a_i({from[i-1:1], from[0] & carry}), .b_i({1'b1, gen_step[i-1].zeros} & ~(i'(1))),
            .add_i(from[i]), .sum_o({next_rest[i+1:3], unused_last})
        );
        delay_line #(.Width(i), .Latency(Here)) u_zeros (
            .clk_i, .data_i({gen_step[i-1].zeros, next_rest[i+1]}), .data_o(zeros)
        );
        if (DigitsLeft > 0) begin : gen_later
          delay_line #(.Width(DigitsLeft), .Latency(Here)) u_digits (
              .clk_i, .data_i(gen_step[i-1].gen_digits.digits[DigitsLeft-1:0]), .data_o(gen_digits.digits)
          );
        end
      end
      if (DigitsLeft > 0) begin : gen_digits
        logic [DigitsLeft-1:0] digits;
      end
      delay_line #(.Width(i + 2), .Latency(Here)) u_rest (.clk_i, .data_i(next_rest), .data_o(rest));
    end

    // Beside the steps: the exponent.
    logic infinite_2, sign_3, nan_3;
    logic [ExpW-1:0] exp_2, exp_3;
    assign infinite_2 = inf_1 | invalid_1;
    assign exp_2 = zero_1 ? '0 : twice_exp[ExpW:1] | {ExpW{infinite_2}};
    delay_line #(.Width(ExpW + 2), .Latency(LRound - LSteps)) u_side_3 (
        .clk_i, .data_i({exp_2, sign_1, invalid_1}), .data_o({exp_3, sign_3, nan_3})
    );

    // 3. Round. A root is no tie, and if the last bit is a one, it is inexact.
    logic [Bits-1:0] root;
    logic round_up;
    logic [W-2:0] rounded;
    assign root = ~gen_step[Bits].zeros;
    if (Rounding == 0) begin : gen_nearest
      logic unused_rest;
      assign unused_rest = ^gen_step[Bits].rest;
      assign round_up = root[0];
    end else if (Rounding == 3) begin : gen_up
      // Rest plus four times the root before the last bit plus 1, if all its bits are zero: each carry is then the or
      // of the bits before.
      logic [Bits+1:0] last_rest, taken;
      assign last_rest = gen_step[Bits].rest;
      assign taken = {1'b0, root[Bits-1:1], 2'b01};
      assign round_up = root[0] | (last_rest ^ taken ^ ((last_rest | taken) << 1)) != '0;
    end else begin : gen_down
      logic unused_rest;
      assign unused_rest = ^{gen_step[Bits].rest, root[0]};
      assign round_up = 1'b0;
    end
    logic unused_hidden;
    assign unused_hidden = root[Bits-1];
    assign rounded = {exp_3, root[SigW-1] | nan_3, root[SigW-2:1]} + (W-1)'(round_up);
    delay_line #(.Width(W), .Latency(Latency - LRound)) u_out (.clk_i, .data_i({sign_3, rounded}), .data_o(result_o));
  end
endmodule
