// SPDX-License-Identifier: Apache-2.0
// What is the same on every board with the small shell: kernels, the shell, and the host's link at a serial port.
//
// `BlockRamBytes` of device memory are block RAM; if 0, it is what `m_axi_*` leads to (axi_memory), and else that port rests: leave its
// inputs at zero. `rst_i` resets all but that memory.
module small_system #(
    parameter int unsigned LineBits = 32,
    parameter int unsigned AddrBits = 16,
    parameter int unsigned BlockRamBytes = 4096,
    parameter int unsigned Divisor  = 4,       // cycles of a bit on the serial line
    parameter logic [31:0] KernelId = 32'd0,  // register KERNEL of a kernel that is alone
    parameter logic [31:0] ClockKhz = 32'd0,  // what register CONTROL reads
    localparam int unsigned IdW = weft_abi_pkg::AXI_ID_BITS + 1
) (
    input  logic                        clk_i,
    input  logic                        rst_i,
    input  logic                        uart_rx_i,
    output logic                        uart_tx_o,
    output logic                        m_axi_awvalid_o,
    input  logic                        m_axi_awready_i,
    output logic [IdW-1:0]              m_axi_awid_o,
    output logic [AddrBits-1:0]         m_axi_awaddr_o,
    output logic                        m_axi_wvalid_o,
    input  logic                        m_axi_wready_i,
    output logic [LineBits-1:0]         m_axi_wdata_o,
    output logic [LineBits/8-1:0]       m_axi_wstrb_o,
    input  logic                        m_axi_bvalid_i,
    output logic                        m_axi_bready_o,
    input  logic [IdW-1:0]              m_axi_bid_i,
    output logic                        m_axi_arvalid_o,
    input  logic                        m_axi_arready_i,
    output logic [IdW-1:0]              m_axi_arid_o,
    output logic [AddrBits-1:0]         m_axi_araddr_o,
    input  logic                        m_axi_rvalid_i,
    output logic                        m_axi_rready_o,
    input  logic [IdW-1:0]              m_axi_rid_i,
    input  logic [LineBits-1:0]         m_axi_rdata_i
);
  localparam int unsigned BusAddrW = AddrBits > 14 ? AddrBits : 14;

  logic bus_valid, bus_ready, bus_write, bus_memory;
  logic [BusAddrW-1:0] bus_addr;
  logic [31:0] bus_wdata, bus_rdata;
  logic [3:0] bus_wstrb;
  uart_link #(
      .Divisor(Divisor),
      .AddrW  (BusAddrW)
  ) u_link (
      .clk_i,
      .rst_i,
      .uart_rx_i,
      .uart_tx_o,
      .bus_valid_o (bus_valid),
      .bus_ready_i (bus_ready),
      .bus_write_o (bus_write),
      .bus_memory_o(bus_memory),
      .bus_addr_o  (bus_addr),
      .bus_wdata_o (bus_wdata),
      .bus_wstrb_o (bus_wstrb),
      .bus_rdata_i (bus_rdata)
  );

  logic kernel_rst, cfg_valid, start, watch, done, fault_valid;
  logic awvalid, awready, wvalid, wready, wlast, bvalid, bready, arvalid, arready, rvalid, rready, rlast;
  logic [weft_abi_pkg::CFG_ADDR_BITS-1:0] cfg_addr;
  logic [weft_abi_pkg::CFG_WORD_BITS-1:0] cfg_data;
  logic [7:0] fault_code, awlen, arlen;
  logic [weft_abi_pkg::SITE_BITS-1:0] fault_site;
  logic [63:0] fault_addr;
  logic [31:0] select, selected;
  logic [weft_abi_pkg::AXI_ID_BITS-1:0] awid, bid, arid, rid;
  logic [AddrBits-1:0] awaddr, araddr;
  logic [weft_abi_pkg::ATOP_BITS-1:0] awatop;
  logic [LineBits-1:0] wdata, rdata;
  logic [LineBits/8-1:0] wstrb;
  logic [1:0] bresp, rresp;

  small_shell #(
      .LineBits(LineBits),
      .AddrBits(AddrBits),
      .Bytes   (BlockRamBytes),
      .ClockKhz(ClockKhz)
  ) u_shell (
      .clk_i,
      .rst_i,
      .bus_valid_i    (bus_valid),
      .bus_ready_o    (bus_ready),
      .bus_write_i    (bus_write),
      .bus_memory_i   (bus_memory),
      .bus_addr_i     (bus_addr),
      .bus_wdata_i    (bus_wdata),
      .bus_wstrb_i    (bus_wstrb),
      .bus_rdata_o    (bus_rdata),
      .select_o       (select),
      .selected_i     (selected),
      .kernel_rst_o   (kernel_rst),
      .k_cfg_valid_o  (cfg_valid),
      .k_cfg_addr_o   (cfg_addr),
      .k_cfg_data_o   (cfg_data),
      .k_start_o      (start),
      .k_watch_o      (watch),
      .k_done_i       (done),
      .k_fault_valid_i(fault_valid),
      .k_fault_code_i (fault_code),
      .k_fault_site_i (fault_site),
      .k_fault_addr_i (fault_addr),
      .k_axi_awvalid_i(awvalid),
      .k_axi_awready_o(awready),
      .k_axi_awid_i   (awid),
      .k_axi_awaddr_i (awaddr),
      .k_axi_awlen_i  (awlen),
      .k_axi_awatop_i (awatop),
      .k_axi_wvalid_i (wvalid),
      .k_axi_wready_o (wready),
      .k_axi_wdata_i  (wdata),
      .k_axi_wstrb_i  (wstrb),
      .k_axi_wlast_i  (wlast),
      .k_axi_bvalid_o (bvalid),
      .k_axi_bready_i (bready),
      .k_axi_bid_o    (bid),
      .k_axi_bresp_o  (bresp),
      .k_axi_arvalid_i(arvalid),
      .k_axi_arready_o(arready),
      .k_axi_arid_i   (arid),
      .k_axi_araddr_i (araddr),
      .k_axi_arlen_i  (arlen),
      .k_axi_rvalid_o (rvalid),
      .k_axi_rready_i (rready),
      .k_axi_rid_o    (rid),
      .k_axi_rdata_o  (rdata),
      .k_axi_rresp_o  (rresp),
      .k_axi_rlast_o  (rlast),
      .m_axi_awvalid_o,
      .m_axi_awready_i,
      .m_axi_awid_o,
      .m_axi_awaddr_o,
      .m_axi_wvalid_o,
      .m_axi_wready_i,
      .m_axi_wdata_o,
      .m_axi_wstrb_o,
      .m_axi_bvalid_i,
      .m_axi_bready_o,
      .m_axi_bid_i,
      .m_axi_arvalid_o,
      .m_axi_arready_i,
      .m_axi_arid_o,
      .m_axi_araddr_o,
      .m_axi_rvalid_i,
      .m_axi_rready_o,
      .m_axi_rid_i,
      .m_axi_rdata_i
  );

  kernel_set #(
      .LineBits(LineBits),
      .AddrBits(AddrBits),
      .KernelId(KernelId)
  ) u_kernels (
      .clk_i,
      .select_i       (select),
      .selected_o     (selected),
      .rst_i          (kernel_rst),
      .cfg_valid_i    (cfg_valid),
      .cfg_addr_i     (cfg_addr),
      .cfg_data_i     (cfg_data),
      .start_i        (start),
      .watch_i        (watch),
      .done_o         (done),
      .fault_valid_o  (fault_valid),
      .fault_code_o   (fault_code),
      .fault_site_o   (fault_site),
      .fault_addr_o   (fault_addr),
      .m_axi_awvalid_o(awvalid),
      .m_axi_awready_i(awready),
      .m_axi_awid_o   (awid),
      .m_axi_awaddr_o (awaddr),
      .m_axi_awlen_o  (awlen),
      .m_axi_awatop_o (awatop),
      .m_axi_wvalid_o (wvalid),
      .m_axi_wready_i (wready),
      .m_axi_wdata_o  (wdata),
      .m_axi_wstrb_o  (wstrb),
      .m_axi_wlast_o  (wlast),
      .m_axi_bvalid_i (bvalid),
      .m_axi_bready_o (bready),
      .m_axi_bid_i    (bid),
      .m_axi_bresp_i  (bresp),
      .m_axi_arvalid_o(arvalid),
      .m_axi_arready_i(arready),
      .m_axi_arid_o   (arid),
      .m_axi_araddr_o (araddr),
      .m_axi_arlen_o  (arlen),
      .m_axi_rvalid_i (rvalid),
      .m_axi_rready_o (rready),
      .m_axi_rid_i    (rid),
      .m_axi_rdata_i  (rdata),
      .m_axi_rresp_i  (rresp),
      .m_axi_rlast_i  (rlast)
  );
endmodule
