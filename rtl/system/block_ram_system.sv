// SPDX-License-Identifier: Apache-2.0
// small_system on boards whose device memory is block RAM.
module block_ram_system #(
    parameter int unsigned LineBits = 32,
    parameter int unsigned AddrBits = 16,
    parameter int unsigned Bytes    = 4096,
    parameter int unsigned Divisor  = 4,
    parameter logic [31:0] KernelId = 32'd0,
    parameter logic [31:0] ClockKhz = 32'd0
) (
    input  logic clk_i,
    input  logic rst_i,
    input  logic uart_rx_i,
    output logic uart_tx_o
);
  localparam int unsigned IdW = weft_abi_pkg::AXI_ID_BITS + 1;
  logic awvalid, wvalid, bready, arvalid, rready;
  logic [IdW-1:0] awid, arid;
  logic [AddrBits-1:0] awaddr, araddr;
  logic [LineBits-1:0] wdata;
  logic [LineBits/8-1:0] wstrb;
  small_system #(
      .LineBits     (LineBits),
      .AddrBits     (AddrBits),
      .BlockRamBytes(Bytes),
      .Divisor      (Divisor),
      .KernelId     (KernelId),
      .ClockKhz     (ClockKhz)
  ) u_system (
      .clk_i,
      .rst_i,
      .uart_rx_i,
      .uart_tx_o,
      .m_axi_awvalid_o(awvalid),
      .m_axi_awready_i(1'b0),
      .m_axi_awid_o   (awid),
      .m_axi_awaddr_o (awaddr),
      .m_axi_wvalid_o (wvalid),
      .m_axi_wready_i (1'b0),
      .m_axi_wdata_o  (wdata),
      .m_axi_wstrb_o  (wstrb),
      .m_axi_bvalid_i (1'b0),
      .m_axi_bready_o (bready),
      .m_axi_bid_i    ('0),
      .m_axi_arvalid_o(arvalid),
      .m_axi_arready_i(1'b0),
      .m_axi_arid_o   (arid),
      .m_axi_araddr_o (araddr),
      .m_axi_rvalid_i (1'b0),
      .m_axi_rready_o (rready),
      .m_axi_rid_i    ('0),
      .m_axi_rdata_i  ('0)
  );
  logic unused_memory;
  assign unused_memory = ^{awvalid, awid, awaddr, wvalid, wdata, wstrb, bready, arvalid, arid, araddr, rready};
endmodule
