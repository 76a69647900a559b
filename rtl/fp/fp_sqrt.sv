// SPDX-License-Identifier: Apache-2.0
// Square root; -0 gives -0, below zero a NaN. Latency cycles, initiation interval 1. Restoring, one bit of the root a step;
// steps: count leading zeros, normalise, SigW + 1 root bits, round; registers spread evenly over them.
module fp_sqrt #(
    parameter int unsigned ExpW    = 8,
    parameter int unsigned SigW    = 24,
    parameter int unsigned Latency = 28
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function int unsigned weft_f32_sqrt(input int unsigned a);
  import "DPI-C" pure function longint unsigned weft_f64_sqrt(input longint unsigned a);
  localparam bit Fast = Latency > 0 && ((ExpW == 8 && SigW == 24) || (ExpW == 11 && SigW == 53));
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] root_q;
    if (W == 32) begin : gen_f32
      always_ff @(posedge clk_i) root_q <= W'(weft_f32_sqrt(32'(a_i)));
    end else begin : gen_f64
      always_ff @(posedge clk_i) root_q <= W'(weft_f64_sqrt(64'(a_i)));
    end
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(root_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam int unsigned Bits  = SigW + 1;  // one before the point; the last is the guard bit
    localparam int unsigned Steps = Bits + 3;
    localparam int unsigned LCount = Latency / Steps;
    localparam int unsigned LNormal = Latency * 2 / Steps - LCount;
    localparam int unsigned LBits = Latency * (Bits + 2) / Steps - Latency * 2 / Steps;
    localparam int unsigned LRound = Latency - Latency * (Bits + 2) / Steps;

    // 1. Count the leading zeros of a subnormal.
    localparam int unsigned CountW = $clog2(SigW + 1);
    localparam int unsigned SExpW = ExpW + 2;  // signed
    localparam logic signed [SExpW-1:0] Bias = SExpW'((1 << (ExpW - 1)) - 1);
    logic sign, zero, inf, nan, invalid;
    logic [ExpW-1:0] exponent, exp_1;
    logic [SigW-1:0] significand, sig_1;
    logic [CountW-1:0] lead, lead_1;
    fp_unpack #(.ExpW(ExpW), .SigW(SigW)) u_a (
        .data_i(a_i), .sign_o(sign), .exponent_o(exponent), .significand_o(significand), .zero_o(zero), .inf_o(inf), .nan_o(nan)
    );
    lzc #(.Width(SigW)) u_lead (.data_i(significand), .count_o(lead));
    assign invalid = nan | (sign & !zero);
    delay_line #(.Width(SigW + CountW + ExpW), .Latency(LCount)) u_1 (
        .clk_i, .data_i({significand, lead, exponent}), .data_o({sig_1, lead_1, exp_1})
    );

    // 2. Normalise; an odd exponent leaves its last bit to the radicand, which lies in [1, 4).
    localparam int unsigned RadicandW = 2 * Bits;  // two bits before the point
    logic signed [SExpW-1:0] unbiased;
    logic [SigW-1:0] normal;
    logic [SigW:0] radicand;
    logic [ExpW-1:0] exp_3;
    logic sign_3, zero_3, inf_3, invalid_3;
    assign unbiased = signed'(SExpW'(exp_1)) - signed'(SExpW'(lead_1)) - Bias;
    assign normal = sig_1 << lead_1;
    assign radicand = unbiased[0] ? {normal, 1'b0} : {1'b0, normal};
    delay_line #(.Width(ExpW), .Latency(LNormal + LBits)) u_exponent (
        .clk_i, .data_i(ExpW'((unbiased >>> 1) + Bias)), .data_o(exp_3)
    );
    delay_line #(.Width(4), .Latency(LCount + LNormal + LBits)) u_side (
        .clk_i, .data_i({sign, zero, inf, invalid}), .data_o({sign_3, zero_3, inf_3, invalid_3})
    );

    // 3. Root bits: `rest` is the radicand's digits so far minus the square of `root`, at most twice `root`.
    for (genvar i = 0; i <= Bits; i++) begin : gen_step
      logic [RadicandW-1:0] digits;
      logic [Bits:0] rest;
      logic [Bits-1:0] root;
      if (i == 0) begin : gen_first
        logic [SigW:0] radicand_q;
        delay_line #(.Width(SigW + 1), .Latency(LNormal)) u_step (.clk_i, .data_i(radicand), .data_o(radicand_q));
        assign digits = {radicand_q, (RadicandW-SigW-1)'(0)};
        assign rest = '0;
        assign root = '0;
      end else begin : gen_next
        localparam int unsigned Here = Latency * (i + 2) / Steps - Latency * (i + 1) / Steps;
        logic [Bits+2:0] partial, trial, difference;  // the top bit of the difference is its sign
        logic [Bits:0] next_rest;
        logic bit_found;
        assign partial = {gen_step[i-1].rest, gen_step[i-1].digits[RadicandW-1 -: 2]};
        assign trial = {1'b0, gen_step[i-1].root, 2'b01};
        assign difference = partial - trial;
        assign bit_found = !difference[Bits+2];
        assign next_rest = bit_found ? difference[Bits:0] : partial[Bits:0];
        delay_line #(.Width(RadicandW + 2 * Bits + 1), .Latency(Here)) u_step (
            .clk_i,
            .data_i({gen_step[i-1].digits << 2, next_rest, gen_step[i-1].root[Bits-2:0], bit_found}),
            .data_o({digits, rest, root})
        );
      end
    end
    logic unused_bits;
    assign unused_bits = ^{gen_step[Bits].digits, gen_step[Bits].root[Bits-1]};

    // 4. Round. The root of a finite number is always normal.
    logic [W-1:0] result;
    fp_pack #(.ExpW(ExpW), .SigW(SigW)) u_pack (
        .sign_i(sign_3), .exponent_i({1'b0, exp_3}), .fraction_i(gen_step[Bits].root[Bits-2:1]),
        .guard_i(gen_step[Bits].root[0]), .sticky_i(gen_step[Bits].rest != '0),
        .nan_i(invalid_3), .inf_i(inf_3), .zero_i(zero_3), .result_o(result)
    );
    delay_line #(.Width(W), .Latency(LRound)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
