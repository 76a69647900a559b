// SPDX-License-Identifier: Apache-2.0
// Serial receiver, 8 data bits, no parity, one stop bit, `Divisor` cycles a bit.
//
// A byte whose stop bit is low is dropped. Latency: half a stop bit after its begin. There is no ready: `valid_o` is a pulse, and a
// byte that is not taken with it is lost. Registered: every output; the input passes two flip-flops first.
module uart_rx #(
    parameter int unsigned Divisor = 4  // at least 4
) (
    input  logic       clk_i,
    input  logic       rst_i,
    input  logic       rx_i,
    output logic       valid_o,
    output logic [7:0] data_o
);
  localparam int unsigned TimeW = $clog2(Divisor);
  localparam logic [TimeW-1:0] Bit = TimeW'(Divisor - 1);
  localparam logic [TimeW-1:0] HalfBit = TimeW'(Divisor / 2 - 1);

  logic [1:0] sync_q;
  logic rx, busy_q, sample;
  logic [TimeW-1:0] time_q;  // cycles until the next sample
  logic [3:0] left_q;  // samples to come: start bit, data, stop bit
  logic [7:0] shift_q;

  assign rx = sync_q[1];
  assign sample = busy_q && time_q == '0;
  assign data_o = shift_q;

  always_ff @(posedge clk_i) begin
    sync_q  <= {sync_q[0], rx_i};
    valid_o <= 1'b0;
    time_q  <= time_q - TimeW'(1);
    if (!busy_q) begin
      time_q <= HalfBit;
      left_q <= 4'd9;
      busy_q <= !rx;
    end else if (sample) begin
      time_q <= Bit;
      left_q <= left_q - 4'd1;
      if (left_q == 4'd0) begin
        busy_q  <= 1'b0;
        valid_o <= rx;
      end else begin
        shift_q <= {rx, shift_q[7:1]};
        if (left_q == 4'd9 && rx) busy_q <= 1'b0;  // no start bit, a glitch
      end
    end
    if (rst_i) begin
      sync_q  <= 2'b11;
      busy_q  <= 1'b0;
      valid_o <= 1'b0;
    end
  end
endmodule
