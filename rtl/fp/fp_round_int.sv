// SPDX-License-Identifier: Apache-2.0
// Rounds to an integral value of the same format; the sign is kept, also of a zero result.
// Rounding: 0 nearest even, 1 nearest with ties away from zero, 2 toward zero, 3 up, 4 down.
// Latency cycles, initiation interval 1. Registers spread over finding the last integral place and the addition; the
// last is the output.
module fp_round_int #(
    parameter int unsigned ExpW     = 8,
    parameter int unsigned SigW     = 24,
    parameter int unsigned Rounding = 0,
    parameter int unsigned Latency  = 2
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;
  if (Rounding > 4) begin : gen_check
    $fatal(1, "fp_round_int: Rounding is 0 to 4");
  end

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function longint unsigned weft_fp_round_int(
    input longint unsigned a, input int unsigned exp_w, input int unsigned sig_w, input int unsigned rounding);
  localparam bit Fast = Latency > 0;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] result_q;
    always_ff @(posedge clk_i) result_q <= W'(weft_fp_round_int(64'(a_i), ExpW, SigW, Rounding));
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam int unsigned Bias = (1 << (ExpW - 1)) - 1;
    // Units of delay: mask, whether the last place is odd (a step of its own in large formats), addition, clearing.
    localparam int unsigned AtMask = W > 32 ? 4 : 0;
    localparam int unsigned AtAdd = W > 32 ? 9 : 6;
    localparam int unsigned AtClear = AtAdd + 3 + W / 64;
    localparam int unsigned Total = AtClear + 2;
    localparam int unsigned L0 = Latency * AtMask / Total;
    localparam int unsigned L1 = Latency * AtAdd / Total - L0;
    localparam int unsigned L2 = Latency * AtClear / Total - L1 - L0;

    // 1. The fraction bits below the units place. From one half on the hidden bit is one of them.
    logic below_one, below_half, nan, nonzero;
    logic [ExpW-1:0] exponent;
    logic [SigW-2:0] fraction, mask;
    assign {exponent, fraction} = a_i[W-2:0];
    // Exponents above the bias have the first bit set, and the places that are integral count on from there.
    localparam int unsigned PlaceW = $clog2(SigW - 1) < ExpW ? $clog2(SigW - 1) : ExpW - 1;
    logic above, far;
    assign above = exponent[ExpW-1];
    assign below_one = !above & exponent[ExpW-2:0] != '1;
    assign below_half = !above & exponent[ExpW-2:1] != '1;
    assign nan = exponent == '1 && fraction != '0;
    assign nonzero = exponent != '0 || fraction != '0;
    for (genvar i = 0; i < SigW - 1; i++) begin : gen_mask
      logic fractional;
      less_than #(.Width(PlaceW), .Limit(SigW - 2 - i)) u_place (.data_i(exponent[PlaceW-1:0]), .less_o(fractional));
      assign mask[i] = !above | (fractional & !far);
    end
    if (PlaceW < ExpW - 1) begin : gen_far
      assign far = exponent[ExpW-2:PlaceW] != '0;
    end else begin : gen_special
      assign far = exponent == '1;  // infinities and NaNs have no places
    end
    logic [W-1:0] a_0;
    logic [SigW-2:0] mask_0;
    logic below_one_0, below_half_0, nan_0, nonzero_0, odd, half_up;
    delay_line #(.Width(W + SigW - 1 + 4), .Latency(L0)) u_0 (
        .clk_i, .data_i({a_i, mask, below_one, below_half, nan, nonzero}),
        .data_o({a_0, mask_0, below_one_0, below_half_0, nan_0, nonzero_0})
    );
    assign odd = |(a_0[SigW-2:1] & ~mask_0[SigW-2:1] & mask_0[SigW-3:0]) | (mask_0[SigW-2] & !below_one_0);
    assign half_up = Rounding == 1 ? mask_0[0] : odd;  // where there is no place below the last one nothing is added
    logic [W-1:0] a_1;
    logic [SigW-2:0] mask_1;
    logic below_one_1, below_half_1, nan_1, nonzero_1, half_up_1;
    delay_line #(.Width(W + SigW - 1 + 5), .Latency(L1)) u_1 (
        .clk_i, .data_i({a_0, mask_0, below_one_0, below_half_0, nan_0, nonzero_0, half_up}),
        .data_o({a_1, mask_1, below_one_1, below_half_1, nan_1, nonzero_1, half_up_1})
    );

    // 2. Exponent and fraction are one integer: one less than half a unit of the last place, and one more if that place
    // is odd, rounds to nearest even once the places below are cleared; a unit less one rounds away.
    logic [W-2:0] sum;
    logic [SigW-2:0] addend;
    logic away;
    assign away = (Rounding == 3 && !a_1[W-1]) || (Rounding == 4 && a_1[W-1]);
    always_comb begin
      case (Rounding)
        0, 1: addend = {below_one_1, mask_1[SigW-2:1]};
        2: addend = '0;
        default: addend = away ? mask_1 : '0;
      endcase
    end
    assign sum = a_1[W-2:0] + (W-1)'(addend) + (W-1)'(Rounding < 2 && half_up_1);
    logic [W-1:0] sum_2;
    logic [SigW-2:0] mask_2;
    logic below_one_2, nan_2, to_one, to_one_2;
    // Of the numbers below one only those from one half on can round to nearest up.
    assign to_one = Rounding < 2 ? !below_half_1 && sum[SigW-1] : away & nonzero_1;
    delay_line #(.Width(W + SigW - 1 + 3), .Latency(L2)) u_2 (
        .clk_i, .data_i({a_1[W-1], sum, mask_1, below_one_1, nan_1, to_one}),
        .data_o({sum_2, mask_2, below_one_2, nan_2, to_one_2})
    );

    // 3. Clear. NaNs lose sign and payload.
    logic [W-1:0] result;
    always_comb begin
      result = sum_2 & {{(ExpW+1){1'b1}}, ~mask_2};
      if (below_one_2) result[W-2:0] = to_one_2 ? {ExpW'(Bias), (SigW-1)'(0)} : '0;
      if (nan_2) result = {1'b0, {ExpW{1'b1}}, 1'b1, (SigW-2)'(0)};
    end
    logic unused_round;
    assign unused_round = ^{odd, half_up_1, below_half_1, nonzero_1};
    delay_line #(.Width(W), .Latency(Latency - L0 - L1 - L2)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
