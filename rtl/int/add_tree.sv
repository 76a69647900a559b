// SPDX-License-Identifier: Apache-2.0
// Sum of `Num` words modulo 2^Width, as a balanced tree of two-input adders. Latency cycles, initiation interval 1;
// registers are spread evenly over the levels, the output's first.
module add_tree #(
    parameter int unsigned Width   = 32,
    parameter int unsigned Num     = 4,
    parameter int unsigned Latency = 1
) (
    input  logic                 clk_i,
    input  logic [Num*Width-1:0] data_i,
    output logic [Width-1:0]     sum_o
);
  localparam int unsigned Levels = $clog2(Num);

  for (genvar level = 0; level <= Levels; level++) begin : gen_level
    localparam int unsigned Count = (Num + (1 << level) - 1) >> level;
    logic [Count*Width-1:0] words;
    if (level == 0) begin : gen_in
      delay_line #(.Width(Num * Width), .Latency(Levels == 0 ? Latency : 0)) u_in (.clk_i, .data_i, .data_o(words));
    end else begin : gen_sums
      localparam int unsigned Before = (Num + (1 << (level - 1)) - 1) >> (level - 1);
      localparam int unsigned Here = Latency * level / Levels - Latency * (level - 1) / Levels;
      logic [Count*Width-1:0] sums;
      for (genvar i = 0; i < Count; i++) begin : gen_sum
        if (2 * i + 1 < Before) begin : gen_pair
          assign sums[i*Width +: Width] = gen_level[level-1].words[2*i*Width +: Width] +
              gen_level[level-1].words[(2*i+1)*Width +: Width];
        end else begin : gen_single
          assign sums[i*Width +: Width] = gen_level[level-1].words[2*i*Width +: Width];
        end
      end
      delay_line #(.Width(Count * Width), .Latency(Here)) u_sums (.clk_i, .data_i(sums), .data_o(words));
    end
  end
  assign sum_o = gen_level[Levels].words;
endmodule
