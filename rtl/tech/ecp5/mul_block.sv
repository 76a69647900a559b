// SPDX-License-Identifier: Apache-2.0
// One multiplier block of an ECP5 (MULT18X18D). Product of operands, each unsigned or signed, of at most 18 bits. Latency cycles, initiation
// interval 1. Registers of the block that are used: 1: output; 2: input, output; 3: input, pipeline, output; more: flip-flops
// behind it. The output register comes first because its setup time hides most of the product (clock to output 0.7 ns at speed
// grade 6, 3.9 ns with the input register alone). The pipeline register is never used without the others: nextpnr knows no
// timing of such a block and would take it for combinational.
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
  if (WidthA > 18 || WidthB > 18) begin : gen_check
    $fatal(1, "mul_block: operands of an ECP5 block are at most 18 bits wide");
  end

  logic [17:0] a, b;
  logic [35:0] p;
  assign a = SignedA ? 18'(signed'(a_i)) : 18'(a_i);
  assign b = SignedB ? 18'(signed'(b_i)) : 18'(b_i);
  // The other ports serve modes that are off.
  // verilator lint_off PINMISSING
  MULT18X18D #(
      .REG_INPUTA_CLK(Latency > 1 ? "CLK0" : "NONE"), .REG_INPUTB_CLK(Latency > 1 ? "CLK0" : "NONE"),
      .REG_PIPELINE_CLK(Latency > 2 ? "CLK0" : "NONE"), .REG_OUTPUT_CLK(Latency > 0 ? "CLK0" : "NONE")
  ) u_block (
        .A0(a[0]), .A1(a[1]), .A2(a[2]), .A3(a[3]), .A4(a[4]), .A5(a[5]), .A6(a[6]), .A7(a[7]), .A8(a[8]), .A9(a[9]),
        .A10(a[10]), .A11(a[11]), .A12(a[12]), .A13(a[13]), .A14(a[14]), .A15(a[15]), .A16(a[16]), .A17(a[17]),
        .B0(b[0]), .B1(b[1]), .B2(b[2]), .B3(b[3]), .B4(b[4]), .B5(b[5]), .B6(b[6]), .B7(b[7]), .B8(b[8]), .B9(b[9]),
        .B10(b[10]), .B11(b[11]), .B12(b[12]), .B13(b[13]), .B14(b[14]), .B15(b[15]), .B16(b[16]), .B17(b[17]),
        .SIGNEDA(SignedA), .SIGNEDB(SignedB), .SOURCEA(1'b0), .SOURCEB(1'b0), .CLK0(clk_i), .CE0(1'b1), .RST0(1'b0),
        .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]), .P5(p[5]), .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]),
        .P10(p[10]), .P11(p[11]), .P12(p[12]), .P13(p[13]), .P14(p[14]), .P15(p[15]), .P16(p[16]), .P17(p[17]),
        .P18(p[18]), .P19(p[19]), .P20(p[20]), .P21(p[21]), .P22(p[22]), .P23(p[23]), .P24(p[24]), .P25(p[25]),
        .P26(p[26]), .P27(p[27]), .P28(p[28]), .P29(p[29]), .P30(p[30]), .P31(p[31]), .P32(p[32]), .P33(p[33]),
        .P34(p[34]), .P35(p[35])
  );
  // verilator lint_on PINMISSING
  if (ProductW < 36) begin : gen_unused
    logic unused_product;
    assign unused_product = ^p[35:ProductW];
  end
  delay_line #(.Width(ProductW), .Latency(Latency > 3 ? Latency - 3 : 0)) u_out (.clk_i, .data_i(p[ProductW-1:0]), .data_o(product_o));
endmodule
