// SPDX-License-Identifier: Apache-2.0
// Low half of a * b + c, which is the same for signed and unsigned operands. Latency cycles, initiation interval 1;
// registers: one behind the sum, the others as in mul_unsigned.
module int_mad #(
    parameter int unsigned Width   = 32,
    parameter int unsigned Latency = 4
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    input  logic [Width-1:0] c_i,
    output logic [Width-1:0] result_o
);
`ifdef WEFT_FP_FAST
  delay_line #(.Width(Width), .Latency(Latency)) u_out (.clk_i, .data_i(a_i * b_i + c_i), .data_o(result_o));
`else
  localparam int unsigned OutLatency = Latency > 0 ? 1 : 0;
  logic [Width-1:0] product, addend;
  mul_unsigned #(.WidthA(Width), .WidthB(Width), .ProductW(Width), .Latency(Latency - OutLatency)) u_mul (
      .clk_i, .a_i, .b_i, .product_o(product)
  );
  delay_line #(.Width(Width), .Latency(Latency - OutLatency)) u_addend (.clk_i, .data_i(c_i), .data_o(addend));
  delay_line #(.Width(Width), .Latency(OutLatency)) u_out (.clk_i, .data_i(product + addend), .data_o(result_o));
`endif
endmodule
