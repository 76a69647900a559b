// SPDX-License-Identifier: Apache-2.0
// 1BitSquared iCEBreaker: the small shell and kernels at the board's 12 MHz or at what a PLL makes of them (board_clock), the host at the serial
// port of its USB adapter, device memory in the FPGA's four large memories, so that kernels have all but one of its block RAMs.
// The parameters are those of board.json; who simulates or synthesises it sets them, and KernelId.
module top #(
    parameter int unsigned LineBits = 32,
    parameter int unsigned AddrBits = 18,
    parameter int unsigned Bytes    = 131072,
    parameter int unsigned Divisor  = 4,      // cycles a bit
    parameter logic [31:0] KernelId = 32'd0,  // register KERNEL
    parameter logic [31:0] ClockKhz = 32'd0   // what register CONTROL reads
) (
    input  logic clk_i,
    input  logic uart_rx_i,
    output logic uart_tx_o
);
  localparam int unsigned IdW = weft_abi_pkg::AXI_ID_BITS + 1;
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

  logic awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
  logic [IdW-1:0] awid, bid, arid, rid;
  logic [AddrBits-1:0] awaddr, araddr;
  logic [LineBits-1:0] wdata, rdata;
  logic [LineBits/8-1:0] wstrb;
  small_system #(
      .LineBits     (LineBits),
      .AddrBits     (AddrBits),
      .BlockRamBytes(0),
      .Divisor      (Divisor),
      .KernelId     (KernelId),
      .ClockKhz     (ClockKhz)
  ) u_system (
      .clk_i          (clk),
      .rst_i          (rst),
      .uart_rx_i,
      .uart_tx_o,
      .m_axi_awvalid_o(awvalid),
      .m_axi_awready_i(awready),
      .m_axi_awid_o   (awid),
      .m_axi_awaddr_o (awaddr),
      .m_axi_wvalid_o (wvalid),
      .m_axi_wready_i (wready),
      .m_axi_wdata_o  (wdata),
      .m_axi_wstrb_o  (wstrb),
      .m_axi_bvalid_i (bvalid),
      .m_axi_bready_o (bready),
      .m_axi_bid_i    (bid),
      .m_axi_arvalid_o(arvalid),
      .m_axi_arready_i(arready),
      .m_axi_arid_o   (arid),
      .m_axi_araddr_o (araddr),
      .m_axi_rvalid_i (rvalid),
      .m_axi_rready_o (rready),
      .m_axi_rid_i    (rid),
      .m_axi_rdata_i  (rdata)
  );
  spram_memory #(
      .LineBits(LineBits),
      .AddrBits(AddrBits),
      .Bytes   (Bytes)
  ) u_memory (
      .clk_i          (clk),
      .rst_i          (rst),
      .s_axi_awvalid_i(awvalid),
      .s_axi_awready_o(awready),
      .s_axi_awid_i   (awid),
      .s_axi_awaddr_i (awaddr),
      .s_axi_wvalid_i (wvalid),
      .s_axi_wready_o (wready),
      .s_axi_wdata_i  (wdata),
      .s_axi_wstrb_i  (wstrb),
      .s_axi_bvalid_o (bvalid),
      .s_axi_bready_i (bready),
      .s_axi_bid_o    (bid),
      .s_axi_arvalid_i(arvalid),
      .s_axi_arready_o(arready),
      .s_axi_arid_i   (arid),
      .s_axi_araddr_i (araddr),
      .s_axi_rvalid_o (rvalid),
      .s_axi_rready_i (rready),
      .s_axi_rid_o    (rid),
      .s_axi_rdata_o  (rdata)
  );
endmodule
