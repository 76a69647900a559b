// SPDX-License-Identifier: Apache-2.0
// Serial transmitter, 8 data bits, no parity, one stop bit, `Divisor` cycles a bit.
//
// Latency 1 to the start bit, initiation interval 10 * Divisor. Registered: `tx_o`, `ready_o`.
module uart_tx #(
    parameter int unsigned Divisor = 4  // at least 2
) (
    input  logic       clk_i,
    input  logic       rst_i,
    input  logic       valid_i,
    output logic       ready_o,
    input  logic [7:0] data_i,
    output logic       tx_o
);
  localparam int unsigned TimeW = $clog2(Divisor);

  logic [TimeW-1:0] time_q;  // cycles left of the bit on the line
  logic [8:0] shift_q;  // the bit on the line and those behind it
  logic [3:0] left_q;  // bits left, the one on the line included

  assign ready_o = left_q == 4'd0;
  assign tx_o = shift_q[0];

  always_ff @(posedge clk_i) begin
    time_q <= time_q - TimeW'(1);
    if (ready_o) begin
      time_q <= TimeW'(Divisor - 1);
      if (valid_i) begin
        shift_q <= {data_i, 1'b0};
        left_q  <= 4'd10;
      end
    end else if (time_q == '0) begin
      time_q  <= TimeW'(Divisor - 1);
      shift_q <= {1'b1, shift_q[8:1]};
      left_q  <= left_q - 4'd1;
    end
    if (rst_i) begin
      shift_q <= '1;
      left_q  <= '0;
    end
  end
endmodule
