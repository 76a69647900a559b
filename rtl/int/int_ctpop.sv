// SPDX-License-Identifier: Apache-2.0
// Number of ones, Width at most 64. Latency cycles, initiation interval 1; registers after the sum.
// An adder tree whose partial sums lie side by side in one word, which is also the fastest form in simulation.
module int_ctpop #(
    parameter int unsigned Width   = 32,
    parameter int unsigned Latency = 1
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    output logic [Width-1:0] result_o
);
  localparam int unsigned CountW = $clog2(Width + 1);
  if (Width > 64) begin : gen_check
    $fatal(1, "int_ctpop: Width is at most 64");
  end

  logic [63:0] bits, by2, by4, by8, by16;
  logic [6:0] total;
  logic [CountW-1:0] count_q;
  assign bits = 64'(a_i);
  assign by2  = (bits & 64'h5555555555555555) + ((bits >> 1) & 64'h5555555555555555);
  assign by4  = (by2 & 64'h3333333333333333) + ((by2 >> 2) & 64'h3333333333333333);
  assign by8  = (by4 & 64'h0f0f0f0f0f0f0f0f) + ((by4 >> 4) & 64'h0f0f0f0f0f0f0f0f);
  assign by16 = (by8 & 64'h00ff00ff00ff00ff) + ((by8 >> 8) & 64'h00ff00ff00ff00ff);
  assign total = by16[6:0] + by16[22:16] + by16[38:32] + by16[54:48];
  delay_line #(.Width(CountW), .Latency(Latency)) u_out (.clk_i, .data_i(CountW'(total)), .data_o(count_q));
  logic unused_bits;
  assign unused_bits = ^{by16, total};
  assign result_o = Width'(count_q);
endmodule
