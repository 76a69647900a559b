// SPDX-License-Identifier: Apache-2.0
// The iterative operators, each with a handshake of its own: the floating-point ones of one format, each in four modes,
// and the integer divider as wide as that format. Simulation only.
// Instance 4 * i + j: fp_mul_iterative, fp_div_iterative, fp_sqrt_iterative for i of 0 to 2; mode j as below.
// Instances 12 and 13: int_div_iterative, unsigned and signed, with its remainder in second_o.
module iterative_bench #(
    parameter int unsigned ExpW = 8,
    parameter int unsigned SigW = 24
) (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic [13:0] in_valid_i,
    output logic [13:0] in_ready_o,
    input  logic [63:0] a_i [14],
    input  logic [63:0] b_i [14],
    output logic [13:0] out_valid_o,
    input  logic [13:0] out_ready_i,
    output logic [63:0] result_o [14],
    output logic [63:0] second_o [14],
    output logic [31:0] cycles_o [14],
    output logic [31:0] interval_o [14]
);
  localparam int unsigned W = ExpW + SigW;
  for (genvar j = 0; j < 4; j++) begin : gen_mode
    localparam int unsigned Rounding = j == 0 ? 0 : j + 1;
    localparam bit Subnormals = j % 2 == 0;
    logic [W-1:0] product, quotient, root;

    fp_mul_iterative #(.ExpW, .SigW, .Rounding, .Subnormals) u_mul (
        .clk_i, .rst_i, .in_valid_i(in_valid_i[j]), .in_ready_o(in_ready_o[j]),
        .a_i(a_i[j][W-1:0]), .b_i(b_i[j][W-1:0]),
        .out_valid_o(out_valid_o[j]), .out_ready_i(out_ready_i[j]), .result_o(product)
    );
    assign result_o[j] = 64'(product);
    assign second_o[j] = '0;
    assign cycles_o[j] = u_mul.Cycles;
    assign interval_o[j] = u_mul.Interval;

    fp_div_iterative #(.ExpW, .SigW, .Rounding, .Subnormals) u_div (
        .clk_i, .rst_i, .in_valid_i(in_valid_i[4+j]), .in_ready_o(in_ready_o[4+j]),
        .a_i(a_i[4+j][W-1:0]), .b_i(b_i[4+j][W-1:0]),
        .out_valid_o(out_valid_o[4+j]), .out_ready_i(out_ready_i[4+j]), .result_o(quotient)
    );
    assign result_o[4+j] = 64'(quotient);
    assign second_o[4+j] = '0;
    assign cycles_o[4+j] = u_div.Cycles;
    assign interval_o[4+j] = u_div.Interval;

    fp_sqrt_iterative #(.ExpW, .SigW, .Rounding, .Subnormals) u_sqrt (
        .clk_i, .rst_i, .in_valid_i(in_valid_i[8+j]), .in_ready_o(in_ready_o[8+j]), .a_i(a_i[8+j][W-1:0]),
        .out_valid_o(out_valid_o[8+j]), .out_ready_i(out_ready_i[8+j]), .result_o(root)
    );
    assign result_o[8+j] = 64'(root);
    assign second_o[8+j] = '0;
    assign cycles_o[8+j] = u_sqrt.Cycles;
    assign interval_o[8+j] = u_sqrt.Interval;
  end
  for (genvar j = 0; j < 2; j++) begin : gen_signed
    logic [W-1:0] quotient, remainder;
    int_div_iterative #(.Width(W), .Signed(j == 1)) u_int_div (
        .clk_i, .rst_i, .in_valid_i(in_valid_i[12+j]), .in_ready_o(in_ready_o[12+j]),
        .a_i(a_i[12+j][W-1:0]), .b_i(b_i[12+j][W-1:0]),
        .out_valid_o(out_valid_o[12+j]), .out_ready_i(out_ready_i[12+j]),
        .quotient_o(quotient), .remainder_o(remainder)
    );
    assign result_o[12+j] = 64'(quotient);
    assign second_o[12+j] = 64'(remainder);
    assign cycles_o[12+j] = u_int_div.Cycles;
    assign interval_o[12+j] = u_int_div.Interval;
  end
endmodule
