// SPDX-License-Identifier: Apache-2.0
// Device-memory writes: kernel stores (single lines), atomics (words of a line) and DMA (bursts). Whose turn it is stands in registers.
// It is the kernel's, until the atomics have a line, which they say a cycle before; while both have some, they take turns.
// DMA gets the port a cycle after it asks, at the latest behind one of their requests, and gives it back behind a burst, when another
// asks or it has been silent for two cycles: a kernel finds the port the same, whatever DMA wrote before.
//
// `kernel_data_i` holds a line of each kernel region, `kernel_grant_i` (one-hot) says which counts.
// A source presents a beat together with the address of its burst (used with its first beat). Latency 1; one beat a cycle
// sustained. Registered: the AXI outputs. The readies are made of registers.
module mem_write_mux #(
    parameter int unsigned LineBits  = 512,
    parameter int unsigned AddrBits  = 32,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned MemIdW    = 10,
    parameter int unsigned KernelIdW = 8,
    parameter int unsigned SlotW     = 4,
    parameter int unsigned BeatsW    = 7,
    localparam int unsigned LineBytes = LineBits / 8,
    localparam int unsigned LineW    = AddrBits - $clog2(LineBytes)
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
    input  logic                 atomic_next_i,   // in the next cycle there is a line, which may not be valid yet
    input  logic                 atomic_valid_i,
    output logic                 atomic_ready_o,
    input  logic [SlotW-1:0]     atomic_slot_i,
    input  logic [LineW-1:0]     atomic_line_i,
    input  logic [LineBits/32-1:0] atomic_words_i,  // which of them
    input  logic [LineBits-1:0]  atomic_data_i,
    input  logic                 dma_valid_i,
    output logic                 dma_ready_o,
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

  logic dma_turn_q, silent_q;  // silent_q: in the last cycle of its turn DMA had no beat
  logic atomic_turn_q;  // of the kernel's and the atomics' turn, beside or behind DMA's
  logic in_burst_q;  // DMA's burst has begun and not ended: its next beat is no first one
  logic aw_ready, w_ready, can_take_q, taken, others, kernel_turn, atomic_turn;  // can_take_q: both slices are ready
  assign kernel_turn    = !dma_turn_q && !atomic_turn_q;
  assign atomic_turn    = !dma_turn_q && atomic_turn_q;
  assign others         = atomic_valid_i || kernel_valid_i;
  assign kernel_ready_o = can_take_q && kernel_turn;
  assign atomic_ready_o = can_take_q && atomic_turn;
  assign dma_ready_o    = can_take_q && dma_turn_q;
  assign taken          = can_take_q && (dma_turn_q ? dma_valid_i : atomic_turn_q ? atomic_valid_i : kernel_valid_i);
  assign busy_o         = m_awvalid_o || m_wvalid_o || dma_turn_q;

  logic aw_loads, w_loads;  // the slice's output register does
  assign aw_loads = !m_awvalid_o || m_awready_i;
  assign w_loads  = !m_wvalid_o || m_wready_i;

  logic [MemIdW-1:0] id;
  logic [LineW-1:0]  line;
  logic [7:0]        len;
  always_comb begin
    id   = {2'b00, kernel_id_i};
    line = kernel_line_i;
    len  = '0;
    if (dma_turn_q) begin
      id   = {2'b01, KernelIdW'(0)};
      line = dma_line_i;
      len  = 8'(dma_beats_i - 1'b1);
    end
    if (atomic_turn) begin
      id   = {2'b10, KernelIdW'(atomic_slot_i)};
      line = atomic_line_i;
    end
  end
  logic [LineBytes-1:0] atomic_strb;
  for (genvar w = 0; w < LineBits / 32; w++) begin : gen_strb
    assign atomic_strb[w*4+:4] = {4{atomic_words_i[w]}};
  end
  logic [LineW-1:0] out_line;
  logic unused_data;
  axi_slice #(
      .MetaW(MemIdW + LineW + 8),
      .DataW(1),
      .LoadIdle(1'b1)
  ) u_aw (
      .clk_i,
      .rst_i,
      .in_valid_i (taken && !in_burst_q),
      .in_ready_o (aw_ready),
      .in_meta_i  ({id, line, len}),
      .in_data_i  (1'b0),
      .out_valid_o(m_awvalid_o),
      .out_ready_i(m_awready_i),
      .out_meta_o ({m_awid_o, out_line, m_awlen_o}),
      .out_data_o (unused_data)
  );
  assign m_awaddr_o = {out_line, OffsetW'(0)};

  logic                 last;
  logic [LineBits-1:0]  data;
  logic [LineBytes-1:0] strb;
  assign last = !dma_turn_q || dma_last_i;
  always_comb begin
    data = kernel_data_i[LineBits-1:0];
    for (int r = 1; r < NumRegions; r++) if (kernel_grant_i[r]) data = kernel_data_i[r*LineBits+:LineBits];
    strb = kernel_strb_i;
    if (dma_turn_q) begin
      data = dma_data_i;
      strb = dma_strb_i;
    end
    if (atomic_turn) begin
      data = atomic_data_i;
      strb = atomic_strb;
    end
  end
  axi_slice #(
      .MetaW(LineBytes + 1),
      .DataW(LineBits),
      .LoadIdle(1'b1)
  ) u_w (
      .clk_i,
      .rst_i,
      .in_valid_i (taken),
      .in_ready_o (w_ready),
      .in_meta_i  ({strb, last}),
      .in_data_i  (data),
      .out_valid_o(m_wvalid_o),
      .out_ready_i(m_wready_i),
      .out_meta_o ({m_wstrb_o, m_wlast_o}),
      .out_data_o (m_wdata_o)
  );

  always_ff @(posedge clk_i) begin
    // One register beside the slices' own, near those who wait for it.
    can_take_q <= rst_i || ((aw_loads || (aw_ready && !(taken && !in_burst_q))) && (w_loads || (w_ready && !taken)));
    if (taken) in_burst_q <= !last;
    // The kernel keeps its turn for a store that could not be taken, and the atomics give theirs back behind a cycle in which a line
    // could be: it was, or more came to it.
    atomic_turn_q <= atomic_next_i && (atomic_turn_q ? !(kernel_valid_i && atomic_ready_o) : !kernel_valid_i || kernel_ready_o);
    // With no request that waits and has the turn: it is taken in this cycle, or there is none.
    if (!dma_turn_q) dma_turn_q <= dma_valid_i && (can_take_q || !others);
    // Between bursts: behind this beat, or in a cycle without one.
    else if (taken ? last : !in_burst_q) dma_turn_q <= !others && (dma_valid_i || !silent_q);
    if (dma_turn_q) silent_q <= !dma_valid_i;
    if (rst_i) begin
      in_burst_q    <= 1'b0;
      dma_turn_q    <= 1'b0;
      atomic_turn_q <= 1'b0;
      silent_q      <= 1'b0;
    end
  end
endmodule
