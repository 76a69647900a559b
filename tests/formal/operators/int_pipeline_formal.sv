// SPDX-License-Identifier: Apache-2.0
// Integer pipelines: each result is the operation, as SystemVerilog's own operators define it in wide arithmetic, on the operands
// of `Latency` cycles before, whatever the registers held at first. A pipeline has no feedback, so a bounded search of a few
// cycles more than its latency is a complete proof.
module int_pipeline_formal #(
    // 0 int_mul, 1 int_mul_hi, 2 int_mad, 3 int_div, 4 int_shift left, 5 right, 6 right arithmetic, 7 int_add_sat adding,
    // 8 subtracting, 9 int_ctlz, 10 int_cttz, 11 int_ctpop
    parameter int unsigned Operation = 0,
    parameter bit          Signed    = 1'b0,
    parameter int unsigned Width     = 4,
    parameter int unsigned Latency   = 1
) (
    input logic             clk_i,
    input logic [Width-1:0] a_i,
    input logic [Width-1:0] b_i,
    input logic [Width-1:0] c_i
);
  localparam int unsigned WideW = 2 * Width + 2;
  logic [Width-1:0] result, second;

  if (Operation == 0) begin : gen_mul
    int_mul #(.Width(Width), .Latency(Latency)) u_dut (.clk_i, .a_i, .b_i, .result_o(result));
  end else if (Operation == 1) begin : gen_mul_hi
    int_mul_hi #(.Width(Width), .Signed(Signed), .Latency(Latency)) u_dut (.clk_i, .a_i, .b_i, .result_o(result));
  end else if (Operation == 2) begin : gen_mad
    int_mad #(.Width(Width), .Latency(Latency)) u_dut (.clk_i, .a_i, .b_i, .c_i, .result_o(result));
  end else if (Operation == 3) begin : gen_div
    int_div #(.Width(Width), .Signed(Signed), .Latency(Latency)) u_dut (
        .clk_i, .a_i, .b_i, .quotient_o(result), .remainder_o(second)
    );
  end else if (Operation <= 6) begin : gen_shift
    int_shift #(.Width(Width), .Direction(Operation - 4), .Latency(Latency)) u_dut (.clk_i, .a_i, .b_i, .result_o(result));
  end else if (Operation <= 8) begin : gen_add_sat
    int_add_sat #(.Width(Width), .Signed(Signed), .Subtract(Operation == 8), .Latency(Latency)) u_dut (
        .clk_i, .a_i, .b_i, .result_o(result)
    );
  end else if (Operation == 9) begin : gen_ctlz
    int_ctlz #(.Width(Width), .Latency(Latency)) u_dut (.clk_i, .a_i, .result_o(result));
  end else if (Operation == 10) begin : gen_cttz
    int_cttz #(.Width(Width), .Latency(Latency)) u_dut (.clk_i, .a_i, .result_o(result));
  end else begin : gen_ctpop
    int_ctpop #(.Width(Width), .Latency(Latency)) u_dut (.clk_i, .a_i, .result_o(result));
  end
  if (Operation != 3) begin : gen_one_result
    assign second = '0;
  end

  // The operands of `Latency` cycles before, and how many cycles there have been.
  logic [7:0] age = '0;
  logic [3*Width-1:0] operands;
  if (Latency == 0) begin : gen_now
    assign operands = {a_i, b_i, c_i};
  end else begin : gen_before
    logic [3*Width*Latency-1:0] history;
    assign operands = history[3*Width*Latency-1 -: 3*Width];
    always_ff @(posedge clk_i) history <= {history, a_i, b_i, c_i};
  end
  logic [Width-1:0] a, b, c;
  assign {a, b, c} = operands;

  // Extended as the operation sees them; WideW bits hold every exact result.
  logic signed [WideW-1:0] wide_a, wide_b, wide, most, least;
  assign wide_a = {{(WideW - Width) {Signed & a[Width-1]}}, a};
  assign wide_b = {{(WideW - Width) {Signed & b[Width-1]}}, b};
  assign most = Signed ? (WideW'(1) << (Width - 1)) - WideW'(1) : (WideW'(1) << Width) - WideW'(1);
  assign least = Signed ? -(WideW'(1) << (Width - 1)) : '0;

  logic [Width-1:0] expected, expected_second, amount;
  assign amount = (Width & (Width - 1)) == 0 ? b & Width'(Width - 1) : b;
  always_comb begin
    wide = '0;
    expected = '0;
    expected_second = '0;
    if (Operation <= 1) begin
      wide = wide_a * wide_b;
      expected = Operation == 0 ? wide[Width-1:0] : wide[2*Width-1:Width];
    end else if (Operation == 2) begin
      expected = a * b + c;
    end else if (Operation == 3) begin
      wide = wide_a / wide_b;
      expected = b == '0 ? '1 : wide[Width-1:0];
      wide = wide_a % wide_b;
      expected_second = b == '0 ? a : wide[Width-1:0];
    end else if (Operation == 4) begin
      expected = a << amount;
    end else if (Operation == 5) begin
      expected = a >> amount;
    end else if (Operation == 6) begin
      expected = $signed(a) >>> amount;
    end else if (Operation <= 8) begin
      wide = Operation == 7 ? wide_a + wide_b : wide_a - wide_b;
      expected = wide > most ? most[Width-1:0] : wide < least ? least[Width-1:0] : wide[Width-1:0];
    end else begin
      if (Operation != 11) expected = Width'(Width);
      for (int unsigned i = 0; i < Width; i++) begin
        if (Operation == 9 && a[i]) expected = Width'(Width - 1 - i);
        if (Operation == 10 && a[Width-1-i]) expected = Width'(Width - 1 - i);
        if (Operation == 11) expected = expected + Width'(a[i]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (age < 8'(Latency)) age <= age + 8'd1;
    if (age >= 8'(Latency)) begin
      value : assert (result == expected);
      second_value : assert (second == expected_second);
    end
  end
endmodule
