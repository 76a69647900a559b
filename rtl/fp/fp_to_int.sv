// SPDX-License-Identifier: Apache-2.0
// Floating point to integer, toward zero; out of range saturates, NaN gives 0. Latency cycles, initiation interval 1;
// registers: output first, then after the shift, the rest after the unpacking.
module fp_to_int #(
    parameter int unsigned ExpW    = 8,
    parameter int unsigned SigW    = 24,
    parameter int unsigned IntW    = 32,
    parameter bit          Signed  = 1'b1,
    parameter int unsigned Latency = 3
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    output logic [IntW-1:0]      result_o
);

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function longint unsigned weft_f32_to_int(
    input int unsigned a, input int unsigned int_width, input int unsigned is_signed);
  import "DPI-C" pure function longint unsigned weft_f64_to_int(
    input longint unsigned a, input int unsigned int_width, input int unsigned is_signed);
  localparam bit Fast = Latency > 0 && ((ExpW == 8 && SigW == 24) || (ExpW == 11 && SigW == 53)) && IntW <= 64;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [IntW-1:0] result_q;
    if (ExpW == 8) begin : gen_f32
      always_ff @(posedge clk_i) result_q <= IntW'(weft_f32_to_int(32'(a_i), IntW, 32'(Signed)));
    end else begin : gen_f64
      always_ff @(posedge clk_i) result_q <= IntW'(weft_f64_to_int(64'(a_i), IntW, 32'(Signed)));
    end
    delay_line #(.Width(IntW), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam int unsigned L3 = Latency > 0 ? 1 : 0;
    localparam int unsigned L2 = Latency > 1 ? 1 : 0;
    localparam int unsigned L1 = Latency - L2 - L3;

    // 1. The significand goes to the top of the field, which has the place 2^(FieldW-1); how far is it to its own place?
    localparam int unsigned FieldW = IntW > SigW ? IntW : SigW;
    localparam int unsigned ShiftW = $clog2(FieldW + 1);
    localparam int unsigned ExtW = (ExpW > ShiftW ? ExpW : ShiftW) + 1;
    localparam logic [ExtW-1:0] Bias = ExtW'((1 << (ExpW - 1)) - 1);
    logic sign, zero, inf, nan, too_large, below_one;
    logic [ExpW-1:0] exponent;
    logic [SigW-1:0] significand;
    logic [ShiftW-1:0] shift;
    fp_unpack #(.ExpW(ExpW), .SigW(SigW)) u_a (
        .data_i(a_i), .sign_o(sign), .exponent_o(exponent), .significand_o(significand), .zero_o(zero), .inf_o(inf), .nan_o(nan)
    );
    assign below_one = ExtW'(exponent) < Bias;
    assign too_large = ExtW'(exponent) >= Bias + ExtW'(IntW) || inf;
    assign shift = below_one ? ShiftW'(FieldW) : ShiftW'(Bias + ExtW'(FieldW - 1) - ExtW'(exponent));
    logic unused_zero;
    assign unused_zero = zero;
    logic [SigW-1:0] sig_1;
    logic [ShiftW-1:0] shift_1;
    logic sign_1, too_large_1, nan_1;
    delay_line #(.Width(SigW + ShiftW + 3), .Latency(L1)) u_1 (
        .clk_i, .data_i({significand, shift, sign, too_large, nan}), .data_o({sig_1, shift_1, sign_1, too_large_1, nan_1})
    );

    // 2. Shift.
    logic [FieldW-1:0] field, shifted;
    assign field = FieldW'(sig_1) << (FieldW - SigW);
    assign shifted = field >> shift_1;
    logic [IntW-1:0] magnitude_2;
    logic sign_2, too_large_2, nan_2;
    delay_line #(.Width(IntW + 3), .Latency(L2)) u_2 (
        .clk_i, .data_i({IntW'(shifted), sign_1, too_large_1, nan_1}), .data_o({magnitude_2, sign_2, too_large_2, nan_2})
    );
    if (FieldW > IntW) begin : gen_unused
      logic unused_top;
      assign unused_top = ^shifted[FieldW-1:IntW];
    end

    // 3. Sign and saturation.
    localparam logic [IntW-1:0] Least = Signed ? IntW'(1) << (IntW - 1) : '0;
    logic overflow;
    logic [IntW-1:0] result;
    always_comb begin
      if (Signed) overflow = too_large_2 || magnitude_2[IntW-1];  // the least number itself saturates to itself
      else overflow = too_large_2 || (sign_2 && magnitude_2 != '0);
      if (nan_2) result = '0;
      else if (overflow) result = sign_2 ? Least : ~Least;
      else result = sign_2 ? -magnitude_2 : magnitude_2;
    end
    delay_line #(.Width(IntW), .Latency(L3)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
