// SPDX-License-Identifier: Apache-2.0
// One multiplier block of an iCE40 UltraPlus (SB_MAC16), or with WEFT_NO_DSP (LP, HX) plain logic. Unsigned product of operands
// of at most 16 bits. Latency cycles, initiation interval 1. Registers of the block that are used: 1: behind the sum of the four
// 8-bit products; 2: also the operands'; 3: also those of the four products; more: flip-flops behind it.
module mul_block #(
    parameter int unsigned WidthA  = 16,
    parameter int unsigned WidthB  = 16,
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
  if (WidthA > 16 || WidthB > 16) begin : gen_check
    $fatal(1, "mul_block: operands of an iCE40 block are at most 16 bits wide");
  end

`ifdef WEFT_NO_DSP
  localparam int unsigned InLatency = Latency > 1 ? 1 : 0;
  logic [WidthA-1:0] a;
  logic [WidthB-1:0] b;
  delay_line #(.Width(WidthA + WidthB), .Latency(InLatency)) u_in (.clk_i, .data_i({a_i, b_i}), .data_o({a, b}));
  logic [ProductW-1:0] extended_a, extended_b;
  assign extended_a = {{WidthB{SignedA & a[WidthA-1]}}, a};
  assign extended_b = {{WidthA{SignedB & b[WidthB-1]}}, b};
  delay_line #(.Width(ProductW), .Latency(Latency - InLatency)) u_out (
      .clk_i, .data_i(extended_a * extended_b), .data_o(product_o)
  );
`else
  logic [15:0] a, b;
  logic [31:0] p;
  assign a = SignedA ? 16'(signed'(a_i)) : 16'(a_i);
  assign b = SignedB ? 16'(signed'(b_i)) : 16'(b_i);
  // Output select 3: the 16x16 product behind its own register, past the block's adders.
  SB_MAC16 #(
      .A_SIGNED(SignedA), .B_SIGNED(SignedB), .A_REG(Latency > 1), .B_REG(Latency > 1), .TOP_8x8_MULT_REG(Latency > 2), .BOT_8x8_MULT_REG(Latency > 2),
      .PIPELINE_16x16_MULT_REG1(Latency > 2), .PIPELINE_16x16_MULT_REG2(Latency > 0),
      .TOPOUTPUT_SELECT(2'd3), .BOTOUTPUT_SELECT(2'd3)
  ) u_block (
      .CLK(clk_i), .CE(1'b1), .A(a), .B(b), .C(16'd0), .D(16'd0),
      .AHOLD(1'b0), .BHOLD(1'b0), .CHOLD(1'b0), .DHOLD(1'b0), .IRSTTOP(1'b0), .IRSTBOT(1'b0), .ORSTTOP(1'b0), .ORSTBOT(1'b0),
      .OLOADTOP(1'b0), .OLOADBOT(1'b0), .ADDSUBTOP(1'b0), .ADDSUBBOT(1'b0), .OHOLDTOP(1'b0), .OHOLDBOT(1'b0),
      .CI(1'b0), .ACCUMCI(1'b0), .SIGNEXTIN(1'b0), .O(p),
      // verilator lint_off PINCONNECTEMPTY
      .CO(), .ACCUMCO(), .SIGNEXTOUT()
      // verilator lint_on PINCONNECTEMPTY
  );
  if (ProductW < 32) begin : gen_unused
    logic unused_product;
    assign unused_product = ^p[31:ProductW];
  end
  delay_line #(.Width(ProductW), .Latency(Latency > 3 ? Latency - 3 : 0)) u_out (.clk_i, .data_i(p[ProductW-1:0]), .data_o(product_o));
`endif
endmodule
