// SPDX-License-Identifier: Apache-2.0
// The lesser operand, or with `Max` the greater; -0 counts as less than +0. One NaN operand, quiet or signalling, gives the
// other operand; two give the canonical NaN. Latency cycles, initiation interval 1, registers after the selection.
module fp_min_max #(
    parameter int unsigned ExpW    = 8,
    parameter int unsigned SigW    = 24,
    parameter bit          Max     = 1'b0,
    parameter int unsigned Latency = 1
) (
    input  logic                 clk_i,
    input  logic [ExpW+SigW-1:0] a_i,
    input  logic [ExpW+SigW-1:0] b_i,
    output logic [ExpW+SigW-1:0] result_o
);
  localparam int unsigned W = ExpW + SigW;

`ifdef WEFT_FP_FAST
  import "DPI-C" pure function int unsigned weft_f32_min_max(
    input int unsigned a, input int unsigned b, input int unsigned max);
  import "DPI-C" pure function longint unsigned weft_f64_min_max(
    input longint unsigned a, input longint unsigned b, input int unsigned max);
  localparam bit Fast = Latency > 0 && ((ExpW == 8 && SigW == 24) || (ExpW == 11 && SigW == 53));
`else
  localparam bit Fast = 1'b0;
`endif

  if (Fast) begin : gen_fast
`ifdef WEFT_FP_FAST
    logic [W-1:0] result_q;
    if (ExpW == 8) begin : gen_f32
      always_ff @(posedge clk_i) result_q <= W'(weft_f32_min_max(32'(a_i), 32'(b_i), 32'(Max)));
    end else begin : gen_f64
      always_ff @(posedge clk_i) result_q <= W'(weft_f64_min_max(64'(a_i), 64'(b_i), 32'(Max)));
    end
    delay_line #(.Width(W), .Latency(Latency - 1)) u_out (.clk_i, .data_i(result_q), .data_o(result_o));
`endif
  end else begin : gen_rtl
    localparam logic [W-2:0] Infinity = {{ExpW{1'b1}}, (SigW-1)'(0)};
    localparam logic [W-1:0] QuietNan = {1'b0, {ExpW{1'b1}}, 1'b1, (SigW-2)'(0)};
    logic nan_a, nan_b, less;
    logic [W-1:0] key_a, key_b, result;
    assign nan_a = a_i[W-2:0] > Infinity;
    assign nan_b = b_i[W-2:0] > Infinity;
    // Keys in the order of the numbers: unsigned, negative numbers complemented.
    assign key_a = a_i[W-1] ? ~a_i : {1'b1, a_i[W-2:0]};
    assign key_b = b_i[W-1] ? ~b_i : {1'b1, b_i[W-2:0]};
    assign less = key_a < key_b;

    always_comb begin
      if (nan_a && nan_b) result = QuietNan;
      else if (nan_a) result = b_i;
      else if (nan_b) result = a_i;
      else result = less ^ Max ? a_i : b_i;
    end
    delay_line #(.Width(W), .Latency(Latency)) u_out (.clk_i, .data_i(result), .data_o(result_o));
  end
endmodule
