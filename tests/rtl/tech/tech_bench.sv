// SPDX-License-Identifier: Apache-2.0
// The technology wrappers and operators built of them, on the same operands. Simulation only: verilated once with the behavioural
// wrappers and once with a family's own. `BlockW: operands of a multiplier block.
module tech_bench #(
    parameter int unsigned BlockW = 18
) (
    input  logic        clk_i,
    input  logic [63:0] a_i,
    input  logic [63:0] b_i,
    output logic [63:0] blocks_o [100],     // widths * 20 + signs * 5 + latency
    output logic [63:0] others_o [31]
);
  logic unused_bits;
  assign unused_bits = ^{a_i, b_i};

  for (genvar w = 0; w < 5; w++) begin : gen_width
    localparam int unsigned WidthA = w == 0 ? 1 : w == 1 ? 7 : w == 2 ? 11 : w == 3 ? BlockW - 1 : BlockW;
    localparam int unsigned WidthB = w == 0 ? 4 : w == 1 ? BlockW : w == 2 ? 11 : w == 3 ? 9 : BlockW;
    for (genvar s = 0; s < 4; s++) begin : gen_signs
      for (genvar latency = 0; latency < 5; latency++) begin : gen_latency
        logic [WidthA+WidthB-1:0] product;
        mul_block #(.WidthA(WidthA), .WidthB(WidthB), .Latency(latency), .SignedA(s % 2 != 0), .SignedB(s / 2 != 0)) u_block (
            .clk_i, .a_i(a_i[WidthA-1:0]), .b_i(b_i[WidthB-1:0]), .product_o(product)
        );
        assign blocks_o[w*20+s*5+latency] = 64'(product);
      end
    end
  end

  for (genvar latency = 0; latency < 5; latency++) begin : gen_multipliers
    logic [31:0] low, high;
    logic [105:0] wide;
    int_mul #(.Width(32), .Latency(latency)) u_low (.clk_i, .a_i(a_i[31:0]), .b_i(b_i[31:0]), .result_o(low));
    int_mul_hi #(.Width(32), .Signed(latency % 2 == 0), .Latency(latency)) u_high (
        .clk_i, .a_i(a_i[31:0]), .b_i(b_i[31:0]), .result_o(high)
    );
    mul_unsigned #(.WidthA(53), .WidthB(53), .ProductW(106), .Latency(latency)) u_wide (
        .clk_i, .a_i(a_i[52:0]), .b_i(b_i[52:0]), .product_o(wide)
    );
    assign others_o[3*latency] = {high, low};
    assign others_o[3*latency+1] = wide[63:0];
    assign others_o[3*latency+2] = 64'(wide[105:64]);
  end

  logic [31:0] product_f, flushed_f;
  fp_mul #(.ExpW(8), .SigW(24), .Latency(5)) u_float (.clk_i, .a_i(a_i[31:0]), .b_i(b_i[31:0]), .result_o(product_f));
  fp_mul #(.ExpW(8), .SigW(24), .Subnormals(1'b0), .Latency(4)) u_flushed (
      .clk_i, .a_i(a_i[31:0]), .b_i(b_i[31:0]), .result_o(flushed_f)
  );
  assign others_o[15] = {flushed_f, product_f};

  logic [12:0] chosen;
  mux4 #(.Width(13)) u_mux (
      .a_i(a_i[12:0]), .b_i(a_i[25:13]), .c_i(a_i[38:26]), .d_i(a_i[51:39]), .select_i(b_i[1:0]), .modify_i(b_i[2]), .result_o(chosen)
  );
  assign others_o[16] = 64'(chosen);
  logic [12:0] cleared;
  mux4 #(.Width(13), .Clear(1'b1)) u_clear (
      .a_i(a_i[12:0]), .b_i(a_i[25:13]), .c_i(a_i[38:26]), .d_i(a_i[51:39]), .select_i(b_i[1:0]), .modify_i(b_i[2]), .result_o(cleared)
  );
  assign others_o[30] = 64'(cleared);
  for (genvar i = 0; i < 5; i++) begin : gen_round
    localparam int unsigned FracW = i == 0 ? 1 : i == 1 ? 2 : i == 2 ? 10 : i == 3 ? 23 : 52;
    localparam int unsigned ExpW = i == 0 ? 2 : i == 1 ? 5 : i == 2 ? 5 : i == 3 ? 8 : 11;
    logic [ExpW+FracW-1:0] sum;
    round_adder #(.ExpW(ExpW), .FracW(FracW)) u_round (
        .exponent_i(b_i[ExpW-1:0]), .significand_i(a_i[FracW+1:0]), .round_i(b_i[63]), .sum_o(sum)
    );
    assign others_o[17+i] = 64'(sum);
  end
  for (genvar i = 0; i < 4; i++) begin : gen_add
    localparam int unsigned Width = i == 0 ? 1 : i == 1 ? 6 : i == 2 ? 13 : 32;
    logic [Width-1:0] chosen_sum, sum, difference;
    add_select #(.Width(Width)) u_select (
        .a_i(a_i[Width-1:0]), .b_i(b_i[Width-1:0]), .c_i(a_i[63 -: Width]), .select_i(b_i[62]), .carry_i(b_i[63]), .sum_o(chosen_sum)
    );
    add_sub #(.Width(Width)) u_sum (.a_i(a_i[Width-1:0]), .b_i(b_i[Width-1:0]), .add_i(b_i[63]), .sum_o(sum));
    add_sub #(.Width(Width), .Complement(1'b1)) u_difference (
        .a_i(a_i[Width-1:0]), .b_i(b_i[Width-1:0]), .add_i(b_i[63]), .sum_o(difference)
    );
    assign others_o[22+2*i] = 64'({sum, chosen_sum});
    assign others_o[23+2*i] = 64'(difference);
  end
endmodule
