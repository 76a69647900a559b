// SPDX-License-Identifier: Apache-2.0
// Integer to floating point, to nearest even; beyond the format: infinity. Latency cycles, initiation interval 1;
// registers: output first, then after the count of leading zeros, the rest after normalising.
module fp_from_int #(
    parameter int unsigned ExpW    = 8,
    parameter int unsigned SigW    = 24,
    parameter int unsigned IntW    = 32,
    parameter bit          Signed  = 1'b1,
    parameter int unsigned Latency = 3
) (
    input  logic                 clk_i,
    input  logic [IntW-1:0]      a_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;

`ifdef WEFT_FP_FAST
  // `a`: sign or zero extended.
  import "DPI-C" pure function int unsigned weft_f32_from_int(input longint unsigned a, input int unsigned is_signed);
  import "DPI-C" pure function longint unsigned weft_f64_from_int(input longint unsigned a, input int unsigned is_signed);
  localparam bit Fast = Latency > 0 && ((ExpW == 8 && SigW == 24) || (ExpW == 11 && SigW == 53)) && IntW <= 64;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [63:0] extended;
    assign extended = Signed ? 64'(signed'(a_i)) : 64'(a_i);
    logic [W-1:0] result_q;
    if (ExpW == 8) begin : gen_f32
      always_ff @(posedge clk_i) result_q <= W'(weft_f32_from_int(extended, 32'(Signed)));
    end else begin : gen_f64
      always_ff @(posedge clk_i) result_q <= W'(weft_f64_from_int(extended, 32'(Signed)));
    end
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam int unsigned L3 = Latency > 0 ? 1 : 0;
    localparam int unsigned L1 = Latency > 1 ? 1 : 0;
    localparam int unsigned L2 = Latency - L1 - L3;

    // 1. Magnitude and its leading zeros.
    localparam int unsigned CountW = $clog2(IntW + 1);
    logic sign, sign_1;
    logic [IntW-1:0] magnitude, magnitude_1;
    logic [CountW-1:0] lead, lead_1;
    assign sign = Signed & a_i[IntW-1];
    assign magnitude = sign ? -a_i : a_i;
    lzc #(.Width(IntW)) u_lead (.data_i(magnitude), .count_o(lead));
    delay_line #(.Width(IntW + CountW + 1), .Latency(L1)) u_1 (
        .clk_i, .data_i({magnitude, lead, sign}), .data_o({magnitude_1, lead_1, sign_1})
    );

    // 2. Normalise: the field has at least SigW + 2 bits, the leading one on top.
    localparam int unsigned FieldW = IntW > SigW + 2 ? IntW : SigW + 2;
    // Widths beyond the format's largest number need more exponent than the format has.
    localparam int unsigned ExtW = (ExpW > CountW ? ExpW : CountW) + 1;
    localparam logic [ExtW-1:0] ExpTop = ExtW'((1 << (ExpW - 1)) - 1 + IntW - 1);
    logic [FieldW-1:0] field;
    logic [ExtW-1:0] exponent;
    logic zero, overflow;
    assign field = (FieldW'(magnitude_1) << (FieldW - IntW)) << lead_1;
    assign exponent = ExpTop - ExtW'(lead_1);
    assign zero = lead_1 == CountW'(IntW);
    assign overflow = exponent >= ExtW'((1 << ExpW) - 1) && !zero;
    logic [SigW:0] top_2;  // hidden bit, fraction, guard
    logic rest_2, sign_2, zero_2, overflow_2;
    logic [ExpW:0] exp_2;
    delay_line #(.Width(SigW + 2 + ExpW + 4), .Latency(L2)) u_2 (
        .clk_i,
        .data_i({field[FieldW-1 -: SigW+1], field[FieldW-SigW-2:0] != '0, exponent[ExpW:0], sign_1, zero, overflow}),
        .data_o({top_2, rest_2, exp_2, sign_2, zero_2, overflow_2})
    );
    logic unused_bits;
    assign unused_bits = ^{exponent, top_2[SigW]};

    // 3. Round.
    logic [W-1:0] result;
    fp_pack #(.ExpW(ExpW), .SigW(SigW)) u_pack (
        .sign_i(sign_2), .exponent_i(exp_2), .fraction_i(top_2[SigW-1:1]), .guard_i(top_2[0]), .sticky_i(rest_2),
        .nan_i(1'b0), .inf_i(overflow_2), .zero_i(zero_2), .result_o(result)
    );
    delay_line #(.Width(W), .Latency(L3)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
