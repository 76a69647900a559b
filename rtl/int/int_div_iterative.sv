// SPDX-License-Identifier: Apache-2.0
// Quotient and remainder as int_div gives them, one quotient bit a cycle, with a handshake. One operation at a time:
// results come Cycles = Width + 2 cycles (signed: Width + 3) after the operands were accepted and stay until they are
// taken; initiation interval Interval = Cycles + 1. Non-restoring: a cycle to load the magnitudes, Width steps, one to
// correct a negative rest, if Signed one to set the signs.
// All outputs are registers or depend on the state alone.
module int_div_iterative #(
    parameter int unsigned Width  = 32,
    parameter bit          Signed = 1'b0
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             in_valid_i,
    output logic             in_ready_o,
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    output logic             out_valid_o,
    input  logic             out_ready_i,
    output logic [Width-1:0] quotient_o,
    output logic [Width-1:0] remainder_o
);
  localparam int unsigned Cycles = Width + (Signed ? 3 : 2);
  localparam int unsigned Interval = Cycles + 1;
  localparam int unsigned CountW = $clog2(Interval + 1);

  // Cycles until the next operands can be accepted; with 1 left the result waits for being taken.
  logic [CountW-1:0] left_q;
  logic load;
  assign in_ready_o = left_q == '0;
  assign out_valid_o = left_q == CountW'(1);
  assign load = in_valid_i & in_ready_o;
  always_ff @(posedge clk_i) begin
    if (rst_i) left_q <= '0;
    else if (load) left_q <= CountW'(Interval - 1);
    else if (!in_ready_o && (!out_valid_o || out_ready_i)) left_q <= left_q - CountW'(1);
  end

  logic negative_a, negative_b, negate_quotient_q, negate_remainder_q;
  logic [Width-1:0] divisor_q;
  logic [Width-1:0] digits_q;  // the dividend's to come, and behind them the complement of the quotient so far
  logic [Width:0] rest_q, next_rest;
  logic [Width-1:0] remainder;
  logic correcting, signing;
  assign negative_a = Signed & a_i[Width-1];
  assign negative_b = Signed & b_i[Width-1];
  assign correcting = left_q == CountW'(Signed ? 3 : 2);
  assign signing = Signed & left_q == CountW'(2);
  // Between the divisor and its negative: the sign says whether the next step subtracts or adds, and in the end whether
  // it subtracted too much.
  add_sub #(.Width(Width + 1)) u_add_sub (
      .a_i({rest_q[Width-1:0], digits_q[Width-1]}), .b_i({1'b0, divisor_q}), .add_i(rest_q[Width]), .sum_o(next_rest)
  );
  assign remainder = rest_q[Width-1:0] + (rest_q[Width] ? divisor_q : '0);
  always_ff @(posedge clk_i) begin
    if (load) begin
      negate_quotient_q <= (negative_a ^ negative_b) & (b_i != '0);  // by zero: all ones, whatever the signs
      negate_remainder_q <= negative_a;
      divisor_q <= (b_i ^ {Width{negative_b}}) + Width'(negative_b);
      digits_q <= (a_i ^ {Width{negative_a}}) + Width'(negative_a);
      rest_q <= '0;
    end else if (correcting) begin
      digits_q <= ~digits_q;
      rest_q[Width-1:0] <= remainder;
    end else if (signing) begin
      digits_q <= (digits_q ^ {Width{negate_quotient_q}}) + Width'(negate_quotient_q);
      rest_q[Width-1:0] <= (rest_q[Width-1:0] ^ {Width{negate_remainder_q}}) + Width'(negate_remainder_q);
    end else if (!out_valid_o) begin
      digits_q <= digits_q << 1 | Width'(next_rest[Width]);
      rest_q <= next_rest;
    end
  end
  assign quotient_o = digits_q;
  assign remainder_o = rest_q[Width-1:0];
endmodule
