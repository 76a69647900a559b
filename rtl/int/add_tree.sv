// SPDX-License-Identifier: Apache-2.0
// Sum of `Num` words modulo 2^Width, as a balanced tree of two-input adders. Latency cycles, initiation interval 1;
// registers are spread over the levels, from the output inwards.
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
  if (Levels == 0) begin : gen_leaf
    delay_line #(.Width(Width), .Latency(Latency)) u_out (.clk_i, .data_i(data_i), .data_o(sum_o));
  end else begin : gen_node
    localparam int unsigned LowNum  = (Num + 1) / 2;
    localparam int unsigned HighNum = Num - LowNum;
    localparam int unsigned Here    = (Latency + Levels - 1) / Levels;
    logic [Width-1:0] low, high;
    add_tree #(.Width(Width), .Num(LowNum), .Latency(Latency - Here)) u_low (
        .clk_i, .data_i(data_i[LowNum*Width-1:0]), .sum_o(low)
    );
    add_tree #(.Width(Width), .Num(HighNum), .Latency(Latency - Here)) u_high (
        .clk_i, .data_i(data_i[Num*Width-1:LowNum*Width]), .sum_o(high)
    );
    delay_line #(.Width(Width), .Latency(Here)) u_out (.clk_i, .data_i(low + high), .data_o(sum_o));
  end
endmodule
