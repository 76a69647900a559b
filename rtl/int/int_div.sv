// SPDX-License-Identifier: Apache-2.0
// Quotient and remainder, truncating toward zero. Latency cycles, initiation interval 1.
// Division by zero: quotient all ones, remainder the dividend. Signed overflow: quotient the dividend, remainder 0.
// Restoring, one quotient bit a step: magnitudes, Width steps, signs; Latency registers spread evenly over the Width + 2 steps.
module int_div #(
    parameter int unsigned Width   = 32,
    parameter bit          Signed  = 1'b0,
    parameter int unsigned Latency = Width / 2 + 2
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    input  logic [Width-1:0] b_i,
    output logic [Width-1:0] quotient_o,
    output logic [Width-1:0] remainder_o
);

  logic negative_a, negative_b, negate_quotient;
  logic [Width-1:0] magnitude_a, magnitude_b;
  assign negative_a = Signed & a_i[Width-1];
  assign negative_b = Signed & b_i[Width-1];
  assign magnitude_a = negative_a ? -a_i : a_i;
  assign magnitude_b = negative_b ? -b_i : b_i;
  // The quotient of a division by zero comes out as all ones and must stay so.
  assign negate_quotient = (negative_a ^ negative_b) & (b_i != '0);

  logic [Width-1:0] quotient, remainder;
  logic negate_quotient_q, negate_remainder_q;

`ifdef WEFT_FP_FAST
  logic [Width-1:0] fast_quotient, fast_remainder;
  assign fast_quotient = magnitude_b == '0 ? '1 : magnitude_a / magnitude_b;
  assign fast_remainder = magnitude_b == '0 ? magnitude_a : magnitude_a % magnitude_b;
  assign quotient = fast_quotient;
  assign remainder = fast_remainder;
  assign negate_quotient_q = negate_quotient;
  assign negate_remainder_q = negative_a;
  localparam int unsigned OutLatency = Latency;
`else
  localparam int unsigned Steps = Width + 2;
  localparam int unsigned FirstLatency = Latency / Steps;
  localparam int unsigned OutLatency = Latency - Latency * (Steps - 1) / Steps;
  delay_line #(.Width(2), .Latency(Latency - OutLatency)) u_signs (
      .clk_i, .data_i({negate_quotient, negative_a}), .data_o({negate_quotient_q, negate_remainder_q})
  );

  // Between the steps: the remainder so far, and the dividend's unused bits above the quotient's found ones.
  for (genvar i = 0; i <= Width; i++) begin : gen_step
    logic [Width-1:0] rest, digits, divisor;
    if (i == 0) begin : gen_first
      delay_line #(.Width(3 * Width), .Latency(FirstLatency)) u_in (
          .clk_i, .data_i({Width'(0), magnitude_a, magnitude_b}), .data_o({rest, digits, divisor})
      );
    end else begin : gen_next
      localparam int unsigned Here = Latency * (i + 1) / Steps - Latency * i / Steps;
      logic [Width:0] partial, difference;
      logic bit_found;
      assign partial = {gen_step[i-1].rest, gen_step[i-1].digits[Width-1]};
      // Below twice the divisor, so the top bit is the difference's sign. Of a zero divisor, `rest` has only found digits.
      assign difference = partial - {1'b0, gen_step[i-1].divisor};
      assign bit_found = !difference[Width];
      logic [Width-1:0] next_rest, next_digits;
      assign next_rest = bit_found ? difference[Width-1:0] : partial[Width-1:0];
      assign next_digits = (gen_step[i-1].digits << 1) | Width'(bit_found);
      delay_line #(.Width(3 * Width), .Latency(Here)) u_step (
          .clk_i, .data_i({next_rest, next_digits, gen_step[i-1].divisor}), .data_o({rest, digits, divisor})
      );
    end
  end
  logic unused_divisor;
  assign unused_divisor = ^gen_step[Width].divisor;
  assign quotient = gen_step[Width].digits;
  assign remainder = gen_step[Width].rest;
`endif

  delay_line #(.Width(2 * Width), .Latency(OutLatency)) u_out (
      .clk_i,
      .data_i({negate_quotient_q ? -quotient : quotient, negate_remainder_q ? -remainder : remainder}),
      .data_o({quotient_o, remainder_o})
  );
endmodule
