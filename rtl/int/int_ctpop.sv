// SPDX-License-Identifier: Apache-2.0
// Number of ones, modulo 2^Width. Latency cycles, initiation interval 1; the output is registered when Latency is at
// least 1.
// Four bits are counted by one look-up table a digit, then the counts go through a tree of adders. Registers are spread
// over the levels.
module int_ctpop #(
    parameter int unsigned Width   = 32,
    parameter int unsigned Latency = 1
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    output logic [Width-1:0] result_o
);
`ifdef WEFT_FP_FAST
  localparam int unsigned CountW = $clog2(Width + 1);
  logic [CountW-1:0] count;
  delay_line #(.Width(CountW), .Latency(Latency)) u_out (.clk_i, .data_i(CountW'($countones(a_i))), .data_o(count));
  assign result_o = Width'(count);
`else
  localparam int unsigned Levels = Width <= 4 ? 0 : $clog2((Width + 3) / 4);
  // Level k: counts of groups of 4 * 2^k bits, group 0 the least significant.
  for (genvar k = 0; k <= Levels; k++) begin : gen_level
    localparam int unsigned Groups = 1 << (Levels - k);
    localparam int unsigned CountW = 3 + k;
    localparam int unsigned Here = Latency * (k + 1) / (Levels + 1) - Latency * k / (Levels + 1);
    logic [Groups*CountW-1:0] counts_d, counts;
    if (k == 0) begin : gen_first
      logic [4*Groups-1:0] padded;
      assign padded = (4 * Groups)'(a_i);
      for (genvar g = 0; g < Groups; g++) begin : gen_group
        assign counts_d[g*CountW +: CountW] = CountW'(padded[4*g]) + CountW'(padded[4*g+1]) + CountW'(padded[4*g+2]) +
            CountW'(padded[4*g+3]);
      end
    end else begin : gen_next
      for (genvar g = 0; g < Groups; g++) begin : gen_group
        assign counts_d[g*CountW +: CountW] = {1'b0, gen_level[k-1].counts[2*g*(CountW-1) +: CountW-1]} +
            {1'b0, gen_level[k-1].counts[(2*g+1)*(CountW-1) +: CountW-1]};
      end
    end
    delay_line #(.Width(Groups * CountW), .Latency(Here)) u_cut (.clk_i, .data_i(counts_d), .data_o(counts));
  end
  assign result_o = Width'(gen_level[Levels].counts);
  logic unused_count;  // of widths below 3
  assign unused_count = ^gen_level[Levels].counts;
`endif
endmodule
