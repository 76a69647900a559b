// SPDX-License-Identifier: Apache-2.0
// The shell but for the way to device memory: registers, command ring, kernel launch, DMA.
// Ports: as weft_shell's, and a side of mem_interconnect. Every output is a register, or combinational from registers; none
// depends combinationally on an input. At rest (`resting_o`) an edge of the clock changes nothing until one of the inputs that are
// named with control_quiet_o (docs/rtl-interfaces.md section 6) is set, or `kernel_error_i`.
module shell_control #(
    parameter int unsigned HostBits   = 512,
    parameter int unsigned AddrBits   = 32,
    parameter int unsigned NumRegions = 1,    // kernel regions
    parameter int unsigned BeatsW     = 7,    // bits of a burst's length
    localparam int unsigned HostIdW   = 4,
    localparam int unsigned LineBytes = HostBits / 8,
    localparam int unsigned PatternLines = weft_abi_pkg::FILL_PATTERN_BYTES / LineBytes,
    localparam int unsigned PatternLineW = PatternLines > 1 ? $clog2(PatternLines) : 1,
    localparam int unsigned MemLineW  = AddrBits - $clog2(LineBytes)
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic [63:0]           time_i,
    output logic                  irq_o,
    output logic                  resting_o,
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
    input  logic                  m_host_rvalid_i,
    output logic                  m_host_rready_o,
    input  logic [HostIdW-1:0]    m_host_rid_i,
    input  logic [HostBits-1:0]   m_host_rdata_i,
    input  logic [1:0]            m_host_rresp_i,
    input  logic                  m_host_rlast_i,
    // Kernel regions, flattened.
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
    // The regions' ports to memory: closed, all answered; an access was answered with an error.
    output logic [NumRegions-1:0] isolate_o,
    input  logic [NumRegions-1:0] axi_idle_i,
    input  logic [NumRegions-1:0] kernel_error_i,
    // Device memory, for DMA: see mem_interconnect.
    output logic                  mem_ar_valid_o,
    input  logic                  mem_ar_ready_i,
    output logic [MemLineW-1:0]   mem_ar_line_o,
    output logic [BeatsW-1:0]     mem_ar_beats_o,
    input  logic                  mem_r_valid_i,
    input  logic [HostBits-1:0]   mem_r_data_i,
    input  logic                  mem_r_error_i,
    output logic                  mem_w_valid_o,
    input  logic                  mem_w_ready_i,
    output logic [MemLineW-1:0]   mem_w_line_o,
    output logic [BeatsW-1:0]     mem_w_beats_o,
    output logic                  mem_w_last_o,
    output logic [HostBits-1:0]   mem_w_data_o,
    output logic [LineBytes-1:0]  mem_w_strb_o,
    input  logic                  mem_b_valid_i,
    input  logic                  mem_b_error_i
);
  // ---- Registers.
  logic [3:0] stop;  // a bit for each region that a shell can have
  // Regions that there are not, IDs that nothing depends on.
  logic unused;
  assign unused = ^{stop, m_host_bid_i, m_host_rid_i, m_host_rlast_i};
  assign {m_host_rready_o, m_host_bready_o} = '1;  // room for read data is reserved, write responses are only counted
  logic registers_busy, enable, executing, ring_error, irq_set;
  logic [63:0] ring_base;
  logic [4:0]  ring_log2;
  logic [31:0] ring_head, ring_tail;
  shell_registers u_registers (
      .clk_i,
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
  logic executor_resting, dma_start, dma_busy, dma_done, dma_host_error, dma_mem_error;
  logic stream_valid, stream_ready, launch_run, launch_abort;
  logic [NumRegions-1:0] launch_begin, launch_stream_ready, launch_loaded, launch_resting, finished, fault_valid, bus_error, aborted;
  logic [1:0]  dma_from, dma_to;
  logic [63:0] launch_limit, dma_src, dma_dst, dma_src_row_pitch, dma_src_slice_pitch, dma_dst_row_pitch, dma_dst_slice_pitch;
  logic [31:0] dma_rows, dma_slices;
  logic [AddrBits:0] dma_width;
  logic pattern_write;
  logic [PatternLineW-1:0] pattern_line;
  logic [HostBits-1:0] pattern_data;
  logic [weft_abi_pkg::CFG_ADDR_BITS:0] launch_words;
  logic [NumRegions*64-1:0] launch_end, run_cycles, fault_addr;
  logic [NumRegions*8-1:0]  fault_code;
  logic [NumRegions*weft_abi_pkg::SITE_BITS-1:0] fault_site;
  command_executor #(
      .Bits      (HostBits),
      .AddrBits  (AddrBits),
      .NumRegions(NumRegions)
  ) u_executor (
      .clk_i,
      .rst_i,
      .time_i,
      .resting_o            (executor_resting),
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
      .pattern_write_o      (pattern_write),
      .pattern_line_o       (pattern_line),
      .pattern_data_o       (pattern_data),
      .dma_done_i           (dma_done),
      .dma_host_error_i     (dma_host_error),
      .dma_mem_error_i      (dma_mem_error),
      .stream_valid_i       (stream_valid),
      .stream_ready_o       (stream_ready),
      .stream_data_i        (mem_w_data_o),
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
        .clk_i,
        .rst_i,
        .time_i,
        .begin_i        (launch_begin[r]),
        .words_i        (launch_words),
        .limit_i        (launch_limit),
        .stop_i         (stop[r]),
        .deadline_o     (k_deadline_o[r*64+:64]),
        .stream_valid_i (stream_valid),
        .stream_ready_o (launch_stream_ready[r]),
        .stream_data_i  (mem_w_data_o),
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
        .isolate_o      (isolate_o[r]),
        .axi_idle_i     (axi_idle_i[r]),
        .kernel_error_i (kernel_error_i[r]),
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
  dma_engine #(
      .Bits    (HostBits),
      .AddrBits(AddrBits),
      .BeatsW  (BeatsW),
      .HostIdW (HostIdW)
  ) u_dma (
      .clk_i,
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
      .pattern_write_i  (pattern_write),
      .pattern_line_i   (pattern_line),
      .pattern_data_i   (pattern_data),
      .busy_o           (dma_busy),
      .done_o           (dma_done),
      .host_error_o     (dma_host_error),
      .mem_error_o      (dma_mem_error),
      .mem_ar_valid_o   (mem_ar_valid_o),
      .mem_ar_ready_i   (mem_ar_ready_i),
      .ar_line_o        (mem_ar_line_o),
      .ar_beats_o       (mem_ar_beats_o),
      .mem_r_valid_i    (mem_r_valid_i),
      .mem_r_data_i     (mem_r_data_i),
      .mem_r_error_i    (mem_r_error_i),
      .mem_w_valid_o    (mem_w_valid_o),
      .mem_w_ready_i    (mem_w_ready_i),
      .stream_valid_o   (stream_valid),
      .stream_ready_i   (stream_ready),
      .w_line_o         (mem_w_line_o),
      .w_beats_o        (mem_w_beats_o),
      .w_last_o         (mem_w_last_o),
      .w_data_o         (mem_w_data_o),
      .w_strb_o         (mem_w_strb_o),
      .mem_b_valid_i    (mem_b_valid_i),
      .mem_b_error_i    (mem_b_error_i),
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

  // ---- At rest: the state is the next cycle's state too, and no input changes it.
  logic any_input;
  assign any_input = s_axil_awvalid_i || s_axil_wvalid_i || s_axil_arvalid_i || m_host_bvalid_i || m_host_rvalid_i || k_done_i != '0;
  always_ff @(posedge clk_i) resting_o <= !rst_i && executor_resting && !registers_busy && !dma_busy && !any_input;
endmodule
