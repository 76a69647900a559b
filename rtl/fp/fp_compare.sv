// SPDX-License-Identifier: Apache-2.0
// Comparison; a NaN makes it unordered. Latency cycles, initiation interval 1; half of the registers (rounded down)
// after the carry chain, the others at the output.
// Predicate: 0 oeq, 1 ogt, 2 oge, 3 olt, 4 ole, 5 one, 6 ord, 7 ueq, 8 ugt, 9 uge, 10 ult, 11 ule, 12 une, 13 uno.
module fp_compare #(
    parameter int unsigned ExpW       = 8,
    parameter int unsigned SigW       = 24,
    parameter int unsigned Predicate  = 0,
    parameter bit          Subnormals = 1'b1,
    parameter int unsigned Latency    = 1
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    output logic                 result_o
);
  localparam int unsigned W = ExpW + SigW;
  if (Predicate > 13) begin : gen_check
    $fatal(1, "fp_compare: Predicate is 0 to 13");
  end

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function longint unsigned weft_fp_compare(
    input longint unsigned a, input longint unsigned b, input int unsigned exp_w, input int unsigned sig_w,
    input int unsigned predicate, input int unsigned subnormals);
  localparam bit Fast = Latency > 0;
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic result_q;
    always_ff @(posedge clk_i)
      result_q <= 1'(weft_fp_compare(64'(a_i), 64'(b_i), ExpW, SigW, Predicate, 32'(Subnormals)));
    delay_line #(.Width(1), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    // x == y, x < y, x <= y, x < y or x > y, ordered; the other predicates exchange the operands or negate the result.
    localparam int unsigned Equal = 0;
    localparam int unsigned Less = 1;
    localparam int unsigned LessEqual = 2;
    localparam int unsigned NotEqual = 3;
    localparam int unsigned Ordered = 4;
    localparam int unsigned Relation = Predicate == 0 || Predicate == 12 ? Equal :
        Predicate == 5 || Predicate == 7 ? NotEqual : Predicate == 6 || Predicate == 13 ? Ordered :
        Predicate == 1 || Predicate == 3 || Predicate == 9 || Predicate == 11 ? Less : LessEqual;
    localparam bit Exchange = Predicate == 1 || Predicate == 2 || Predicate == 10 || Predicate == 11;
    localparam bit Negate = Predicate > 6;
    localparam int unsigned L1 = Latency / 2;

    logic sign_x, sign_y, fraction_x, fraction_y, nan_x, nan_y, both_zero, unordered, holds;
    logic [W-2:0] x, y;
    assign {sign_x, x} = Exchange ? b_i : a_i;
    assign {sign_y, y} = Exchange ? a_i : b_i;
    assign fraction_x = x[SigW-2:0] != '0;
    assign fraction_y = y[SigW-2:0] != '0;
    assign nan_x = x[W-2 -: ExpW] == '1 && fraction_x;
    assign nan_y = y[W-2 -: ExpW] == '1 && fraction_y;
    assign unordered = nan_x | nan_y;
    assign both_zero = x[W-2 -: ExpW] == '0 && y[W-2 -: ExpW] == '0 && !(Subnormals && (fraction_x || fraction_y));

    if (Relation == Less || Relation == LessEqual) begin : gen_order
      // One carry chain: |x| < |y|, or with `or_equal` |x| <= |y|. Of two negative numbers x < y is not (|x| <= |y|).
      // Where the signs or special values decide they do so by the digits above, which come last in the chain.
      logic or_equal, decided, value, chain, invert;
      logic chain_1, invert_1;
      assign or_equal = (Relation == Less) ^ !sign_x;
      assign decided = unordered | both_zero | (sign_x != sign_y);
      assign value = !unordered & (both_zero ? Relation == LessEqual : sign_x);
      assign invert = sign_x;
      assign chain = {decided & !(value ^ invert), x, 1'b0} < {decided & (value ^ invert), y, or_equal};
      delay_line #(.Width(2), .Latency(L1)) u_1 (.clk_i, .data_i({chain, invert}), .data_o({chain_1, invert_1}));
      assign holds = chain_1 ^ invert_1;
    end else if (Relation == Ordered) begin : gen_ordered
      logic nan_x_1, nan_y_1, unused_zero;
      delay_line #(.Width(2), .Latency(L1)) u_1 (.clk_i, .data_i({nan_x, nan_y}), .data_o({nan_x_1, nan_y_1}));
      assign holds = !(nan_x_1 | nan_y_1);
      assign unused_zero = ^{unordered, both_zero, sign_x, sign_y};
    end else begin : gen_equal
      logic same, same_1, both_zero_1, nan_x_1, unordered_1;
      assign same = {sign_x, x} == {sign_y, y};
      delay_line #(.Width(4), .Latency(L1)) u_1 (
          .clk_i, .data_i({same, both_zero, nan_x, unordered}), .data_o({same_1, both_zero_1, nan_x_1, unordered_1})
      );
      // Equal words are both a NaN or neither is.
      assign holds = Relation == Equal ? (same_1 & !nan_x_1) | both_zero_1 : !(unordered_1 | same_1 | both_zero_1);
    end
    delay_line #(.Width(1), .Latency(Latency - L1)) u_out (.clk_i, .data_i(holds ^ Negate), .data_o(result_o));
  end
endmodule
