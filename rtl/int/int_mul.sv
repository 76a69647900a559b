// SPDX-License-Identifier: Apache-2.0
// Low half of a product, which is the same for signed and unsigned operands. Latency cycles, initiation interval 1;
// the output is registered when Latency is at least 1.
module int_mul #(
    parameter int unsigned Width   = 32,
    parameter int unsigned Latency = 3
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    output logic [Width-1:0] result_o
);
`ifdef WEFT_FP_FAST
  delay_line #(.Width(Width), .Latency(Latency)) u_out (.clk_i, .data_i(a_i * b_i), .data_o(result_o));
`else
  mul_unsigned #(.WidthA(Width), .WidthB(Width), .ProductW(Width), .Latency(Latency)) u_mul (
      .clk_i, .a_i, .b_i, .product_o(result_o)
  );
`endif
endmodule
