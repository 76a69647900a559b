// SPDX-License-Identifier: Apache-2.0
// The device's end of the host link over two wires of a serial port: bits to bytes to requests on a bus (link_endpoint).
module uart_link #(
    parameter int unsigned Divisor = 4,  // cycles a bit, at least 4
    parameter int unsigned AddrW   = 14
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             uart_rx_i,
    output logic             uart_tx_o,
    output logic             bus_valid_o,
    input  logic             bus_ready_i,
    output logic             bus_write_o,
    output logic             bus_memory_o,
    output logic [AddrW-1:0] bus_addr_o,
    output logic [31:0]      bus_wdata_o,
    output logic [3:0]       bus_wstrb_o,
    input  logic [31:0]      bus_rdata_i
);
  logic rx_valid, tx_valid, tx_ready;
  logic [7:0] rx_data, tx_data;

  uart_rx #(
      .Divisor(Divisor)
  ) u_rx (
      .clk_i,
      .rst_i,
      .rx_i   (uart_rx_i),
      .valid_o(rx_valid),
      .data_o (rx_data)
  );

  uart_tx #(
      .Divisor(Divisor)
  ) u_tx (
      .clk_i,
      .rst_i,
      .valid_i(tx_valid),
      .ready_o(tx_ready),
      .data_i (tx_data),
      .tx_o   (uart_tx_o)
  );

  link_endpoint #(
      .AddrW(AddrW)
  ) u_endpoint (
      .clk_i,
      .rst_i,
      .rx_valid_i(rx_valid),
      .rx_data_i (rx_data),
      .tx_valid_o(tx_valid),
      .tx_ready_i(tx_ready),
      .tx_data_o (tx_data),
      .bus_valid_o,
      .bus_ready_i,
      .bus_write_o,
      .bus_memory_o,
      .bus_addr_o,
      .bus_wdata_o,
      .bus_wstrb_o,
      .bus_rdata_i
  );
endmodule
