// SPDX-License-Identifier: Apache-2.0
// Quotient and remainder, truncating toward zero. Latency cycles, initiation interval 1.
// Division by zero: quotient all ones, remainder the dividend. Signed overflow: quotient the dividend, remainder 0.
// Non-restoring, one quotient bit a step. Registers can stand behind the magnitudes (if Signed), behind each of the
// Width steps, the correction of the remainder and the signs of the results (if Signed); they are spread evenly over
// the delay of these.
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
  assign magnitude_a = (a_i ^ {Width{negative_a}}) + Width'(negative_a);
  assign magnitude_b = (b_i ^ {Width{negative_b}}) + Width'(negative_b);
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
  // Where registers can stand, in units of delay.
  localparam int unsigned StepDelay = 7 + Width / 7;
  localparam int unsigned AtSteps = Signed ? 2 * StepDelay : 0;
  localparam int unsigned AtCorrection = AtSteps + Width * StepDelay;
  localparam int unsigned AtSigns = AtCorrection + StepDelay;
  localparam int unsigned Total = AtSigns + (Signed ? StepDelay : 0);
  localparam int unsigned LSteps = Latency * AtSteps / Total;
  localparam int unsigned LCorrection = Latency * AtCorrection / Total;
  localparam int unsigned LSigns = Latency * AtSigns / Total;
  localparam int unsigned OutLatency = Latency - LSigns;
  delay_line #(.Width(2), .Latency(LSigns)) u_signs (
      .clk_i, .data_i({negate_quotient, negative_a}), .data_o({negate_quotient_q, negate_remainder_q})
  );

  // The rest lies between the divisor and its negative; its sign says whether the next step subtracts or adds the
  // divisor, and is the complement of the quotient's bit. Between the steps also: the dividend's digits to come, the
  // complement of the quotient so far.
  for (genvar i = 0; i <= Width; i++) begin : gen_step
    logic [Width:0] rest;
    logic [Width-1:0] divisor, digits;
    if (i == 0) begin : gen_first
      assign rest = '0;
      delay_line #(.Width(2 * Width), .Latency(LSteps)) u_in (
          .clk_i, .data_i({magnitude_a, magnitude_b}), .data_o({digits, divisor})
      );
    end else begin : gen_next
      localparam int unsigned Before = AtSteps + (i - 1) * StepDelay;
      localparam int unsigned Here = Latency * (Before + StepDelay) / Total - Latency * Before / Total;
      logic [Width:0] next_rest;
      logic unused_top;
      assign unused_top = gen_step[i-1].rest[Width];
      // Of a zero divisor the rest is the dividend's leading digits, a remainder as it should be, and never negative.
      add_sub #(.Width(Width + 1)) u_add_sub (
          .a_i({gen_step[i-1].rest[Width-1:0], gen_step[i-1].digits[Width-1]}), .b_i({1'b0, gen_step[i-1].divisor}),
          .add_i(gen_step[i-1].rest[Width]), .sum_o(next_rest)
      );
      delay_line #(.Width(3 * Width + 1), .Latency(Here)) u_step (
          .clk_i,
          .data_i({next_rest, gen_step[i-1].divisor, gen_step[i-1].digits << 1 | Width'(next_rest[Width])}),
          .data_o({rest, divisor, digits})
      );
    end
  end

  // A negative rest lacks the divisor that the last step took too much.
  logic [Width-1:0] next_remainder;
  assign next_remainder = gen_step[Width].rest[Width-1:0] +
      (gen_step[Width].rest[Width] ? gen_step[Width].divisor : '0);
  delay_line #(.Width(2 * Width), .Latency(LSigns - LCorrection)) u_correction (
      .clk_i, .data_i({~gen_step[Width].digits, next_remainder}), .data_o({quotient, remainder})
  );
`endif

  delay_line #(.Width(2 * Width), .Latency(OutLatency)) u_out (
      .clk_i,
      .data_i({
        (quotient ^ {Width{negate_quotient_q}}) + Width'(negate_quotient_q),
        (remainder ^ {Width{negate_remainder_q}}) + Width'(negate_remainder_q)
      }),
      .data_o({quotient_o, remainder_o})
  );
endmodule
