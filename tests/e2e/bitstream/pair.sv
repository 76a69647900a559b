// SPDX-License-Identifier: Apache-2.0
// The board's top.sv as RTL beside the netlist of its bitstream.
module pair #(
    parameter int unsigned LineBits = 0,
    parameter int unsigned AddrBits = 0,
    parameter int unsigned Bytes = 0,
    parameter int unsigned Divisor = 0,
    parameter logic [31:0] ClockKhz = 0,
    parameter logic [31:0] KernelId = 0
) (
    input  logic clk_i,
    input  logic uart_rx_i,
    output logic tx_rtl_o,
    output logic tx_chip_o
);
  top #(
      .LineBits(LineBits),
      .AddrBits(AddrBits),
      .Bytes   (Bytes),
      .Divisor (Divisor),
      .ClockKhz(ClockKhz),
      .KernelId(KernelId)
  ) u_rtl (
      .clk_i,
      .uart_rx_i,
      .uart_tx_o(tx_rtl_o)
  );
  chip u_chip (
      .clk_i,
      .uart_rx_i,
      .uart_tx_o(tx_chip_o)
  );
endmodule
