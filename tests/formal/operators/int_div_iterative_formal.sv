// SPDX-License-Identifier: Apache-2.0
// int_div_iterative: every accepted pair of operands gives one result, the quotient and remainder of SystemVerilog's own operators,
// exactly `Cycles` after it was accepted and until it is taken; operands are accepted in every cycle in which no operation is
// inside, so the interval is exactly Cycles + 1 when results are taken at once. Any pattern of valid and ready.
module int_div_iterative_formal #(
    parameter int unsigned Width  = 4,
    parameter bit          Signed = 1'b0
) (
    input logic             clk_i,
    input logic             in_valid_i,
    input logic [Width-1:0] a_i,
    input logic [Width-1:0] b_i,
    input logic             out_ready_i
);
  localparam int unsigned Cycles = Width + (Signed ? 3 : 2);
  localparam int unsigned WideW = Width + 1;
  logic rst = 1'b1;
  logic in_ready, out_valid;
  logic [Width-1:0] quotient, remainder;

  int_div_iterative #(.Width(Width), .Signed(Signed)) u_dut (
      .clk_i,
      .rst_i      (rst),
      .in_valid_i,
      .in_ready_o (in_ready),
      .a_i,
      .b_i,
      .out_valid_o(out_valid),
      .out_ready_i,
      .quotient_o (quotient),
      .remainder_o(remainder)
  );

  (* hierconn *)
  wire [$clog2(Cycles + 2)-1:0] \u_dut.left_q ;

  // The operation inside, and the cycles since it was accepted.
  logic busy;
  logic [7:0] age;
  logic [Width-1:0] a, b;
  logic signed [WideW-1:0] wide_a, wide_b, wide_quotient, wide_remainder;
  assign wide_a = {Signed & a[Width-1], a};
  assign wide_b = {Signed & b[Width-1], b};
  assign wide_quotient = wide_a / wide_b;
  assign wide_remainder = wide_a % wide_b;

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    if (rst) begin
      busy <= 1'b0;
    end else if (in_valid_i && in_ready) begin
      busy <= 1'b1;
      age <= 8'd1;
      a <= a_i;
      b <= b_i;
    end else if (out_valid && out_ready_i) begin
      busy <= 1'b0;
    end else if (age < 8'(Cycles)) begin
      age <= age + 8'd1;
    end
    if (!rst) begin
      accepts : assert (in_ready == !busy);
      latency : assert (out_valid == (busy && age == 8'(Cycles)));
      state : assert (8'(\u_dut.left_q ) == (busy ? 8'(Cycles + 1) - age : 8'd0));
      state_age : assert (!busy || (age >= 8'd1 && age <= 8'(Cycles)));
      if (out_valid) begin
        value : assert (quotient == (b == '0 ? '1 : wide_quotient[Width-1:0]));
        rest : assert (remainder == (b == '0 ? a : wide_remainder[Width-1:0]));
      end
    end
  end
endmodule
