// SPDX-License-Identifier: Apache-2.0
// Leading-zero count; `Width` for zero. Latency cycles, initiation interval 1; registers after the count.
module int_ctlz #(
    parameter int unsigned Width   = 32,
    parameter int unsigned Latency = 1
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    output logic [Width-1:0] result_o
);
  localparam int unsigned CountW = $clog2(Width + 1);
  logic [CountW-1:0] count, count_q;

  lzc #(.Width(Width)) u_lzc (.data_i(a_i), .count_o(count));
  delay_line #(.Width(CountW), .Latency(Latency)) u_out (.clk_i, .data_i(count), .data_o(count_q));
  assign result_o = Width'(count_q);
endmodule
