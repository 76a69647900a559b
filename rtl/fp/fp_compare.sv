// SPDX-License-Identifier: Apache-2.0
// Comparison; a NaN makes it unordered. Latency cycles, initiation interval 1, registers after the comparison.
// Predicate: 0 oeq, 1 ogt, 2 oge, 3 olt, 4 ole, 5 one, 6 ord, 7 ueq, 8 ugt, 9 uge, 10 ult, 11 ule, 12 une, 13 uno.
module fp_compare #(
    parameter int unsigned ExpW      = 8,
    parameter int unsigned SigW      = 24,
    parameter int unsigned Predicate = 0,
    parameter int unsigned Latency   = 1
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    output logic                 result_o
);
  localparam int unsigned W = ExpW + SigW;

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function int unsigned weft_f32_compare(
    input int unsigned a, input int unsigned b, input int unsigned predicate);
  import "DPI-C" pure function int unsigned weft_f64_compare(
    input longint unsigned a, input longint unsigned b, input int unsigned predicate);
  localparam bit Fast = Latency > 0 && ((ExpW == 8 && SigW == 24) || (ExpW == 11 && SigW == 53));
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic result_q;
    if (ExpW == 8) begin : gen_f32
      always_ff @(posedge clk_i) result_q <= 1'(weft_f32_compare(32'(a_i), 32'(b_i), Predicate));
    end else begin : gen_f64
      always_ff @(posedge clk_i) result_q <= 1'(weft_f64_compare(64'(a_i), 64'(b_i), Predicate));
    end
    delay_line #(.Width(1), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam logic [W-2:0] Infinity = {{ExpW{1'b1}}, (SigW-1)'(0)};
    if (Predicate > 13) begin : gen_check
      $fatal(1, "fp_compare: Predicate is 0 to 13");
    end

    logic unordered, both_zero, same, magnitude_less, equal, less, greater, result;
    assign unordered = a_i[W-2:0] > Infinity || b_i[W-2:0] > Infinity;
    assign both_zero = (a_i[W-2:0] | b_i[W-2:0]) == '0;
    assign same = a_i == b_i;
    assign magnitude_less = a_i[W-2:0] < b_i[W-2:0];
    assign equal = !unordered & (same | both_zero);
    // Of two negative numbers the one of greater magnitude is the lesser.
    assign less = !unordered & !both_zero & !same & (a_i[W-1] ? !(b_i[W-1] & magnitude_less) : !b_i[W-1] & magnitude_less);
    assign greater = !unordered & !equal & !less;

    always_comb begin
      case (Predicate)
        0: result = equal;
        1: result = greater;
        2: result = greater | equal;
        3: result = less;
        4: result = less | equal;
        5: result = less | greater;
        6: result = !unordered;
        7: result = unordered | equal;
        8: result = unordered | greater;
        9: result = unordered | greater | equal;
        10: result = unordered | less;
        11: result = unordered | less | equal;
        12: result = unordered | less | greater;
        default: result = unordered;
      endcase
    end
    delay_line #(.Width(1), .Latency(Latency)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
