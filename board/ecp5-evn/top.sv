// SPDX-License-Identifier: Apache-2.0
// Lattice ECP5 evaluation board: the small shell and kernels at 60 MHz, or what `weft build --clock` asks for, made of the board's 12 MHz, the host at the serial port of its USB
// adapter. The parameters are those of board.json; who simulates or synthesises it sets them, and KernelId.
module top #(
    parameter int unsigned LineBits = 128,
    parameter int unsigned AddrBits = 18,
    parameter int unsigned Bytes    = 131072,
    parameter int unsigned Divisor  = 20,     // cycles a bit
    parameter logic [31:0] KernelId = 32'd0,  // register KERNEL
    parameter logic [31:0] ClockKhz = 32'd60000,  // what register CONTROL reads
    // ecp5_pll's, which makes ClockKhz of the board's 12 MHz.
    parameter int unsigned PllInputDiv    = 1,
    parameter int unsigned PllFeedbackDiv = 5,
    parameter int unsigned PllOutputDiv   = 8
) (
    input  logic clk_i,
    input  logic uart_rx_i,
    output logic uart_tx_o
);
  logic clk, unused_clk, locked, rst;
  ecp5_pll #(
      .InputDiv   (PllInputDiv),
      .FeedbackDiv(PllFeedbackDiv),
      .OutputDiv  (PllOutputDiv)
  ) u_pll (
      .clk_i,
      .clk_o     (clk),
      .clk_late_o(unused_clk),
      .locked_o  (locked)
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
