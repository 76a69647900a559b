// SPDX-License-Identifier: Apache-2.0
// Integer to floating point. Rounding: 0 nearest even, 2 toward zero, 3 up, 4 down; beyond the format: as an overflow
// of that mode.
// Latency cycles, initiation interval 1. Registers spread over normalising and rounding; the last is the output.
module fp_from_int #(
    parameter int unsigned ExpW     = 8,
    parameter int unsigned SigW     = 24,
    parameter int unsigned IntW     = 32,
    parameter bit          Signed   = 1'b1,
    parameter int unsigned Rounding = 0,
    parameter int unsigned Latency  = 3
) (
    input  logic                 clk_i,
    input  logic [IntW-1:0]      a_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;
  if (Rounding == 1 || Rounding > 4) begin : gen_check
    $fatal(1, "fp_from_int: Rounding is 0, 2, 3 or 4");
  end

`ifdef WEFT_FP_FAST
  // `a`: sign or zero extended.
  import "DPI-C" pure function longint unsigned weft_fp_from_int(
    input longint unsigned a, input int unsigned is_signed, input int unsigned exp_w, input int unsigned sig_w,
    input int unsigned rounding);
  localparam bit Fast = Latency > 0;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [63:0] extended;
    assign extended = Signed ? 64'(signed'(a_i)) : 64'(a_i);
    logic [W-1:0] result_q;
    always_ff @(posedge clk_i) result_q <= W'(weft_fp_from_int(extended, 32'(Signed), ExpW, SigW, Rounding));
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    // A negative number is not negated first: its magnitude is ~a + 1, all bits of ~a below the last place being ones,
    // so ~a is normalised, and the one is added with the rounding. ~a is one short of a power of two where the
    // magnitude is one, which the carry corrects.
    localparam int unsigned Levels = IntW > 2 ? $clog2(IntW) : 1;
    localparam int unsigned FieldW = 1 << Levels;
    // Units of delay: normalising, rounding direction, addition.
    localparam int unsigned AtRound = 2 * Levels + 1;
    localparam int unsigned AtAdd = AtRound + 2;
    localparam int unsigned Total = AtAdd + 2 + W / 24;
    localparam int unsigned L1 = Latency * AtRound / Total;
    localparam int unsigned L2 = Latency * AtAdd / Total - L1;

    // 1. Normalise. The sign is not part of the field.
    logic sign, sign_1;
    logic [FieldW-1:0] field, shifted, kept;
    logic [Levels-1:0] lead, places;
    assign sign = Signed & a_i[IntW-1];
    assign field = FieldW'(a_i) << (FieldW - IntW + 32'(Signed));
    fp_normalise #(.Width(FieldW), .Latency(Latency), .Before(0), .Span(AtRound), .Total(Total)) u_normalise (
        .clk_i, .sign_i(sign), .data_i(field), .data_o(shifted), .count_o(lead)
    );
    delay_line #(.Width(1), .Latency(L1)) u_sign (.clk_i, .data_i(sign), .data_o(sign_1));
    assign places = ~lead;
    assign kept = shifted ^ {FieldW{sign_1}};

    // 2. Round: guard and sticky are bits of `a`. With zeros there a negative number's ones below carry.
    logic [SigW-2:0] fraction;
    logic guard, sticky, round, nonzero;
    assign nonzero = kept[FieldW-1];
    if (FieldW >= SigW) begin : gen_top
      assign fraction = kept[FieldW-2 -: SigW-1];
    end else begin : gen_all
      assign fraction = (SigW-1)'({kept[FieldW-2:0], {(SigW-FieldW){sign_1}}});
    end
    if (FieldW > SigW) begin : gen_guard
      assign guard = shifted[FieldW-SigW-1];
    end else begin : gen_no_guard
      assign guard = 1'b0;
    end
    if (FieldW > SigW + 1) begin : gen_sticky
      assign sticky = shifted[FieldW-SigW-2:0] != '0;
    end else begin : gen_no_sticky
      assign sticky = 1'b0;
    end
    always_comb begin
      case (Rounding)
        0: round = sign_1 ? !guard | (!sticky & fraction[0]) : guard & (sticky | fraction[0]);
        2: round = sign_1 & !(guard | sticky);
        3: round = sign_1 ^ (guard | sticky);
        default: round = sign_1;
      endcase
    end

    logic [SigW-2:0] fraction_2;
    logic [Levels-1:0] places_2;
    logic round_2, nonzero_2, sign_2;
    delay_line #(.Width(SigW - 1 + Levels + 3), .Latency(L2)) u_2 (
        .clk_i, .data_i({fraction, places, round, nonzero, sign_1}),
        .data_o({fraction_2, places_2, round_2, nonzero_2, sign_2})
    );

    // 3. The exponent of the field's top place less FieldW - 1, when there is a leading one at all; the places that
    // remain in the field add to it. All bits of a zero give 0.
    localparam int unsigned Bias = (1 << (ExpW - 1)) - 1;
    localparam int unsigned SumExpW = (ExpW > Levels ? ExpW : Levels) + 1;
    localparam bit CanOverflow = IntW - 32'(Signed) > Bias + 1 || (Rounding != 0 && Signed && IntW - 1 > Bias);
    localparam logic [SumExpW-1:0] Base = SumExpW'(Bias + IntW - 32'(Signed) - FieldW);
    localparam logic [SumExpW+SigW-2:0] Infinity = (SumExpW+SigW-1)'((1 << ExpW) - 1) << (SigW - 1);
    logic [SumExpW+SigW-2:0] sum;
    logic [W-1:0] result;
    assign sum = {Base & {SumExpW{nonzero_2}}, fraction_2} + {SumExpW'(places_2), (SigW-1)'(0)} +
        (SumExpW+SigW-1)'(round_2);
    if (CanOverflow) begin : gen_overflow
      logic to_infinity;
      assign to_infinity = Rounding == 0 || (Rounding == 3 && !sign_2) || (Rounding == 4 && sign_2);
      assign result = {sign_2, sum < Infinity ? (W-1)'(sum) :
          to_infinity ? (W-1)'(Infinity) : (W-1)'(Infinity) - (W-1)'(1)};
    end else begin : gen_fits
      assign result = {sign_2, (W-1)'(sum)};
      logic unused_top;
      assign unused_top = ^sum[SumExpW+SigW-2:W-1];
    end
    delay_line #(.Width(W), .Latency(Latency - L1 - L2)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
