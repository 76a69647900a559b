// SPDX-License-Identifier: Apache-2.0
// The shell of every board: registers, command ring, DMA, kernel launch, device-memory interconnect.
// Ports: docs/rtl-interfaces.md section 6. Every output is a register, a constant, or (readies of the kernel
// regions, quiet hints) combinational from registers; none depends combinationally on an input.
module weft_shell #(
    parameter int unsigned HostBits   = 512,
    parameter int unsigned LineBits   = 512,
    parameter int unsigned AddrBits   = 32,
    parameter int unsigned NumRegions = 1,    // kernel regions
    parameter int unsigned AtomicSlots = 64,  // words that atomics have in flight, at most 64
    localparam int unsigned HostIdW   = 4,
    localparam int unsigned KernelIdW = weft_abi_pkg::AXI_ID_BITS,
    localparam int unsigned MemIdW    = 2 + (NumRegions > 1 ? $clog2(NumRegions) : 0) + KernelIdW
) (
    input  logic                  clk_i,
    input  logic                  control_clk_i,  // clk_i, but edges may be left out: see control_quiet_o
    input  logic                  atomics_clk_i,  // likewise, atomics_quiet_o
    input  logic                  rst_i,
    input  logic [63:0]           time_i,
    output logic                  irq_o,
    output logic                  quiet_o,
    output logic                  control_quiet_o,
    output logic                  atomics_quiet_o,
    // Registers, AXI4-Lite.
    input  logic                  s_axil_awvalid_i,
    output logic                  s_axil_awready_o,
    input  logic [11:0]           s_axil_awaddr_i,
    input  logic                  s_axil_wvalid_i,
    output logic                  s_axil_wready_o,
    input  logic [31:0]           s_axil_wdata_i,
    input  logic [3:0]            s_axil_wstrb_i,
    output logic                  s_axil_bvalid_o,
    input  logic                  s_axil_bready_i,
    output logic [1:0]            s_axil_bresp_o,
    input  logic                  s_axil_arvalid_i,
    output logic                  s_axil_arready_o,
    input  logic [11:0]           s_axil_araddr_i,
    output logic                  s_axil_rvalid_o,
    input  logic                  s_axil_rready_i,
    output logic [31:0]           s_axil_rdata_o,
    output logic [1:0]            s_axil_rresp_o,
    // Host memory, AXI4.
    output logic                  m_host_awvalid_o,
    input  logic                  m_host_awready_i,
    output logic [HostIdW-1:0]    m_host_awid_o,
    output logic [63:0]           m_host_awaddr_o,
    output logic [7:0]            m_host_awlen_o,
    output logic [2:0]            m_host_awsize_o,
    output logic [1:0]            m_host_awburst_o,
    output logic                  m_host_wvalid_o,
    input  logic                  m_host_wready_i,
    output logic [HostBits-1:0]   m_host_wdata_o,
    output logic [HostBits/8-1:0] m_host_wstrb_o,
    output logic                  m_host_wlast_o,
    input  logic                  m_host_bvalid_i,
    output logic                  m_host_bready_o,
    input  logic [HostIdW-1:0]    m_host_bid_i,
    input  logic [1:0]            m_host_bresp_i,
    output logic                  m_host_arvalid_o,
    input  logic                  m_host_arready_i,
    output logic [HostIdW-1:0]    m_host_arid_o,
    output logic [63:0]           m_host_araddr_o,
    output logic [7:0]            m_host_arlen_o,
    output logic [2:0]            m_host_arsize_o,
    output logic [1:0]            m_host_arburst_o,
    input  logic                  m_host_rvalid_i,
    output logic                  m_host_rready_o,
    input  logic [HostIdW-1:0]    m_host_rid_i,
    input  logic [HostBits-1:0]   m_host_rdata_i,
    input  logic [1:0]            m_host_rresp_i,
    input  logic                  m_host_rlast_i,
    // Device memory, AXI4.
    output logic                  m_mem_awvalid_o,
    input  logic                  m_mem_awready_i,
    output logic [MemIdW-1:0]     m_mem_awid_o,
    output logic [AddrBits-1:0]   m_mem_awaddr_o,
    output logic [7:0]            m_mem_awlen_o,
    output logic [2:0]            m_mem_awsize_o,
    output logic [1:0]            m_mem_awburst_o,
    output logic                  m_mem_wvalid_o,
    input  logic                  m_mem_wready_i,
    output logic [LineBits-1:0]   m_mem_wdata_o,
    output logic [LineBits/8-1:0] m_mem_wstrb_o,
    output logic                  m_mem_wlast_o,
    input  logic                  m_mem_bvalid_i,
    output logic                  m_mem_bready_o,
    input  logic [MemIdW-1:0]     m_mem_bid_i,
    input  logic [1:0]            m_mem_bresp_i,
    output logic                  m_mem_arvalid_o,
    input  logic                  m_mem_arready_i,
    output logic [MemIdW-1:0]     m_mem_arid_o,
    output logic [AddrBits-1:0]   m_mem_araddr_o,
    output logic [7:0]            m_mem_arlen_o,
    output logic [2:0]            m_mem_arsize_o,
    output logic [1:0]            m_mem_arburst_o,
    input  logic                  m_mem_rvalid_i,
    output logic                  m_mem_rready_o,
    input  logic [MemIdW-1:0]     m_mem_rid_i,
    input  logic [LineBits-1:0]   m_mem_rdata_i,
    input  logic [1:0]            m_mem_rresp_i,
    input  logic                  m_mem_rlast_i,
    // Kernel regions, flattened; R and B share their payload.
    output logic [NumRegions-1:0] kernel_rst_o,
    output logic [NumRegions-1:0] k_cfg_valid_o,
    output logic [NumRegions*weft_abi_pkg::CFG_ADDR_BITS-1:0] k_cfg_addr_o,
    output logic [NumRegions*weft_abi_pkg::CFG_WORD_BITS-1:0] k_cfg_data_o,
    output logic [NumRegions-1:0] k_start_o,
    output logic [NumRegions-1:0] k_watch_o,
    output logic [NumRegions*64-1:0] k_deadline_o,
    input  logic [NumRegions-1:0] k_done_i,
    input  logic [NumRegions-1:0] k_fault_valid_i,
    input  logic [NumRegions*8-1:0] k_fault_code_i,
    input  logic [NumRegions*weft_abi_pkg::SITE_BITS-1:0] k_fault_site_i,
    input  logic [NumRegions*64-1:0] k_fault_addr_i,
    input  logic [NumRegions-1:0] k_axi_awvalid_i,
    output logic [NumRegions-1:0] k_axi_awready_o,
    input  logic [NumRegions*KernelIdW-1:0] k_axi_awid_i,
    input  logic [NumRegions*AddrBits-1:0] k_axi_awaddr_i,
    input  logic [NumRegions*8-1:0] k_axi_awlen_i,
    input  logic [NumRegions*weft_abi_pkg::ATOP_BITS-1:0] k_axi_awatop_i,
    input  logic [NumRegions-1:0] k_axi_wvalid_i,
    output logic [NumRegions-1:0] k_axi_wready_o,
    input  logic [NumRegions*LineBits-1:0] k_axi_wdata_i,
    input  logic [NumRegions*LineBits/8-1:0] k_axi_wstrb_i,
    input  logic [NumRegions-1:0] k_axi_wlast_i,
    output logic [NumRegions-1:0] k_axi_bvalid_o,
    input  logic [NumRegions-1:0] k_axi_bready_i,
    output logic [KernelIdW-1:0]  k_axi_bid_o,
    output logic [1:0]            k_axi_bresp_o,
    input  logic [NumRegions-1:0] k_axi_arvalid_i,
    output logic [NumRegions-1:0] k_axi_arready_o,
    input  logic [NumRegions*KernelIdW-1:0] k_axi_arid_i,
    input  logic [NumRegions*AddrBits-1:0] k_axi_araddr_i,
    input  logic [NumRegions*8-1:0] k_axi_arlen_i,
    output logic [NumRegions-1:0] k_axi_rvalid_o,
    input  logic [NumRegions-1:0] k_axi_rready_i,
    output logic [KernelIdW-1:0]  k_axi_rid_o,
    output logic [LineBits-1:0]   k_axi_rdata_o,
    output logic [1:0]            k_axi_rresp_o,
    output logic                  k_axi_rlast_o
);
  localparam int unsigned LineBytes = LineBits / 8, OffsetW = $clog2(LineBytes), MemLineW = AddrBits - OffsetW;
  localparam int unsigned BeatsW = $clog2(shell_pkg::MAX_BEATS) + 1;

  if (HostBits != LineBits || LineBits < 128 || LineBits > 1024 || (LineBits & (LineBits - 1)) != 0) begin : gen_check
    $fatal(1, "weft_shell: host and memory port must have one width, a power of two from 128 to 1024 bits");
  end

  if (NumRegions < 1 || NumRegions > weft_abi_pkg::MAX_REGIONS) begin : gen_check_regions
    $fatal(1, "weft_shell: NumRegions must be 1 to weft_abi_pkg::MAX_REGIONS");
  end

  // Constants of every request: whole lines, incrementing.
  assign {m_host_awsize_o, m_host_arsize_o, m_mem_awsize_o, m_mem_arsize_o} = {4{3'(OffsetW)}};
  assign {m_host_awburst_o, m_host_arburst_o, m_mem_awburst_o, m_mem_arburst_o} = {4{2'b01}};
  assign {m_host_rready_o, m_host_bready_o} = '1;  // room for read data is reserved, write responses are only counted
  assign k_axi_rlast_o = 1'b1;  // kernel requests and responses are single lines
  // IDs and lengths that nothing here depends on; the upper bits of addresses within a line; regions that there are not.
  logic [3:0] stop;  // a bit for each region that a shell can have
  logic unused_inputs;
  assign unused_inputs = ^{m_host_bid_i, m_host_rid_i, m_host_rlast_i, m_mem_rlast_i, k_axi_awlen_i, k_axi_wlast_i, k_axi_araddr_i,
                           k_axi_arlen_i, stop};

  // ---- Registers.
  logic registers_busy, enable, executing, ring_error, irq_set;
  logic [63:0] ring_base;
  logic [4:0]  ring_log2;
  logic [31:0] ring_head, ring_tail;
  shell_registers u_registers (
      .clk_i       (control_clk_i),
      .rst_i,
      .time_i,
      .busy_o      (registers_busy),
      .irq_o,
      .enable_o    (enable),
      .ring_base_o (ring_base),
      .ring_log2_o (ring_log2),
      .ring_head_o (ring_head),
      .abort_o     (stop),
      .ring_tail_i (ring_tail),
      .executing_i (executing),
      .ring_error_i(ring_error),
      .irq_set_i   (irq_set),
      .awvalid_i   (s_axil_awvalid_i),
      .awready_o   (s_axil_awready_o),
      .awaddr_i    (s_axil_awaddr_i),
      .wvalid_i    (s_axil_wvalid_i),
      .wready_o    (s_axil_wready_o),
      .wdata_i     (s_axil_wdata_i),
      .wstrb_i     (s_axil_wstrb_i),
      .bvalid_o    (s_axil_bvalid_o),
      .bready_i    (s_axil_bready_i),
      .bresp_o     (s_axil_bresp_o),
      .arvalid_i   (s_axil_arvalid_i),
      .arready_o   (s_axil_arready_o),
      .araddr_i    (s_axil_araddr_i),
      .rvalid_o    (s_axil_rvalid_o),
      .rready_i    (s_axil_rready_i),
      .rdata_o     (s_axil_rdata_o),
      .rresp_o     (s_axil_rresp_o)
  );

  // ---- Commands.
  logic resting, dma_start, dma_busy, dma_done, dma_host_error, dma_mem_error;
  logic stream_valid, stream_ready, launch_run, launch_abort;
  logic [NumRegions-1:0] launch_begin, launch_stream_ready, launch_loaded, launch_resting, finished, fault_valid, kernel_error,
                         bus_error, aborted, isolate, axi_idle;
  logic [1:0]  dma_from, dma_to;
  logic [63:0] launch_limit, dma_src, dma_dst, dma_width, dma_src_row_pitch, dma_src_slice_pitch, dma_dst_row_pitch, dma_dst_slice_pitch;
  logic [31:0] dma_rows, dma_slices;
  logic [weft_abi_pkg::FILL_PATTERN_BYTES*8-1:0] pattern;
  logic [HostBits-1:0] w_data;
  logic [weft_abi_pkg::CFG_ADDR_BITS:0] launch_words;
  logic [NumRegions*64-1:0] launch_end, run_cycles, fault_addr;
  logic [NumRegions*8-1:0]  fault_code;
  logic [NumRegions*weft_abi_pkg::SITE_BITS-1:0] fault_site;
  command_executor #(
      .Bits      (HostBits),
      .AddrBits  (AddrBits),
      .NumRegions(NumRegions)
  ) u_executor (
      .clk_i                (control_clk_i),
      .rst_i,
      .time_i,
      .resting_o            (resting),
      .enable_i             (enable),
      .ring_base_i          (ring_base),
      .ring_log2_i          (ring_log2),
      .ring_head_i          (ring_head),
      .ring_tail_o          (ring_tail),
      .executing_o          (executing),
      .ring_error_o         (ring_error),
      .irq_set_o            (irq_set),
      .dma_start_o          (dma_start),
      .dma_from_o           (dma_from),
      .dma_to_o             (dma_to),
      .dma_src_o            (dma_src),
      .dma_dst_o            (dma_dst),
      .dma_width_o          (dma_width),
      .dma_rows_o           (dma_rows),
      .dma_slices_o         (dma_slices),
      .dma_src_row_pitch_o  (dma_src_row_pitch),
      .dma_src_slice_pitch_o(dma_src_slice_pitch),
      .dma_dst_row_pitch_o  (dma_dst_row_pitch),
      .dma_dst_slice_pitch_o(dma_dst_slice_pitch),
      .pattern_o            (pattern),
      .dma_done_i           (dma_done),
      .dma_host_error_i     (dma_host_error),
      .dma_mem_error_i      (dma_mem_error),
      .stream_valid_i       (stream_valid),
      .stream_ready_o       (stream_ready),
      .stream_data_i        (w_data),
      .launch_begin_o       (launch_begin),
      .launch_words_o       (launch_words),
      .launch_limit_o       (launch_limit),
      .launch_run_o         (launch_run),
      .launch_abort_o       (launch_abort),
      .launch_stream_ready_i(launch_stream_ready != '0),
      .launch_loaded_i      (launch_loaded != '0),
      .launch_resting_i     (&launch_resting),
      .finished_i           (finished),
      .end_i                (launch_end),
      .run_cycles_i         (run_cycles),
      .fault_valid_i        (fault_valid),
      .fault_code_i         (fault_code),
      .fault_site_i         (fault_site),
      .fault_addr_i         (fault_addr),
      .bus_error_i          (bus_error),
      .aborted_i            (aborted)
  );
  localparam int unsigned CfgAddrBits = weft_abi_pkg::CFG_ADDR_BITS, CfgWordBits = weft_abi_pkg::CFG_WORD_BITS, SiteBits = weft_abi_pkg::SITE_BITS;
  for (genvar r = 0; r < NumRegions; r++) begin : gen_region
    launch_control #(
        .Bits(HostBits)
    ) u_launch (
        .clk_i          (control_clk_i),
        .rst_i,
        .time_i,
        .begin_i        (launch_begin[r]),
        .words_i        (launch_words),
        .limit_i        (launch_limit),
        .stop_i         (stop[r]),
        .deadline_o     (k_deadline_o[r*64+:64]),
        .stream_valid_i (stream_valid),
        .stream_ready_o (launch_stream_ready[r]),
        .stream_data_i  (w_data),
        .loaded_o       (launch_loaded[r]),
        .run_i          (launch_run),
        .abort_i        (launch_abort),
        .resting_o      (launch_resting[r]),
        .finished_o     (finished[r]),
        .end_o          (launch_end[r*64+:64]),
        .run_cycles_o   (run_cycles[r*64+:64]),
        .fault_valid_o  (fault_valid[r]),
        .fault_code_o   (fault_code[r*8+:8]),
        .fault_site_o   (fault_site[r*SiteBits+:SiteBits]),
        .fault_addr_o   (fault_addr[r*64+:64]),
        .bus_error_o    (bus_error[r]),
        .aborted_o      (aborted[r]),
        .isolate_o      (isolate[r]),
        .axi_idle_i     (axi_idle[r]),
        .kernel_error_i (kernel_error[r]),
        .kernel_rst_o   (kernel_rst_o[r]),
        .k_cfg_valid_o  (k_cfg_valid_o[r]),
        .k_cfg_addr_o   (k_cfg_addr_o[r*CfgAddrBits+:CfgAddrBits]),
        .k_cfg_data_o   (k_cfg_data_o[r*CfgWordBits+:CfgWordBits]),
        .k_start_o      (k_start_o[r]),
        .k_watch_o      (k_watch_o[r]),
        .k_done_i       (k_done_i[r]),
        .k_fault_valid_i(k_fault_valid_i[r]),
        .k_fault_code_i (k_fault_code_i[r*8+:8]),
        .k_fault_site_i (k_fault_site_i[r*SiteBits+:SiteBits]),
        .k_fault_addr_i (k_fault_addr_i[r*64+:64])
    );
  end

  // ---- Data movement.
  logic mem_ar_valid, mem_ar_ready, mem_r_valid, mem_r_error, mem_b_valid, mem_b_error;
  logic mem_w_valid, mem_w_ready, w_first, w_last, memory_busy;
  logic [MemLineW-1:0]  ar_line, w_line;
  logic [BeatsW-1:0]    ar_beats, w_beats;
  logic [LineBytes-1:0] w_strb;
  dma_engine #(
      .Bits    (HostBits),
      .AddrBits(AddrBits),
      .BeatsW  (BeatsW),
      .HostIdW (HostIdW)
  ) u_dma (
      .clk_i            (control_clk_i),
      .rst_i,
      .start_i          (dma_start),
      .from_i           (dma_from),
      .to_i             (dma_to),
      .src_i            (dma_src),
      .dst_i            (dma_dst),
      .width_i          (dma_width),
      .rows_i           (dma_rows),
      .slices_i         (dma_slices),
      .src_row_pitch_i  (dma_src_row_pitch),
      .src_slice_pitch_i(dma_src_slice_pitch),
      .dst_row_pitch_i  (dma_dst_row_pitch),
      .dst_slice_pitch_i(dma_dst_slice_pitch),
      .pattern_i        (pattern),
      .busy_o           (dma_busy),
      .done_o           (dma_done),
      .host_error_o     (dma_host_error),
      .mem_error_o      (dma_mem_error),
      .mem_ar_valid_o   (mem_ar_valid),
      .mem_ar_ready_i   (mem_ar_ready),
      .ar_line_o        (ar_line),
      .ar_beats_o       (ar_beats),
      .mem_r_valid_i    (mem_r_valid),
      .mem_r_data_i     (m_mem_rdata_i),
      .mem_r_error_i    (mem_r_error),
      .mem_w_valid_o    (mem_w_valid),
      .mem_w_ready_i    (mem_w_ready),
      .stream_valid_o   (stream_valid),
      .stream_ready_i   (stream_ready),
      .w_line_o         (w_line),
      .w_first_o        (w_first),
      .w_beats_o        (w_beats),
      .w_last_o         (w_last),
      .w_data_o         (w_data),
      .w_strb_o         (w_strb),
      .mem_b_valid_i    (mem_b_valid),
      .mem_b_error_i    (mem_b_error),
      .m_host_awvalid_o,
      .m_host_awready_i,
      .m_host_awid_o,
      .m_host_awaddr_o,
      .m_host_awlen_o,
      .m_host_wvalid_o,
      .m_host_wready_i,
      .m_host_wdata_o,
      .m_host_wstrb_o,
      .m_host_wlast_o,
      .m_host_bvalid_i,
      .m_host_bresp_i,
      .m_host_arvalid_o,
      .m_host_arready_i,
      .m_host_arid_o,
      .m_host_araddr_o,
      .m_host_arlen_o,
      .m_host_rvalid_i,
      .m_host_rdata_i,
      .m_host_rresp_i
  );
  logic [NumRegions*MemLineW-1:0] k_arline;
  logic [NumRegions-1:0] awvalid, awready, wvalid, wready, arvalid, arready;
  for (genvar r = 0; r < NumRegions; r++) begin : gen_port
    assign k_arline[r*MemLineW+:MemLineW] = k_axi_araddr_i[r*AddrBits+OffsetW+:MemLineW];
    axi_isolate u_isolate (
        .clk_i,
        .rst_i,
        .isolate_i       (isolate[r]),
        .idle_o          (axi_idle[r]),
        .k_awvalid_i     (k_axi_awvalid_i[r]),
        .k_awready_o     (k_axi_awready_o[r]),
        .k_awatop_reads_i(k_axi_awatop_i[r*6+5]),
        .k_wvalid_i      (k_axi_wvalid_i[r]),
        .k_wready_o      (k_axi_wready_o[r]),
        .k_arvalid_i     (k_axi_arvalid_i[r]),
        .k_arready_o     (k_axi_arready_o[r]),
        .m_awvalid_o     (awvalid[r]),
        .m_awready_i     (awready[r]),
        .m_wvalid_o      (wvalid[r]),
        .m_wready_i      (wready[r]),
        .m_arvalid_o     (arvalid[r]),
        .m_arready_i     (arready[r]),
        .r_taken_i       (k_axi_rvalid_o[r] && k_axi_rready_i[r]),
        .b_taken_i       (k_axi_bvalid_o[r] && k_axi_bready_i[r])
    );
  end
  mem_interconnect #(
      .LineBits   (LineBits),
      .AddrBits   (AddrBits),
      .NumRegions (NumRegions),
      .KernelIdW  (KernelIdW),
      .BeatsW     (BeatsW),
      .AtomicSlots(AtomicSlots)
  ) u_memory (
      .clk_i,
      .atomics_clk_i,
      .rst_i,
      .busy_o        (memory_busy),
      .atomics_quiet_o,
      .kernel_error_o(kernel_error),
      .k_awvalid_i   (awvalid),
      .k_awready_o   (awready),
      .k_awid_i      (k_axi_awid_i),
      .k_awaddr_i    (k_axi_awaddr_i),
      .k_awatop_i    (k_axi_awatop_i),
      .k_wvalid_i    (wvalid),
      .k_wready_o    (wready),
      .k_wdata_i     (k_axi_wdata_i),
      .k_wstrb_i     (k_axi_wstrb_i),
      .k_bvalid_o    (k_axi_bvalid_o),
      .k_bready_i    (k_axi_bready_i),
      .k_bid_o       (k_axi_bid_o),
      .k_bresp_o     (k_axi_bresp_o),
      .k_arvalid_i   (arvalid),
      .k_arready_o   (arready),
      .k_arid_i      (k_axi_arid_i),
      .k_arline_i    (k_arline),
      .k_rvalid_o    (k_axi_rvalid_o),
      .k_rready_i    (k_axi_rready_i),
      .k_rid_o       (k_axi_rid_o),
      .k_rdata_o     (k_axi_rdata_o),
      .k_rresp_o     (k_axi_rresp_o),
      .dma_ar_valid_i(mem_ar_valid),
      .dma_ar_ready_o(mem_ar_ready),
      .dma_ar_line_i (ar_line),
      .dma_ar_beats_i(ar_beats),
      .dma_r_valid_o (mem_r_valid),
      .dma_r_error_o (mem_r_error),
      .dma_w_valid_i (mem_w_valid),
      .dma_w_ready_o (mem_w_ready),
      .dma_w_first_i (w_first),
      .dma_w_line_i  (w_line),
      .dma_w_beats_i (w_beats),
      .dma_w_last_i  (w_last),
      .dma_w_data_i  (w_data),
      .dma_w_strb_i  (w_strb),
      .dma_b_valid_o (mem_b_valid),
      .dma_b_error_o (mem_b_error),
      .m_awvalid_o   (m_mem_awvalid_o),
      .m_awready_i   (m_mem_awready_i),
      .m_awid_o      (m_mem_awid_o),
      .m_awaddr_o    (m_mem_awaddr_o),
      .m_awlen_o     (m_mem_awlen_o),
      .m_wvalid_o    (m_mem_wvalid_o),
      .m_wready_i    (m_mem_wready_i),
      .m_wdata_o     (m_mem_wdata_o),
      .m_wstrb_o     (m_mem_wstrb_o),
      .m_wlast_o     (m_mem_wlast_o),
      .m_bvalid_i    (m_mem_bvalid_i),
      .m_bready_o    (m_mem_bready_o),
      .m_bid_i       (m_mem_bid_i),
      .m_bresp_i     (m_mem_bresp_i),
      .m_arvalid_o   (m_mem_arvalid_o),
      .m_arready_i   (m_mem_arready_i),
      .m_arid_o      (m_mem_arid_o),
      .m_araddr_o    (m_mem_araddr_o),
      .m_arlen_o     (m_mem_arlen_o),
      .m_rvalid_i    (m_mem_rvalid_i),
      .m_rready_o    (m_mem_rready_o),
      .m_rid_i       (m_mem_rid_i),
      .m_rdata_i     (m_mem_rdata_i),
      .m_rresp_i     (m_mem_rresp_i)
  );

  // ---- Skip hints: the state of a part is at rest and no input changes it, so it is the next cycle's state too.
  logic control_input, control_rest_q;
  assign control_input = s_axil_awvalid_i || s_axil_wvalid_i || s_axil_arvalid_i || m_host_bvalid_i || m_host_rvalid_i || k_done_i != '0;
  always_ff @(posedge control_clk_i) control_rest_q <= !rst_i && resting && !registers_busy && !dma_busy && !control_input;
  assign control_quiet_o = control_rest_q && kernel_error == '0;  // launch_control notes errors
  assign quiet_o         = control_quiet_o && !memory_busy && atomics_quiet_o;
endmodule
