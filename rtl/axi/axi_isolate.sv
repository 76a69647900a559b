// SPDX-License-Identifier: Apache-2.0
// Closes the AXI port of a kernel region: afterwards it can be reset without an answer on its way to it, nor half a write.
//
// While `isolate_i` is set, no request passes but the missing half of a write whose address or data was taken. Meanwhile answers
// go on reaching the region, which takes them. `idle_o`: every request that passed was answered. Only the
// handshakes come through here; payloads do not. Latency 0: valid and ready pass, chosen by registers.
module axi_isolate #(
    parameter int unsigned CountW = 16  // of answers due: what a region has in flight is far below
) (
    input  logic clk_i,
    input  logic rst_i,
    input  logic isolate_i,
    output logic idle_o,
    // From the region.
    input  logic k_awvalid_i,
    output logic k_awready_o,
    input  logic k_awatop_reads_i,  // the write is an atomic that returns the old value
    input  logic k_wvalid_i,
    output logic k_wready_o,
    input  logic k_arvalid_i,
    output logic k_arready_o,
    // On to memory.
    output logic m_awvalid_o,
    input  logic m_awready_i,
    output logic m_wvalid_o,
    input  logic m_wready_i,
    output logic m_arvalid_o,
    input  logic m_arready_i,
    // Answers taken by the region.
    input  logic r_taken_i,
    input  logic b_taken_i
);
  logic signed [2:0] ahead_q;  // addresses of writes taken, less data taken: their registers hold two each
  logic [CountW-1:0] due_q;    // answers
  logic aw_open, w_open, ar_open, aw_taken, w_taken, ar_taken;
  assign aw_open     = !isolate_i || ahead_q < 0;
  assign w_open      = !isolate_i || ahead_q > 0;
  assign ar_open     = !isolate_i;
  assign m_awvalid_o = k_awvalid_i && aw_open;
  assign k_awready_o = m_awready_i && aw_open;
  assign m_wvalid_o  = k_wvalid_i && w_open;
  assign k_wready_o  = m_wready_i && w_open;
  assign m_arvalid_o = k_arvalid_i && ar_open;
  assign k_arready_o = m_arready_i && ar_open;
  assign aw_taken    = m_awvalid_o && m_awready_i;
  assign w_taken     = m_wvalid_o && m_wready_i;
  assign ar_taken    = m_arvalid_o && m_arready_i;
  assign idle_o      = ahead_q == 0 && due_q == '0;

  always_ff @(posedge clk_i) begin
    ahead_q <= ahead_q + 3'(aw_taken) - 3'(w_taken);
    due_q   <= due_q + CountW'(ar_taken) + CountW'(aw_taken) + CountW'(aw_taken && k_awatop_reads_i) - CountW'(r_taken_i)
             - CountW'(b_taken_i);
    if (rst_i) begin
      ahead_q <= '0;
      due_q   <= '0;
    end
  end
endmodule
