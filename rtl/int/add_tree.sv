// SPDX-License-Identifier: Apache-2.0
// Sum of `Num` words modulo 2^Width, as a balanced tree of two-input adders, the neighbours 0 and 1, 2 and 3 … first.
// Latency cycles, initiation interval 1; registers are spread evenly over the levels, the output's first.
// Word i is zero outside bits First[i] to End[i] - 1 (16 bits each in the parameters): no adder is spent on those.
module add_tree #(
    parameter int unsigned         Width   = 32,
    parameter int unsigned         Num     = 4,
    parameter int unsigned         Latency = 1,
    parameter logic [16*Num-1:0]   First   = '0,
    parameter logic [16*Num-1:0]   End     = {Num{16'(Width)}}
) (
    input  logic                 clk_i,
    input  logic [Num*Width-1:0] data_i,
    output logic [Width-1:0]     sum_o
);
  localparam int unsigned Levels = $clog2(Num);

  // Bits that the sum of words begin … end-1 occupies: from the lowest first bit to the highest end and a carry bit a
  // level.
  function automatic int unsigned first_bit(input int unsigned level, input int unsigned index);
    first_bit = Width;
    for (int unsigned i = index << level; i < (index + 1) << level; i++)
      if (i < Num && 32'(First[16*i +: 16]) < first_bit) first_bit = 32'(First[16*i +: 16]);
  endfunction
  function automatic int unsigned end_bit(input int unsigned level, input int unsigned index);
    end_bit = 0;
    for (int unsigned i = index << level; i < (index + 1) << level; i++)
      if (i < Num && 32'(End[16*i +: 16]) > end_bit) end_bit = 32'(End[16*i +: 16]);
    end_bit = end_bit == 0 ? 0 : end_bit + level;
    if (end_bit > Width) end_bit = Width;
  endfunction

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
          localparam int unsigned FirstA = first_bit(level - 1, 2 * i);
          localparam int unsigned FirstB = first_bit(level - 1, 2 * i + 1);
          localparam int unsigned EndA = end_bit(level - 1, 2 * i);
          localparam int unsigned EndB = end_bit(level - 1, 2 * i + 1);
          localparam int unsigned From = FirstA > FirstB ? FirstA : FirstB;
          localparam int unsigned To = end_bit(level, i);
          logic [Width-1:0] a, b;
          assign a = gen_level[level-1].words[2*i*Width +: Width];
          assign b = gen_level[level-1].words[(2*i+1)*Width +: Width];
          if (EndA <= FirstB || EndB <= FirstA) begin : gen_apart
            assign sums[i*Width +: Width] = a | b;
          end else begin : gen_add
            logic [To-From-1:0] high;
            assign high = a[To-1:From] + b[To-1:From];
            assign sums[i*Width+From +: Width-From] = (Width-From)'(high);
            if (From > 0) begin : gen_low
              assign sums[i*Width +: From] = FirstA < FirstB ? a[From-1:0] : b[From-1:0];
            end
            logic unused_bits;
            assign unused_bits = ^{a, b};
          end
        end else begin : gen_single
          assign sums[i*Width +: Width] = gen_level[level-1].words[2*i*Width +: Width];
        end
      end
      delay_line #(.Width(Count * Width), .Latency(Here)) u_sums (.clk_i, .data_i(sums), .data_o(words));
    end
  end
  assign sum_o = gen_level[Levels].words;
endmodule
