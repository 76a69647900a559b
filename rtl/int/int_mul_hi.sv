// SPDX-License-Identifier: Apache-2.0
// High bits of a product: its high half, or as many as ResultW says, up to all 2 * Width. Latency cycles, initiation
// interval 1; registers as in mul_unsigned.
module int_mul_hi #(
    parameter int unsigned Width   = 32,
    parameter int unsigned ResultW = Width,
    parameter bit          Signed  = 1'b0,
    parameter int unsigned Latency = 4
) (
    input  logic               clk_i,
    input  logic [Width-1:0]   a_i,
    input  logic [Width-1:0]   b_i,
    output logic [ResultW-1:0] result_o
);
  logic [2*Width-1:0] product;
  logic unused_low;
  assign unused_low = ^product;
`ifdef WEFT_FP_FAST
  logic [2*Width-1:0] a, b;
  assign a = {{Width{Signed & a_i[Width-1]}}, a_i};
  assign b = {{Width{Signed & b_i[Width-1]}}, b_i};
  assign product = a * b;
  delay_line #(.Width(ResultW), .Latency(Latency)) u_out (
      .clk_i, .data_i(product[2*Width-1 -: ResultW]), .data_o(result_o)
  );
`else
  mul_unsigned #(.WidthA(Width), .WidthB(Width), .ProductW(2 * Width), .Latency(Latency), .Signed(Signed)) u_mul (
      .clk_i, .a_i, .b_i, .product_o(product)
  );
  assign result_o = product[2*Width-1 -: ResultW];
`endif
endmodule
