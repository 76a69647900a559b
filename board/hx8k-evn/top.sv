// SPDX-License-Identifier: Apache-2.0
// Lattice iCE40-HX8K breakout board: the small shell and a kernel at the board's 12 MHz or at what a PLL makes of them (board_clock), the
// host at the serial port of its USB adapter.
// The parameters are those of board.json; who simulates or synthesises it sets them, and KernelId.
module top #(
    parameter int unsigned LineBits = 32,
    parameter int unsigned AddrBits = 16,
    parameter int unsigned Bytes    = 4096,
    parameter int unsigned Divisor  = 4,      // cycles a bit
    parameter logic [31:0] KernelId = 32'd0,  // register KERNEL
    parameter logic [31:0] ClockKhz = 32'd0   // what register CONTROL reads
) (
    input  logic clk_i,
    input  logic uart_rx_i,
    output logic uart_tx_o
);
  logic clk, locked, rst;
  board_clock u_clock (
      .clock_in (clk_i),
      .clock_out(clk),
      .locked
  );
  power_on_reset u_reset (
      .clk_i  (clk),
      .ready_i(locked),
      .rst_o  (rst)
  );

  block_ram_system #(
      .LineBits(LineBits),
      .AddrBits(AddrBits),
      .Bytes   (Bytes),
      .Divisor (Divisor),
      .KernelId(KernelId),
      .ClockKhz(ClockKhz)
  ) u_system (
      .clk_i(clk),
      .rst_i(rst),
      .uart_rx_i,
      .uart_tx_o
  );
endmodule
