// SPDX-License-Identifier: Apache-2.0
// Rounds to an integral value of the same format; the sign is kept, also of a zero result.
// Mode: 0 nearest even, 1 nearest with ties away from zero, 2 toward zero, 3 up, 4 down.
// Latency cycles, initiation interval 1; registers: output first, the rest between finding the last integral place and rounding.
module fp_round_int #(
    parameter int unsigned ExpW    = 8,
    parameter int unsigned SigW    = 24,
    parameter int unsigned Mode    = 0,
    parameter int unsigned Latency = 2
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function int unsigned weft_f32_round_int(input int unsigned a, input int unsigned mode);
  import "DPI-C" pure function longint unsigned weft_f64_round_int(input longint unsigned a, input int unsigned mode);
  localparam bit Fast = Latency > 0 && ((ExpW == 8 && SigW == 24) || (ExpW == 11 && SigW == 53));
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] result_q;
    if (ExpW == 8) begin : gen_f32
      always_ff @(posedge clk_i) result_q <= W'(weft_f32_round_int(32'(a_i), Mode));
    end else begin : gen_f64
      always_ff @(posedge clk_i) result_q <= W'(weft_f64_round_int(64'(a_i), Mode));
    end
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam int unsigned OutLatency = Latency > 0 ? 1 : 0;
    localparam int unsigned Bias = (1 << (ExpW - 1)) - 1;
    localparam logic [W-1:0] QuietNan = {1'b0, {ExpW{1'b1}}, 1'b1, (SigW-2)'(0)};
    if (Mode > 4) begin : gen_check
      $fatal(1, "fp_round_int: Mode is 0 to 4");
    end

    // 1. `below`: the fraction bits below the units place, for 1 <= |a| < 2^(SigW-1); the place just above them is the units.
    logic [ExpW-1:0] exponent;
    logic fractional, below_one, nan;
    logic [SigW-2:0] below;
    assign exponent = a_i[W-2 -: ExpW];
    assign below_one = exponent < ExpW'(Bias);
    assign fractional = exponent < ExpW'(Bias + SigW - 1);
    assign nan = exponent == '1 && a_i[SigW-2:0] != '0;
    assign below = {(SigW-1){1'b1}} >> (exponent - ExpW'(Bias));
    logic [W-1:0] a_1;
    logic [SigW-2:0] below_1;
    logic fractional_1, below_one_1, nan_1;
    delay_line #(.Width(W + SigW - 1 + 3), .Latency(Latency - OutLatency)) u_1 (
        .clk_i, .data_i({a_i, below, fractional, below_one, nan}), .data_o({a_1, below_1, fractional_1, below_one_1, nan_1})
    );

    // 2. Exponent and fraction are one integer: adding one unit and clearing what is below rounds up, also to the next exponent.
    logic sign, exact, half, more, odd, away, near_one, exactly_half;
    logic [W-2:0] magnitude, mask, half_place, truncated, raised;
    assign sign = a_1[W-1];
    assign magnitude = a_1[W-2:0];
    assign mask = (W-1)'(below_1);
    assign half_place = mask & ~(mask >> 1);
    assign truncated = magnitude & ~mask;
    assign raised = truncated + mask + (W-1)'(1);
    assign near_one = magnitude[W-2 -: ExpW] == ExpW'(Bias - 1);  // at least one half, when below one
    assign exactly_half = near_one && magnitude[SigW-2:0] == '0;

    assign exact = below_one_1 ? magnitude == '0 : (magnitude & mask) == '0;
    assign half = below_one_1 ? near_one : (magnitude & half_place) != '0;
    assign more = below_one_1 ? !exactly_half : (magnitude & mask & ~half_place) != '0;
    // The units bit; of 1.x it is the exponent's last bit, which is set for every bias.
    assign odd = !below_one_1 & ((magnitude & (mask + (W-1)'(1))) != '0);
    always_comb begin
      case (Mode)
        0: away = half & (more | odd);
        1: away = half;
        2: away = 1'b0;
        3: away = !sign & !exact;
        default: away = sign & !exact;
      endcase
    end

    logic [W-1:0] result;
    always_comb begin
      if (nan_1) result = QuietNan;
      else if (!fractional_1) result = a_1;
      else if (below_one_1) result = {sign, away ? {ExpW'(Bias), (SigW-1)'(0)} : (W-1)'(0)};
      else result = {sign, away ? raised : truncated};
    end
    delay_line #(.Width(W), .Latency(OutLatency)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
