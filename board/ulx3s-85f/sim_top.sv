// SPDX-License-Identifier: Apache-2.0
// top.sv as the simulator sees it: its data pins, each of one wire, are apart for each direction (sim/model/sdram_chip.h is at the other end).
module sim_top #(
    parameter int unsigned LineBits = 128,
    parameter int unsigned AddrBits = 26,
    parameter int unsigned Bytes    = 33554432,
    parameter int unsigned Divisor  = 17,
    parameter logic [31:0] KernelId = 32'd0,
    parameter logic [31:0] ClockKhz = 32'd50000
) (
    input  logic        clk_i,
    input  logic        uart_rx_i,
    output logic        uart_tx_o,
    output logic        sdram_cke_o,
    output logic        sdram_cs_n_o,
    output logic        sdram_ras_n_o,
    output logic        sdram_cas_n_o,
    output logic        sdram_we_n_o,
    output logic [1:0]  sdram_ba_o,
    output logic [12:0] sdram_a_o,
    output logic [1:0]  sdram_dm_o,
    output logic [15:0] sdram_dq_o,   // what is on the wires
    input  logic        chip_drives_i,
    input  logic [15:0] chip_dq_i
);
  wire [15:0] dq;
  logic unused_clk, unused_gpio;
  assign dq         = chip_drives_i ? chip_dq_i : 16'bz;
  assign sdram_dq_o = dq;
  top #(
      .LineBits(LineBits),
      .AddrBits(AddrBits),
      .Bytes   (Bytes),
      .Divisor (Divisor),
      .KernelId(KernelId),
      .ClockKhz(ClockKhz)
  ) u_top (
      .clk_i,
      .uart_rx_i,
      .uart_tx_o,
      .wifi_gpio0_o(unused_gpio),
      .sdram_clk_o (unused_clk),
      .sdram_cke_o,
      .sdram_cs_n_o,
      .sdram_ras_n_o,
      .sdram_cas_n_o,
      .sdram_we_n_o,
      .sdram_ba_o,
      .sdram_a_o,
      .sdram_dm_o,
      .sdram_dq_io (dq)
  );
endmodule
