// SPDX-License-Identifier: Apache-2.0
// Device memory shared by the kernel regions (AXI with AWATOP, one line a request) and the DMA engine.
//
// Ordinary kernel requests go to memory with ID {00, region, id}, DMA with {01, 0}, those of axi_atomics with {10, slot}.
// `region` has no bits where there is one. Latency through it: 2 cycles for requests (1 slice, 1 output register), 1 for
// responses, whatever the number of regions. Every channel carries one line a cycle; the regions take turns, and
// reads and writes do. The memory
// below must answer requests with one ID in order and may reorder others.
// Registered: every `m_*` and `k_*` output. The payloads of R and B are shared by the regions. DMA: reads have their room
// reserved (no ready on beats), writes are beats with the address of their burst beside the first.
module mem_interconnect #(
    parameter int unsigned LineBits    = 512,
    parameter int unsigned AddrBits    = 32,
    parameter int unsigned NumRegions  = 1,
    parameter int unsigned KernelIdW   = weft_abi_pkg::AXI_ID_BITS,
    parameter int unsigned BeatsW      = 7,
    parameter int unsigned AtomicSlots = 32,  // 0: atomics are refused
    parameter int unsigned AtomicQueue = 64,
    parameter int unsigned AtomicBits  = 32,  // the widest operand: 32 or 64
    parameter int unsigned Backlog     = 0,  // of read_write_turns
    localparam int unsigned LineBytes  = LineBits / 8,
    localparam int unsigned OffsetW    = $clog2(LineBytes),
    localparam int unsigned LineW      = AddrBits - OffsetW,
    localparam int unsigned RegionW    = NumRegions > 1 ? $clog2(NumRegions) : 0,
    localparam int unsigned IdW        = RegionW + KernelIdW,
    localparam int unsigned MemIdW     = 2 + IdW
) (
    input  logic                 clk_i,
    input  logic                 atomics_clk_i,   // clk_i; its edge may be left out while atomics_quiet_o
    input  logic                 rst_i,
    output logic                 busy_o,          // something is held here (not: outstanding in memory, but for atomics)
    output logic                 atomics_quiet_o,  // the edge of atomics_clk_i would change nothing
    output logic [NumRegions-1:0] kernel_error_o,  // pulse: an access of that region was answered with an error
    input  logic [NumRegions-1:0] isolate_i,       // closes the port of a region (kernel_requests)
    output logic [NumRegions-1:0] axi_idle_o,      // every request of the region was answered
    // Kernel regions.
    input  logic [NumRegions-1:0] k_rst_i,         // of the region: requests that wait here are dropped
    input  logic [NumRegions-1:0] k_awvalid_i,
    output logic [NumRegions-1:0] k_awready_o,
    input  logic [NumRegions*KernelIdW-1:0] k_awid_i,
    input  logic [NumRegions*AddrBits-1:0] k_awaddr_i,
    input  logic [NumRegions*6-1:0] k_awatop_i,
    input  logic [NumRegions-1:0] k_wvalid_i,
    output logic [NumRegions-1:0] k_wready_o,
    input  logic [NumRegions*LineBits-1:0] k_wdata_i,
    input  logic [NumRegions*LineBytes-1:0] k_wstrb_i,
    output logic [NumRegions-1:0] k_bvalid_o,
    input  logic [NumRegions-1:0] k_bready_i,
    output logic [KernelIdW-1:0] k_bid_o,
    output logic [1:0]           k_bresp_o,
    input  logic [NumRegions-1:0] k_arvalid_i,
    output logic [NumRegions-1:0] k_arready_o,
    input  logic [NumRegions*KernelIdW-1:0] k_arid_i,
    input  logic [NumRegions*LineW-1:0] k_arline_i,
    output logic [NumRegions-1:0] k_rvalid_o,
    input  logic [NumRegions-1:0] k_rready_i,
    output logic [KernelIdW-1:0] k_rid_o,
    output logic [LineBits-1:0]  k_rdata_o,
    output logic [1:0]           k_rresp_o,
    // DMA.
    input  logic                 dma_ar_valid_i,
    output logic                 dma_ar_ready_o,
    input  logic [LineW-1:0]     dma_ar_line_i,
    input  logic [BeatsW-1:0]    dma_ar_beats_i,
    output logic                 dma_r_valid_o,   // data: m_rdata_i
    output logic                 dma_r_error_o,
    input  logic                 dma_w_valid_i,
    output logic                 dma_w_ready_o,
    input  logic [LineW-1:0]     dma_w_line_i,
    input  logic [BeatsW-1:0]    dma_w_beats_i,
    input  logic                 dma_w_last_i,
    input  logic [LineBits-1:0]  dma_w_data_i,
    input  logic [LineBytes-1:0] dma_w_strb_i,
    output logic                 dma_b_valid_o,
    output logic                 dma_b_error_o,
    // Memory.
    output logic                 m_awvalid_o,
    input  logic                 m_awready_i,
    output logic [MemIdW-1:0]    m_awid_o,
    output logic [AddrBits-1:0]  m_awaddr_o,
    output logic [7:0]           m_awlen_o,
    output logic                 m_wvalid_o,
    input  logic                 m_wready_i,
    output logic [LineBits-1:0]  m_wdata_o,
    output logic [LineBytes-1:0] m_wstrb_o,
    output logic                 m_wlast_o,
    input  logic                 m_bvalid_i,
    output logic                 m_bready_o,
    input  logic [MemIdW-1:0]    m_bid_i,
    input  logic [1:0]           m_bresp_i,
    output logic                 m_arvalid_o,
    input  logic                 m_arready_i,
    output logic [MemIdW-1:0]    m_arid_o,
    output logic [AddrBits-1:0]  m_araddr_o,
    output logic [7:0]           m_arlen_o,
    input  logic                 m_rvalid_i,
    output logic                 m_rready_o,
    input  logic [MemIdW-1:0]    m_rid_i,
    input  logic [LineBits-1:0]  m_rdata_i,
    input  logic [1:0]           m_rresp_i
);
  localparam int unsigned SlotW = AtomicSlots > 1 ? $clog2(AtomicSlots) : 1;
  localparam int unsigned PairW = $clog2(2 * AtomicBits / 8);
  localparam logic [1:0] FromKernel = 2'b00;
  localparam logic [1:0] FromDma = 2'b01;
  localparam logic [1:0] FromAtomics = 2'b10;

  // ---- Kernel requests, registered at the boundary and merged. An address and its data are handled together.
  logic                           requests_busy, wr_valid, ar_valid, ar_ready, pair_take, pair_is_atomic;
  logic [NumRegions-1:0]          wr_grant;
  logic [IdW-1:0]                 aw_id, ar_id;
  logic [AddrBits-1:0]            aw_addr;
  logic [5:0]                     aw_atop;
  logic [NumRegions*LineBits-1:0] w_data;  // of each region
  logic [LineBytes-1:0]           w_strb;
  logic [LineW-1:0]               ar_line;
  kernel_requests #(
      .LineBits  (LineBits),
      .AddrBits  (AddrBits),
      .NumRegions(NumRegions),
      .KernelIdW (KernelIdW)
  ) u_requests (
      .clk_i,
      .rst_i,
      .busy_o    (requests_busy),
      .isolate_i,
      .idle_o    (axi_idle_o),
      .r_taken_i (k_rvalid_o & k_rready_i),
      .b_taken_i (k_bvalid_o & k_bready_i),
      .k_rst_i,
      .k_awvalid_i,
      .k_awready_o,
      .k_awid_i,
      .k_awaddr_i,
      .k_awatop_i,
      .k_wvalid_i,
      .k_wready_o,
      .k_wdata_i,
      .k_wstrb_i,
      .k_arvalid_i,
      .k_arready_o,
      .k_arid_i,
      .k_arline_i,
      .wr_valid_o(wr_valid),
      .wr_ready_i(pair_take),
      .wr_grant_o(wr_grant),
      .wr_id_o   (aw_id),
      .wr_addr_o (aw_addr),
      .wr_atop_o (aw_atop),
      .wr_atomic_o(pair_is_atomic),
      .wr_strb_o (w_strb),
      .wr_data_o (w_data),
      .rd_valid_o(ar_valid),
      .rd_ready_i(ar_ready),
      .rd_id_o   (ar_id),
      .rd_line_o (ar_line)
  );

  // ---- Atomics leave the write path here.
  logic                 op_valid, op_ready, op_room, kernel_wr_valid, kernel_wr_ready, mux_ready;
  logic [IdW-1:0]       op_id;
  logic [5:0]           op_atop;
  logic [AddrBits-1:0]  op_addr;
  logic [OffsetW-1:0]   op_pair;
  logic [2*AtomicBits-1:0]   pair_data, op_data;
  logic [2*AtomicBits/8-1:0] pair_strb, op_strb;
  assign op_pair         = aw_addr[OffsetW-1:0] >> PairW;
  logic                 read_turn, write_turn;
  assign kernel_wr_valid = wr_valid && !pair_is_atomic;
  assign kernel_wr_ready = mux_ready && write_turn;
  assign pair_take       = wr_valid && (pair_is_atomic ? op_room : kernel_wr_ready);

  assign pair_strb = w_strb[op_pair*2*AtomicBits/8+:2*AtomicBits/8];
  always_comb begin
    pair_data = w_data[op_pair*2*AtomicBits+:2*AtomicBits];
    for (int r = 1; r < NumRegions; r++) if (wr_grant[r]) pair_data = w_data[r*LineBits+op_pair*2*AtomicBits+:2*AtomicBits];
  end
  // A slice, so that what axi_atomics waits for is not part of the regions' readies.
  stream_slice #(
      .Width(IdW + 6 + AddrBits + 2 * AtomicBits + 2 * AtomicBits / 8),
      .Paired(1'b1)
  ) u_operation (
      .clk_i,
      .rst_i,
      .in_valid_i (wr_valid && pair_is_atomic),
      .in_ready_o (op_room),
      .in_data_i  ({aw_id, aw_atop, aw_addr, pair_data, pair_strb}),
      .out_valid_o(op_valid),
      .out_ready_i(op_ready),
      .out_data_o ({op_id, op_atop, op_addr, op_data, op_strb})
  );

  logic at_busy, at_rd_valid, at_rd_ready, at_wr_next, at_wr_valid, at_wr_ready, at_r_valid, at_r_ready, at_b_valid, at_b_ready;
  logic [SlotW-1:0]     at_rd_slot, at_wr_slot;
  logic [LineW-1:0]       at_rd_line, at_wr_line;
  logic [LineBits/32-1:0] at_wr_words;
  logic [LineBits-1:0]    at_wr_data;
  logic [IdW-1:0]       at_id;
  logic [AtomicBits-1:0] at_data;
  logic [1:0]           at_resp;
  logic                 r_take, b_take;
  assign r_take = m_rvalid_i && m_rready_o;
  assign b_take = m_bvalid_i && m_bready_o;
  if (AtomicSlots == 0) begin : gen_refused
    atomics_refused u_atomics (
        .clk_i     (atomics_clk_i),
        .rst_i,
        .op_valid_i(op_valid),
        .op_ready_o(op_ready),
        .op_reads_i(op_atop[5]),
        .r_valid_o (at_r_valid),
        .r_ready_i (at_r_ready),
        .b_valid_o (at_b_valid),
        .b_ready_i (at_b_ready)
    );
    assign {at_busy, at_rd_valid, at_wr_next, at_wr_valid, at_rd_slot, at_rd_line, at_wr_slot, at_wr_line, at_wr_words, at_wr_data} = '0;
    assign {at_id, at_data, at_resp} = {op_id, AtomicBits'(0), 2'b10};
    logic unused_operation;
    assign unused_operation = ^{op_atop, op_addr, op_data, op_strb, at_rd_ready, at_wr_ready};
  end else begin : gen_atomics
    axi_atomics #(
        .AddrBits  (AddrBits),
        .LineBits  (LineBits),
        .IdW       (IdW),
        .NumSlots  (AtomicSlots),
        .QueueDepth(AtomicQueue),
        .OperandBits(AtomicBits)
    ) u_atomics (
        .clk_i         (atomics_clk_i),
        .rst_i,
        .busy_o        (at_busy),
        .op_valid_i    (op_valid),
        .op_ready_o    (op_ready),
        .op_id_i       (op_id),
        .op_atop_i     (op_atop),
        .op_addr_i     (op_addr),
        .op_data_i     (op_data),
        .op_strb_i     (op_strb),
        .rd_valid_o    (at_rd_valid),
        .rd_ready_i    (at_rd_ready),
        .rd_slot_o     (at_rd_slot),
        .rd_line_o     (at_rd_line),
        .rd_rsp_valid_i(r_take && m_rid_i[MemIdW-1-:2] == FromAtomics),
        .rd_rsp_slot_i (m_rid_i[SlotW-1:0]),
        .rd_rsp_data_i (m_rdata_i),
        .rd_rsp_resp_i (m_rresp_i),
        .wr_next_o     (at_wr_next),
        .wr_valid_o    (at_wr_valid),
        .wr_ready_i    (at_wr_ready),
        .wr_slot_o     (at_wr_slot),
        .wr_line_o     (at_wr_line),
        .wr_words_o    (at_wr_words),
        .wr_data_o     (at_wr_data),
        .wr_rsp_valid_i(b_take && m_bid_i[MemIdW-1-:2] == FromAtomics),
        .wr_rsp_slot_i (m_bid_i[SlotW-1:0]),
        .wr_rsp_resp_i (m_bresp_i),
        .r_valid_o     (at_r_valid),
        .r_ready_i     (at_r_ready),
        .b_valid_o     (at_b_valid),
        .b_ready_i     (at_b_ready),
        .rsp_id_o      (at_id),
        .rsp_data_o    (at_data),
        .rsp_resp_o    (at_resp)
    );
  end

  // Idle for two cycles before it counts: in the first slots are offered anew, in the second registers take what is offered.
  logic at_idle, at_rest_q;
  logic [1:0] at_idle_q;
  assign at_idle = !rst_i && !at_busy && !op_valid;
  always_ff @(posedge atomics_clk_i) begin
    at_idle_q <= at_idle ? {at_idle_q[0], 1'b1} : '0;
    at_rest_q <= at_idle && at_idle_q == '1;
  end
  assign atomics_quiet_o = at_rest_q && !op_valid;

  // ---- Requests to memory.
  logic write_busy;
  read_write_turns #(
      .Backlog(Backlog)
  ) u_turns (
      .clk_i,
      .rst_i,
      .read_valid_i    (ar_valid),
      .write_valid_i   (kernel_wr_valid),
      .read_turn_o     (read_turn),
      .write_turn_o    (write_turn),
      .read_taken_i    (ar_valid && ar_ready),
      .write_taken_i   (kernel_wr_valid && kernel_wr_ready),
      .read_accepted_i (m_arvalid_o && m_arready_i && m_arid_o[MemIdW-1-:2] == FromKernel),
      .write_accepted_i(m_awvalid_o && m_awready_i && m_awid_o[MemIdW-1-:2] == FromKernel),
      .read_answered_i (r_take && m_rid_i[MemIdW-1-:2] == FromKernel),
      .write_answered_i(b_take && m_bid_i[MemIdW-1-:2] == FromKernel)
  );
  mem_read_mux #(
      .LineW    (LineW),
      .OffsetW  (OffsetW),
      .MemIdW   (MemIdW),
      .KernelIdW(IdW),
      .SlotW    (SlotW),
      .BeatsW   (BeatsW)
  ) u_read_mux (
      .clk_i,
      .rst_i,
      .kernel_valid_i(ar_valid && read_turn),
      .kernel_ready_o(ar_ready),
      .kernel_id_i   (ar_id),
      .kernel_line_i (ar_line),
      .atomic_valid_i(at_rd_valid),
      .atomic_ready_o(at_rd_ready),
      .atomic_slot_i (at_rd_slot),
      .atomic_line_i (at_rd_line),
      .dma_valid_i   (dma_ar_valid_i),
      .dma_ready_o   (dma_ar_ready_o),
      .dma_line_i    (dma_ar_line_i),
      .dma_beats_i   (dma_ar_beats_i),
      .m_arvalid_o,
      .m_arready_i,
      .m_arid_o,
      .m_araddr_o,
      .m_arlen_o
  );
  mem_write_mux #(
      .LineBits  (LineBits),
      .AddrBits  (AddrBits),
      .NumRegions(NumRegions),
      .MemIdW    (MemIdW),
      .KernelIdW (IdW),
      .SlotW     (SlotW),
      .BeatsW    (BeatsW)
  ) u_write_mux (
      .clk_i,
      .rst_i,
      .busy_o        (write_busy),
      .kernel_valid_i(kernel_wr_valid && write_turn),
      .kernel_ready_o(mux_ready),
      .kernel_id_i   (aw_id),
      .kernel_line_i (aw_addr[AddrBits-1:OffsetW]),
      .kernel_grant_i(wr_grant),
      .kernel_data_i (w_data),
      .kernel_strb_i (w_strb),
      .atomic_next_i (at_wr_next),
      .atomic_valid_i(at_wr_valid),
      .atomic_ready_o(at_wr_ready),
      .atomic_slot_i (at_wr_slot),
      .atomic_line_i (at_wr_line),
      .atomic_words_i(at_wr_words),
      .atomic_data_i (at_wr_data),
      .dma_valid_i   (dma_w_valid_i),
      .dma_ready_o   (dma_w_ready_o),
      .dma_line_i    (dma_w_line_i),
      .dma_beats_i   (dma_w_beats_i),
      .dma_last_i    (dma_w_last_i),
      .dma_data_i    (dma_w_data_i),
      .dma_strb_i    (dma_w_strb_i),
      .m_awvalid_o,
      .m_awready_i,
      .m_awid_o,
      .m_awaddr_o,
      .m_awlen_o,
      .m_wvalid_o,
      .m_wready_i,
      .m_wdata_o,
      .m_wstrb_o,
      .m_wlast_o
  );

  // ---- Responses.
  assign dma_r_valid_o = r_take && m_rid_i[MemIdW-1-:2] == FromDma;
  assign dma_r_error_o = dma_r_valid_o && m_rresp_i != 2'b00;
  assign dma_b_valid_o = b_take && m_bid_i[MemIdW-1-:2] == FromDma;
  assign dma_b_error_o = dma_b_valid_o && m_bresp_i != 2'b00;
  kernel_read_return #(
      .LineBits  (LineBits),
      .NumRegions(NumRegions),
      .KernelIdW (KernelIdW),
      .AtomicBits(AtomicBits)
  ) u_read_return (
      .clk_i,
      .rst_i,
      .mem_valid_i   (m_rvalid_i && m_rid_i[MemIdW-1-:2] == FromKernel),
      .mem_ready_o   (m_rready_o),
      .mem_id_i      (m_rid_i[IdW-1:0]),
      .mem_data_i    (m_rdata_i),
      .mem_resp_i    (m_rresp_i),
      .atomic_valid_i(at_r_valid),
      .atomic_ready_o(at_r_ready),
      .atomic_id_i   (at_id | IdW'(1 << (KernelIdW - 1))),  // loads use the lower half of the IDs
      .atomic_data_i (at_data),
      .atomic_resp_i (at_resp),
      .k_rvalid_o,
      .k_rready_i,
      .k_rid_o,
      .k_rdata_o,
      .k_rresp_o
  );
  kernel_write_return #(
      .NumRegions(NumRegions),
      .KernelIdW (KernelIdW)
  ) u_write_return (
      .clk_i,
      .rst_i,
      .mem_valid_i   (m_bvalid_i && m_bid_i[MemIdW-1-:2] == FromKernel),
      .mem_ready_o   (m_bready_o),
      .mem_id_i      (m_bid_i[IdW-1:0]),
      .mem_resp_i    (m_bresp_i),
      .atomic_valid_i(at_b_valid),
      .atomic_ready_o(at_b_ready),
      .atomic_id_i   (at_id),
      .atomic_resp_i (at_resp),
      .k_bvalid_o,
      .k_bready_i,
      .k_bid_o,
      .k_bresp_o
  );

  always_ff @(posedge clk_i)
    kernel_error_o <= (k_rvalid_o & k_rready_i & {NumRegions{k_rresp_o != 2'b00}}) | (k_bvalid_o & k_bready_i & {NumRegions{k_bresp_o != 2'b00}});
  assign busy_o = requests_busy || op_valid || at_busy || write_busy || m_arvalid_o || k_rvalid_o != '0 || k_bvalid_o != '0
                || kernel_error_o != '0;
endmodule
