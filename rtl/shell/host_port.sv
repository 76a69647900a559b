// SPDX-License-Identifier: Apache-2.0
// Host side of the DMA engine: read bursts and write beats become AXI4 requests.
//
// Reads have their room reserved, so R and B are always taken. A burst's address goes out with its first beat. Latency 1,
// one burst or beat a cycle. Registered: the AXI outputs, and what `w_ready_o` is made of; `ar_ready_o` depends on `m_arready_i`.
module host_port #(
    parameter int unsigned Bits       = 512,
    parameter int unsigned IdW        = 4,
    parameter int unsigned BeatsW     = 7,
    localparam int unsigned LineBytes = Bits / 8,
    localparam int unsigned OffsetW   = $clog2(LineBytes),
    localparam int unsigned LineW     = 64 - OffsetW
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic                 ar_valid_i,
    output logic                 ar_ready_o,
    input  logic [LineW-1:0]     ar_line_i,
    input  logic [BeatsW-1:0]    ar_beats_i,
    input  logic                 w_valid_i,
    output logic                 w_ready_o,
    input  logic                 w_first_i,
    input  logic [LineW-1:0]     w_line_i,
    input  logic [BeatsW-1:0]    w_beats_i,
    input  logic                 w_last_i,
    input  logic [Bits-1:0]      w_data_i,
    input  logic [LineBytes-1:0] w_strb_i,
    output logic                 m_awvalid_o,
    input  logic                 m_awready_i,
    output logic [IdW-1:0]       m_awid_o,
    output logic [63:0]          m_awaddr_o,
    output logic [7:0]           m_awlen_o,
    output logic                 m_wvalid_o,
    input  logic                 m_wready_i,
    output logic [Bits-1:0]      m_wdata_o,
    output logic [LineBytes-1:0] m_wstrb_o,
    output logic                 m_wlast_o,
    output logic                 m_arvalid_o,
    input  logic                 m_arready_i,
    output logic [IdW-1:0]       m_arid_o,
    output logic [63:0]          m_araddr_o,
    output logic [7:0]           m_arlen_o
);
  assign m_awid_o = '0;
  assign m_arid_o = '0;

  assign ar_ready_o = !m_arvalid_o || m_arready_i;
  always_ff @(posedge clk_i) begin
    if (ar_ready_o) m_arvalid_o <= ar_valid_i;
    if (ar_ready_o && ar_valid_i) begin
      m_araddr_o <= {ar_line_i, OffsetW'(0)};
      m_arlen_o  <= 8'(ar_beats_i - 1'b1);
    end
    if (rst_i) m_arvalid_o <= 1'b0;
  end

  logic aw_ready, data_ready, w_take;
  logic [LineW-1:0] aw_line;
  assign w_ready_o  = aw_ready && data_ready;
  assign w_take     = w_valid_i && w_ready_o;
  assign m_awaddr_o = {aw_line, OffsetW'(0)};
  stream_slice #(
      .Width(LineW + 8),
      .LoadIdle(1'b1)
  ) u_aw (
      .clk_i,
      .rst_i,
      .in_valid_i (w_take && w_first_i),
      .in_ready_o (aw_ready),
      .in_data_i  ({w_line_i, 8'(w_beats_i - 1'b1)}),
      .out_valid_o(m_awvalid_o),
      .out_ready_i(m_awready_i),
      .out_data_o ({aw_line, m_awlen_o})
  );
  axi_slice #(
      .MetaW(LineBytes + 1),
      .DataW(Bits),
      .LoadIdle(1'b1)
  ) u_w (
      .clk_i,
      .rst_i,
      .in_valid_i (w_take),
      .in_ready_o (data_ready),
      .in_meta_i  ({w_strb_i, w_last_i}),
      .in_data_i  (w_data_i),
      .out_valid_o(m_wvalid_o),
      .out_ready_i(m_wready_i),
      .out_meta_o ({m_wstrb_o, m_wlast_o}),
      .out_data_o (m_wdata_o)
  );
endmodule
