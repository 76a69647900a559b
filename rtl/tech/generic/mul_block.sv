// SPDX-License-Identifier: Apache-2.0
// One multiplier block, behavioural: what simulation uses, and families without a form of their own.
// Product of operands, each unsigned or signed, of at most `WEFT_MUL_WIDTH bits. Latency cycles, initiation interval 1.
// The registers stand where the primitive forms have them: 1: product; 2: operands, product; 3: operands and twice the product;
// more: product. A synthesiser may retime them into its block.
`ifndef WEFT_MUL_WIDTH
`define WEFT_MUL_WIDTH 18
`endif
module mul_block #(
    parameter int unsigned WidthA  = 18,
    parameter int unsigned WidthB  = 18,
    parameter int unsigned Latency = 2,
    parameter bit          SignedA = 1'b0,
    parameter bit          SignedB = 1'b0
) (
    input  logic                     clk_i,
    input  logic [WidthA-1:0]        a_i,
    input  logic [WidthB-1:0]        b_i,
    output logic [WidthA+WidthB-1:0] product_o
);
  localparam int unsigned ProductW = WidthA + WidthB;
  localparam int unsigned InLatency = Latency > 1 ? 1 : 0;
  if (WidthA > `WEFT_MUL_WIDTH || WidthB > `WEFT_MUL_WIDTH) begin : gen_check
    $fatal(1, "mul_block: operands are at most WEFT_MUL_WIDTH bits wide");
  end

  logic [WidthA-1:0] a;
  logic [WidthB-1:0] b;
  delay_line #(.Width(WidthA + WidthB), .Latency(InLatency)) u_in (.clk_i, .data_i({a_i, b_i}), .data_o({a, b}));
  logic [ProductW-1:0] extended_a, extended_b;
  assign extended_a = {{WidthB{SignedA & a[WidthA-1]}}, a};
  assign extended_b = {{WidthA{SignedB & b[WidthB-1]}}, b};
  delay_line #(.Width(ProductW), .Latency(Latency - InLatency)) u_out (
      .clk_i, .data_i(extended_a * extended_b), .data_o(product_o)
  );
endmodule
