// SPDX-License-Identifier: Apache-2.0
// Device-memory writes: kernel stores (single lines), atomics (a word or two of a line) and DMA (bursts), round robin per burst.
//
// `kernel_data_i` holds a line of each kernel region, `kernel_grant_i` (one-hot) says which counts.
// A source presents a beat together with the address of its burst (used with its first beat). Latency 1; one beat a cycle
// sustained. Registered: the AXI outputs. A source's ready depends on the others' valids and `m_wready_i` (within the shell).
module mem_write_mux #(
    parameter int unsigned LineBits  = 512,
    parameter int unsigned AddrBits  = 32,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned MemIdW    = 10,
    parameter int unsigned KernelIdW = 8,
    parameter int unsigned SlotW     = 4,
    parameter int unsigned AtomicBits = 32,
    parameter int unsigned BeatsW    = 7,
    localparam int unsigned LineBytes = LineBits / 8,
    localparam int unsigned LineW    = AddrBits - $clog2(LineBytes),
    localparam int unsigned CellW    = AddrBits - $clog2(AtomicBits / 8)
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    output logic                 busy_o,
    input  logic                 kernel_valid_i,
    output logic                 kernel_ready_o,
    input  logic [KernelIdW-1:0] kernel_id_i,
    input  logic [LineW-1:0]     kernel_line_i,
    input  logic [NumRegions-1:0] kernel_grant_i,
    input  logic [NumRegions*LineBits-1:0] kernel_data_i,
    input  logic [LineBytes-1:0] kernel_strb_i,
    input  logic                 atomic_valid_i,
    output logic                 atomic_ready_o,
    input  logic [SlotW-1:0]     atomic_slot_i,
    input  logic [CellW-1:0]     atomic_cell_i,   // of AtomicBits
    input  logic [AtomicBits/32-1:0] atomic_words_i,  // which of its words
    input  logic [AtomicBits-1:0] atomic_data_i,
    input  logic                 dma_valid_i,
    output logic                 dma_ready_o,
    input  logic                 dma_first_i,
    input  logic [LineW-1:0]     dma_line_i,
    input  logic [BeatsW-1:0]    dma_beats_i,
    input  logic                 dma_last_i,
    input  logic [LineBits-1:0]  dma_data_i,
    input  logic [LineBytes-1:0] dma_strb_i,
    output logic                 m_awvalid_o,
    input  logic                 m_awready_i,
    output logic [MemIdW-1:0]    m_awid_o,
    output logic [AddrBits-1:0]  m_awaddr_o,
    output logic [7:0]           m_awlen_o,
    output logic                 m_wvalid_o,
    input  logic                 m_wready_i,
    output logic [LineBits-1:0]  m_wdata_o,
    output logic [LineBytes-1:0] m_wstrb_o,
    output logic                 m_wlast_o
);
  localparam int unsigned OffsetW = AddrBits - LineW;
  localparam int unsigned LaneW   = CellW - LineW;  // which cell of a line
  localparam int unsigned CellBytesW = OffsetW - LaneW;

  logic in_burst_q;  // DMA's burst has begun and not ended
  logic aw_ready, can_take, taken;
  logic [2:0] grant;
  arbiter_rr #(
      .N      (3),
      .Restart(1'b1)
  ) u_arbiter (
      .clk_i,
      .rst_i,
      .request_i({dma_valid_i, (atomic_valid_i && !in_burst_q), (kernel_valid_i && !in_burst_q)}),
      .grant_o  (grant),
      .served_i (grant & {3{can_take}})
  );
  assign can_take       = aw_ready && (!m_wvalid_o || m_wready_i);
  assign taken          = can_take && grant != '0;
  assign kernel_ready_o = can_take && grant[0];
  assign atomic_ready_o = can_take && grant[1];
  assign dma_ready_o    = can_take && grant[2];
  assign busy_o         = m_awvalid_o || m_wvalid_o;

  logic [MemIdW-1:0] id;
  logic [LineW-1:0]  line;
  logic [7:0]        len;
  always_comb begin
    id   = {2'b00, kernel_id_i};
    line = kernel_line_i;
    len  = '0;
    if (grant[1]) begin
      id   = {2'b10, KernelIdW'(atomic_slot_i)};
      line = atomic_cell_i[CellW-1-:LineW];
    end else if (grant[2]) begin
      id   = {2'b01, KernelIdW'(0)};
      line = dma_line_i;
      len  = 8'(dma_beats_i - 1'b1);
    end
  end
  logic [AtomicBits/8-1:0] atomic_strb;
  for (genvar w = 0; w < AtomicBits / 32; w++) begin : gen_strb
    assign atomic_strb[w*4+:4] = {4{atomic_words_i[w]}};
  end
  logic [LineW-1:0] out_line;
  logic unused_data;
  axi_slice #(
      .MetaW(MemIdW + LineW + 8),
      .DataW(1)
  ) u_aw (
      .clk_i,
      .rst_i,
      .in_valid_i (taken && (!grant[2] || dma_first_i)),
      .in_ready_o (aw_ready),
      .in_meta_i  ({id, line, len}),
      .in_data_i  (1'b0),
      .out_valid_o(m_awvalid_o),
      .out_ready_i(m_awready_i),
      .out_meta_o ({m_awid_o, out_line, m_awlen_o}),
      .out_data_o (unused_data)
  );
  assign m_awaddr_o = {out_line, OffsetW'(0)};

  always_ff @(posedge clk_i) begin
    if (!m_wvalid_o || m_wready_i) m_wvalid_o <= taken;
    if (taken) begin
      if (grant[0]) begin
        m_wdata_o <= kernel_data_i[LineBits-1:0];
        for (int r = 1; r < NumRegions; r++) if (kernel_grant_i[r]) m_wdata_o <= kernel_data_i[r*LineBits+:LineBits];
        m_wstrb_o <= kernel_strb_i;
      end else if (grant[1]) begin
        m_wdata_o <= {LineBits / AtomicBits{atomic_data_i}};
        m_wstrb_o <= LineBytes'(atomic_strb) << {atomic_cell_i[LaneW-1:0], CellBytesW'(0)};
      end else begin
        m_wdata_o <= dma_data_i;
        m_wstrb_o <= dma_strb_i;
      end
      m_wlast_o  <= !grant[2] || dma_last_i;
      in_burst_q <= grant[2] && !dma_last_i;
    end
    if (rst_i) begin
      m_wvalid_o <= 1'b0;
      in_burst_q <= 1'b0;
    end
  end
endmodule
