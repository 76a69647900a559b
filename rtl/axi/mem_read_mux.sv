// SPDX-License-Identifier: Apache-2.0
// Device-memory read requests of kernel, atomics and DMA, round robin, one a cycle. Latency 1. Registered: the AXI outputs.
module mem_read_mux #(
    parameter int unsigned LineW     = 26,
    parameter int unsigned OffsetW   = 6,
    parameter int unsigned MemIdW    = 10,
    parameter int unsigned KernelIdW = 8,
    parameter int unsigned SlotW     = 4,
    parameter int unsigned BeatsW    = 7
) (
    input  logic                     clk_i,
    input  logic                     rst_i,
    input  logic                     kernel_valid_i,
    output logic                     kernel_ready_o,
    input  logic [KernelIdW-1:0]     kernel_id_i,
    input  logic [LineW-1:0]         kernel_line_i,
    input  logic                     atomic_valid_i,
    output logic                     atomic_ready_o,
    input  logic [SlotW-1:0]         atomic_slot_i,
    input  logic [LineW-1:0]         atomic_line_i,
    input  logic                     dma_valid_i,
    output logic                     dma_ready_o,
    input  logic [LineW-1:0]         dma_line_i,
    input  logic [BeatsW-1:0]        dma_beats_i,
    output logic                     m_arvalid_o,
    input  logic                     m_arready_i,
    output logic [MemIdW-1:0]        m_arid_o,
    output logic [LineW+OffsetW-1:0] m_araddr_o,
    output logic [7:0]               m_arlen_o
);
  logic load, taken;
  logic [2:0] grant;
  arbiter_rr #(
      .N      (3),
      .Restart(1'b1)
  ) u_arbiter (
      .clk_i,
      .rst_i,
      .request_i({dma_valid_i, atomic_valid_i, kernel_valid_i}),
      .grant_o  (grant),
      .served_i (grant & {3{load}})
  );
  assign load           = !m_arvalid_o || m_arready_i;
  assign taken          = load && (dma_valid_i || atomic_valid_i || kernel_valid_i);
  assign kernel_ready_o = load && grant[0];
  assign atomic_ready_o = load && grant[1];
  assign dma_ready_o    = load && grant[2];

  always_ff @(posedge clk_i) begin
    if (load) m_arvalid_o <= taken;
    if (taken) begin
      m_arlen_o <= '0;
      if (grant[0]) begin
        m_arid_o   <= {2'b00, kernel_id_i};
        m_araddr_o <= {kernel_line_i, OffsetW'(0)};
      end else if (grant[1]) begin
        m_arid_o   <= {2'b10, KernelIdW'(atomic_slot_i)};
        m_araddr_o <= {atomic_line_i, OffsetW'(0)};
      end else begin
        m_arid_o   <= {2'b01, KernelIdW'(0)};
        m_araddr_o <= {dma_line_i, OffsetW'(0)};
        m_arlen_o  <= 8'(dma_beats_i - 1'b1);
      end
    end
    if (rst_i) m_arvalid_o <= 1'b0;
  end
endmodule
