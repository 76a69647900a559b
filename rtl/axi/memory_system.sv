// SPDX-License-Identifier: Apache-2.0
// The way from kernel regions and DMA to a device memory of one port or several. Each port has a mem_interconnect of its own; which one
// a line lies at is up to the regions (memory_crossbar), and to dma_spread for DMA.
module memory_system #(
    parameter int unsigned LineBits    = 512,
    parameter int unsigned AddrBits    = 32,
    parameter int unsigned NumRegions  = 1,
    parameter int unsigned NumPorts    = 1,  // a power of two
    parameter int unsigned StripeLines = 8,  // of several ports: lines that lie at one before the addresses go on to another
    parameter int unsigned KernelIdW   = weft_abi_pkg::AXI_ID_BITS,
    parameter int unsigned BeatsW      = 7,
    parameter int unsigned AtomicSlots = 32,  // of each port
    parameter int unsigned AtomicBits  = 32,
    parameter int unsigned Backlog     = 0,  // of read_write_turns, at each port
    localparam int unsigned LineBytes  = LineBits / 8,
    localparam int unsigned OffsetW    = $clog2(LineBytes),
    localparam int unsigned LineW      = AddrBits - OffsetW,
    localparam int unsigned RegionW    = NumRegions > 1 ? $clog2(NumRegions) : 0,
    localparam int unsigned MemIdW     = 2 + RegionW + KernelIdW
) (
    input  logic clk_i,
    input  logic atomics_clk_i,
    input  logic rst_i,
    output logic busy_o,
    output logic atomics_quiet_o,
    output logic [NumRegions-1:0] kernel_error_o,
    input  logic [NumRegions-1:0] isolate_i,
    output logic [NumRegions-1:0] axi_idle_o,
    input  logic [NumRegions-1:0] k_rst_i,
    // Kernel regions: port p of region r is element p * NumRegions + r. R and B of a port share their payload.
    input  logic [NumPorts*NumRegions-1:0] k_awvalid_i,
    output logic [NumPorts*NumRegions-1:0] k_awready_o,
    input  logic [NumPorts*NumRegions*KernelIdW-1:0] k_awid_i,
    input  logic [NumPorts*NumRegions*AddrBits-1:0] k_awaddr_i,
    input  logic [NumPorts*NumRegions*6-1:0] k_awatop_i,
    input  logic [NumPorts*NumRegions-1:0] k_wvalid_i,
    output logic [NumPorts*NumRegions-1:0] k_wready_o,
    input  logic [NumPorts*NumRegions*LineBits-1:0] k_wdata_i,
    input  logic [NumPorts*NumRegions*LineBytes-1:0] k_wstrb_i,
    output logic [NumPorts*NumRegions-1:0] k_bvalid_o,
    input  logic [NumPorts*NumRegions-1:0] k_bready_i,
    output logic [NumPorts*KernelIdW-1:0] k_bid_o,
    output logic [NumPorts*2-1:0] k_bresp_o,
    input  logic [NumPorts*NumRegions-1:0] k_arvalid_i,
    output logic [NumPorts*NumRegions-1:0] k_arready_o,
    input  logic [NumPorts*NumRegions*KernelIdW-1:0] k_arid_i,
    input  logic [NumPorts*NumRegions*LineW-1:0] k_arline_i,
    output logic [NumPorts*NumRegions-1:0] k_rvalid_o,
    input  logic [NumPorts*NumRegions-1:0] k_rready_i,
    output logic [NumPorts*KernelIdW-1:0] k_rid_o,
    output logic [NumPorts*LineBits-1:0] k_rdata_o,
    output logic [NumPorts*2-1:0] k_rresp_o,
    // DMA.
    input  logic dma_ar_valid_i,
    output logic dma_ar_ready_o,
    input  logic [LineW-1:0] dma_ar_line_i,
    input  logic [BeatsW-1:0] dma_ar_beats_i,
    output logic dma_r_valid_o,
    output logic dma_r_error_o,
    output logic [LineBits-1:0] dma_r_data_o,
    input  logic dma_w_valid_i,
    output logic dma_w_ready_o,
    input  logic [LineW-1:0] dma_w_line_i,
    input  logic [BeatsW-1:0] dma_w_beats_i,
    input  logic dma_w_last_i,
    input  logic [LineBits-1:0] dma_w_data_i,
    input  logic [LineBytes-1:0] dma_w_strb_i,
    output logic dma_b_valid_o,
    output logic dma_b_error_o,
    // Memory, port by port.
    output logic [NumPorts-1:0] m_awvalid_o,
    input  logic [NumPorts-1:0] m_awready_i,
    output logic [NumPorts*MemIdW-1:0] m_awid_o,
    output logic [NumPorts*AddrBits-1:0] m_awaddr_o,
    output logic [NumPorts*8-1:0] m_awlen_o,
    output logic [NumPorts-1:0] m_wvalid_o,
    input  logic [NumPorts-1:0] m_wready_i,
    output logic [NumPorts*LineBits-1:0] m_wdata_o,
    output logic [NumPorts*LineBytes-1:0] m_wstrb_o,
    output logic [NumPorts-1:0] m_wlast_o,
    input  logic [NumPorts-1:0] m_bvalid_i,
    output logic [NumPorts-1:0] m_bready_o,
    input  logic [NumPorts*MemIdW-1:0] m_bid_i,
    input  logic [NumPorts*2-1:0] m_bresp_i,
    output logic [NumPorts-1:0] m_arvalid_o,
    input  logic [NumPorts-1:0] m_arready_i,
    output logic [NumPorts*MemIdW-1:0] m_arid_o,
    output logic [NumPorts*AddrBits-1:0] m_araddr_o,
    output logic [NumPorts*8-1:0] m_arlen_o,
    input  logic [NumPorts-1:0] m_rvalid_i,
    output logic [NumPorts-1:0] m_rready_o,
    input  logic [NumPorts*MemIdW-1:0] m_rid_i,
    input  logic [NumPorts*LineBits-1:0] m_rdata_i,
    input  logic [NumPorts*2-1:0] m_rresp_i
);
  logic [NumPorts-1:0] port_busy, port_quiet, ar_valid, ar_ready, r_valid, r_error, w_valid, w_ready, b_valid, b_error;
  logic [NumPorts*NumRegions-1:0] errors, idles;
  logic [LineW-1:0] ar_line, w_line;
  logic [BeatsW-1:0] ar_beats, w_beats;
  logic spread_busy, w_last;
  assign busy_o = port_busy != '0 || spread_busy;
  assign atomics_quiet_o = port_quiet == '1;
  always_comb begin
    kernel_error_o = '0;
    axi_idle_o = '1;
    for (int p = 0; p < NumPorts; p++) begin
      kernel_error_o = kernel_error_o | errors[p*NumRegions+:NumRegions];
      axi_idle_o = axi_idle_o & idles[p*NumRegions+:NumRegions];
    end
  end

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    mem_interconnect #(
        .LineBits   (LineBits),
        .AddrBits   (AddrBits),
        .NumRegions (NumRegions),
        .KernelIdW  (KernelIdW),
        .BeatsW     (BeatsW),
        .AtomicSlots(AtomicSlots),
        .AtomicBits (AtomicBits),
        .Backlog    (Backlog)
    ) u_port (
        .clk_i,
        .atomics_clk_i,
        .rst_i,
        .busy_o          (port_busy[p]),
        .atomics_quiet_o (port_quiet[p]),
        .kernel_error_o  (errors[p*NumRegions+:NumRegions]),
        .isolate_i,
        .axi_idle_o      (idles[p*NumRegions+:NumRegions]),
        .k_rst_i,
        .k_awvalid_i     (k_awvalid_i[p*NumRegions+:NumRegions]),
        .k_awready_o     (k_awready_o[p*NumRegions+:NumRegions]),
        .k_awid_i        (k_awid_i[p*NumRegions*KernelIdW+:NumRegions*KernelIdW]),
        .k_awaddr_i      (k_awaddr_i[p*NumRegions*AddrBits+:NumRegions*AddrBits]),
        .k_awatop_i      (k_awatop_i[p*NumRegions*6+:NumRegions*6]),
        .k_wvalid_i      (k_wvalid_i[p*NumRegions+:NumRegions]),
        .k_wready_o      (k_wready_o[p*NumRegions+:NumRegions]),
        .k_wdata_i       (k_wdata_i[p*NumRegions*LineBits+:NumRegions*LineBits]),
        .k_wstrb_i       (k_wstrb_i[p*NumRegions*LineBytes+:NumRegions*LineBytes]),
        .k_bvalid_o      (k_bvalid_o[p*NumRegions+:NumRegions]),
        .k_bready_i      (k_bready_i[p*NumRegions+:NumRegions]),
        .k_bid_o         (k_bid_o[p*KernelIdW+:KernelIdW]),
        .k_bresp_o       (k_bresp_o[p*2+:2]),
        .k_arvalid_i     (k_arvalid_i[p*NumRegions+:NumRegions]),
        .k_arready_o     (k_arready_o[p*NumRegions+:NumRegions]),
        .k_arid_i        (k_arid_i[p*NumRegions*KernelIdW+:NumRegions*KernelIdW]),
        .k_arline_i      (k_arline_i[p*NumRegions*LineW+:NumRegions*LineW]),
        .k_rvalid_o      (k_rvalid_o[p*NumRegions+:NumRegions]),
        .k_rready_i      (k_rready_i[p*NumRegions+:NumRegions]),
        .k_rid_o         (k_rid_o[p*KernelIdW+:KernelIdW]),
        .k_rdata_o       (k_rdata_o[p*LineBits+:LineBits]),
        .k_rresp_o       (k_rresp_o[p*2+:2]),
        .dma_ar_valid_i  (ar_valid[p]),
        .dma_ar_ready_o  (ar_ready[p]),
        .dma_ar_line_i   (ar_line),
        .dma_ar_beats_i  (ar_beats),
        .dma_r_valid_o   (r_valid[p]),
        .dma_r_error_o   (r_error[p]),
        .dma_w_valid_i   (w_valid[p]),
        .dma_w_ready_o   (w_ready[p]),
        .dma_w_line_i    (w_line),
        .dma_w_beats_i   (w_beats),
        .dma_w_last_i    (w_last),
        .dma_w_data_i,
        .dma_w_strb_i,
        .dma_b_valid_o   (b_valid[p]),
        .dma_b_error_o   (b_error[p]),
        .m_awvalid_o     (m_awvalid_o[p]),
        .m_awready_i     (m_awready_i[p]),
        .m_awid_o        (m_awid_o[p*MemIdW+:MemIdW]),
        .m_awaddr_o      (m_awaddr_o[p*AddrBits+:AddrBits]),
        .m_awlen_o       (m_awlen_o[p*8+:8]),
        .m_wvalid_o      (m_wvalid_o[p]),
        .m_wready_i      (m_wready_i[p]),
        .m_wdata_o       (m_wdata_o[p*LineBits+:LineBits]),
        .m_wstrb_o       (m_wstrb_o[p*LineBytes+:LineBytes]),
        .m_wlast_o       (m_wlast_o[p]),
        .m_bvalid_i      (m_bvalid_i[p]),
        .m_bready_o      (m_bready_o[p]),
        .m_bid_i         (m_bid_i[p*MemIdW+:MemIdW]),
        .m_bresp_i       (m_bresp_i[p*2+:2]),
        .m_arvalid_o     (m_arvalid_o[p]),
        .m_arready_i     (m_arready_i[p]),
        .m_arid_o        (m_arid_o[p*MemIdW+:MemIdW]),
        .m_araddr_o      (m_araddr_o[p*AddrBits+:AddrBits]),
        .m_arlen_o       (m_arlen_o[p*8+:8]),
        .m_rvalid_i      (m_rvalid_i[p]),
        .m_rready_o      (m_rready_o[p]),
        .m_rid_i         (m_rid_i[p*MemIdW+:MemIdW]),
        .m_rdata_i       (m_rdata_i[p*LineBits+:LineBits]),
        .m_rresp_i       (m_rresp_i[p*2+:2])
    );
  end

  if (NumPorts == 1) begin : gen_one
    assign {ar_valid, ar_line, ar_beats} = {dma_ar_valid_i, dma_ar_line_i, dma_ar_beats_i};
    assign {w_valid, w_line, w_beats, w_last} = {dma_w_valid_i, dma_w_line_i, dma_w_beats_i, dma_w_last_i};
    assign {dma_ar_ready_o, dma_r_valid_o, dma_r_error_o} = {ar_ready, r_valid, r_error};
    assign {dma_w_ready_o, dma_b_valid_o, dma_b_error_o} = {w_ready, b_valid, b_error};
    assign dma_r_data_o = m_rdata_i;
    assign spread_busy = 1'b0;
  end else begin : gen_several
    assign {ar_beats, w_beats, w_last} = {BeatsW'(1), BeatsW'(1), 1'b1};
    dma_spread #(
        .NumPorts   (NumPorts),
        .LineBits   (LineBits),
        .LineW      (LineW),
        .StripeLines(StripeLines),
        .BeatsW     (BeatsW)
    ) u_dma (
        .clk_i,
        .rst_i,
        .busy_o         (spread_busy),
        .ar_valid_i     (dma_ar_valid_i),
        .ar_ready_o     (dma_ar_ready_o),
        .ar_line_i      (dma_ar_line_i),
        .ar_beats_i     (dma_ar_beats_i),
        .r_valid_o      (dma_r_valid_o),
        .r_error_o      (dma_r_error_o),
        .r_data_o       (dma_r_data_o),
        .w_valid_i      (dma_w_valid_i),
        .w_ready_o      (dma_w_ready_o),
        .w_line_i       (dma_w_line_i),
        .w_beats_i      (dma_w_beats_i),
        .w_last_i       (dma_w_last_i),
        .b_valid_o      (dma_b_valid_o),
        .b_error_o      (dma_b_error_o),
        .port_ar_valid_o(ar_valid),
        .port_ar_ready_i(ar_ready),
        .port_ar_line_o (ar_line),
        .port_r_valid_i (r_valid),
        .port_r_error_i (r_error),
        .port_r_data_i  (m_rdata_i),
        .port_w_valid_o (w_valid),
        .port_w_ready_i (w_ready),
        .port_w_line_o  (w_line),
        .port_b_valid_i (b_valid),
        .port_b_error_i (b_error)
    );
  end
endmodule
