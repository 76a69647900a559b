// SPDX-License-Identifier: Apache-2.0
// Radiona ULX3S with an LFE5U-85F: the small shell and kernels at 50 MHz, or slower, made of the board's 25 MHz, the host at the serial port of its USB
// adapter, device memory in the SDRAM chip behind LiteDRAM's controller (rtl/sdram/sdram_controller.py).
// The parameters are those of board.json; who simulates or synthesises it sets them, and KernelId.
//
// The chip's clock is a quarter of a period late: what the registers at the pins send is stable at its edge, and what the chip sends
// at theirs.
module top #(
    parameter int unsigned LineBits = 128,
    parameter int unsigned AddrBits = 26,
    parameter int unsigned Bytes    = 33554432,
    parameter int unsigned Divisor  = 17,       // cycles a bit
    parameter logic [31:0] KernelId = 32'd0,    // register KERNEL
    parameter logic [31:0] ClockKhz = 32'd50000,  // what register CONTROL reads
    // ecp5_pll's, which makes ClockKhz of the board's 25 MHz.
    parameter int unsigned PllInputDiv    = 1,
    parameter int unsigned PllFeedbackDiv = 2,
    parameter int unsigned PllOutputDiv   = 12
) (
    input  logic        clk_i,
    input  logic        uart_rx_i,
    output logic        uart_tx_o,
    output logic        wifi_gpio0_o,    // high: the ESP32 keeps its hands off the FPGA
    output logic        sdram_clk_o,
    output logic        sdram_cke_o,
    output logic        sdram_cs_n_o,
    output logic        sdram_ras_n_o,
    output logic        sdram_cas_n_o,
    output logic        sdram_we_n_o,
    output logic [1:0]  sdram_ba_o,
    output logic [12:0] sdram_a_o,
    output logic [1:0]  sdram_dm_o,
    inout  wire  [15:0] sdram_dq_io
);
  localparam int unsigned IdW = weft_abi_pkg::AXI_ID_BITS + 1;
  localparam logic [8:0] RefreshCycles = 9'(ClockKhz * 78 / 10000);  // tREFI, 7.8 us
  if (LineBits != 128 || AddrBits != 26 || Bytes != 2 ** 25) begin : gen_check
    $fatal(1, "top: the controller of the board's SDRAM was made for lines of 128 bits, 32 MiB and addresses of 26 bits");
  end
  if (ClockKhz > 50000) begin : gen_check_clock
    $fatal(1, "top: the times of the SDRAM's controller are cycles of at most 50 MHz");
  end
  assign wifi_gpio0_o = 1'b1;

  logic clk, clk_late, locked, rst, memory_ready, system_rst_q;
  ecp5_pll #(
      .InputDiv   (PllInputDiv),
      .FeedbackDiv(PllFeedbackDiv),
      .OutputDiv  (PllOutputDiv)
  ) u_pll (
      .clk_i,
      .clk_o     (clk),
      .clk_late_o(clk_late),
      .locked_o  (locked)
  );
  power_on_reset u_reset (
      .clk_i  (clk),
      .ready_i(locked),
      .rst_o  (rst)
  );
  always_ff @(posedge clk) system_rst_q <= rst || !memory_ready;

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
      .rst_i          (system_rst_q),
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

  // ---- The SDRAM.
  logic init_cke, init_ras_n, init_cas_n, init_we_n;
  logic [12:0] init_address;
  sdram_init #(
      .PowerUpCycles(ClockKhz / 5),  // 200 us
      .CasLatency   (2)
  ) u_init (
      .clk_i    (clk),
      .rst_i    (rst),
      .cke_o    (init_cke),
      .ras_n_o  (init_ras_n),
      .cas_n_o  (init_cas_n),
      .we_n_o   (init_we_n),
      .address_o(init_address),
      .done_o   (memory_ready)
  );
  ulx3s_85f_sdram u_memory (
      .clk_i          (clk),
      .rst_i          (system_rst_q),
      .refresh_cycles_i(RefreshCycles),
      .init_done_i    (memory_ready),
      .init_cke_i     (init_cke),
      .init_ras_n_i   (init_ras_n),
      .init_cas_n_i   (init_cas_n),
      .init_we_n_i    (init_we_n),
      .init_address_i (init_address),
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
      .s_axi_rdata_o  (rdata),
      .sdram_cke_o,
      .sdram_cs_n_o,
      .sdram_ras_n_o,
      .sdram_cas_n_o,
      .sdram_we_n_o,
      .sdram_ba_o,
      .sdram_a_o,
      .sdram_dm_o,
      .sdram_dq_io
  );
  ODDRX1F u_clock_pin (
      .SCLK(clk_late),
      .RST (1'b0),
      .D0  (1'b1),
      .D1  (1'b0),
      .Q   (sdram_clk_o)
  );
endmodule
