// SPDX-License-Identifier: Apache-2.0
// Device memory behind an AXI4 slave, such as the controller of a DRAM chip, with the ports of block_memory: a kernel's requests of single
// lines and the host's 32-bit words become requests of one master. The highest bit of an ID tells the host's.
//
// The slave answers requests with one ID in order, and shows a read what it has acknowledged. The host's accesses go first, one at a time.
// A kernel that is reset leaves requests behind: nothing is taken from it until their answers are in, which it does not get.
// One request a cycle on each channel, latency 1. Registered: every `m_*` valid and payload, host_ready_o, host_rdata_o.
// Combinational: `k_axi_*ready_o` from valids and `m_*` readies; answers and their readies pass through.
module axi_memory #(
    parameter int unsigned LineBits = 128,  // a power of two, 32 to 1024
    parameter int unsigned AddrBits = 26,
    localparam int unsigned KernelIdW = weft_abi_pkg::AXI_ID_BITS,
    localparam int unsigned IdW = KernelIdW + 1
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    // Host.
    input  logic                  host_valid_i,
    output logic                  host_ready_o,
    input  logic                  host_write_i,
    input  logic [AddrBits-1:0]   host_addr_i,
    input  logic [31:0]           host_wdata_i,
    input  logic [3:0]            host_wstrb_i,
    output logic [31:0]           host_rdata_o,
    // Kernel region.
    input  logic                  kernel_rst_i,
    input  logic                  k_axi_awvalid_i,
    output logic                  k_axi_awready_o,
    input  logic [KernelIdW-1:0]  k_axi_awid_i,
    input  logic [AddrBits-1:0]   k_axi_awaddr_i,
    input  logic                  k_axi_wvalid_i,
    output logic                  k_axi_wready_o,
    input  logic [LineBits-1:0]   k_axi_wdata_i,
    input  logic [LineBits/8-1:0] k_axi_wstrb_i,
    output logic                  k_axi_bvalid_o,
    input  logic                  k_axi_bready_i,
    output logic [KernelIdW-1:0]  k_axi_bid_o,
    input  logic                  k_axi_arvalid_i,
    output logic                  k_axi_arready_o,
    input  logic [KernelIdW-1:0]  k_axi_arid_i,
    input  logic [AddrBits-1:0]   k_axi_araddr_i,
    output logic                  k_axi_rvalid_o,
    input  logic                  k_axi_rready_i,
    output logic [KernelIdW-1:0]  k_axi_rid_o,
    output logic [LineBits-1:0]   k_axi_rdata_o,
    // Memory: bursts of one line.
    output logic                  m_axi_awvalid_o,
    input  logic                  m_axi_awready_i,
    output logic [IdW-1:0]        m_axi_awid_o,
    output logic [AddrBits-1:0]   m_axi_awaddr_o,
    output logic                  m_axi_wvalid_o,
    input  logic                  m_axi_wready_i,
    output logic [LineBits-1:0]   m_axi_wdata_o,
    output logic [LineBits/8-1:0] m_axi_wstrb_o,
    input  logic                  m_axi_bvalid_i,
    output logic                  m_axi_bready_o,
    input  logic [IdW-1:0]        m_axi_bid_i,
    output logic                  m_axi_arvalid_o,
    input  logic                  m_axi_arready_i,
    output logic [IdW-1:0]        m_axi_arid_o,
    output logic [AddrBits-1:0]   m_axi_araddr_o,
    input  logic                  m_axi_rvalid_i,
    output logic                  m_axi_rready_o,
    input  logic [IdW-1:0]        m_axi_rid_i,
    input  logic [LineBits-1:0]   m_axi_rdata_i
);
  localparam int unsigned LineBytes = LineBits / 8;
  localparam int unsigned OffsetW = $clog2(LineBytes);
  localparam int unsigned WordW = LineBits > 32 ? OffsetW - 2 : 1;  // which word of a line
  localparam int unsigned DueW = 8;                                 // answers that the kernel waits for

  if (LineBits < 32 || 2 ** $clog2(LineBits) != LineBits || AddrBits <= OffsetW) begin : gen_check
    $fatal(1, "axi_memory: LineBits must be a power of two of at least 32, and AddrBits more than the bits of an address in a line");
  end

  // ---- The host's access: asked once, ready with its answer.
  logic host_asked_q, host_write, host_read, host_b, host_r;
  logic [WordW-1:0] host_word;
  logic [LineBits-1:0] host_line;
  logic [LineBytes-1:0] host_strb;
  if (LineBits > 32) begin : gen_words
    assign host_word = host_addr_i[OffsetW-1:2];
  end else begin : gen_one_word
    assign host_word = 1'b0;
  end
  assign host_write = host_valid_i && host_write_i && !host_asked_q && !host_ready_o;
  assign host_read  = host_valid_i && !host_write_i && !host_asked_q && !host_ready_o;
  assign host_line  = {LineBits / 32{host_wdata_i}};
  always_comb begin
    host_strb = '0;
    host_strb[host_word*4+:4] = host_wstrb_i;
  end

  // ---- What the kernel waits for. After its reset nothing is taken until that is in.
  logic flush_q, take, kernel_write, kernel_read, kernel_b, kernel_r;
  logic [DueW-1:0] due_q;
  assign take = !flush_q && !kernel_rst_i && !(&due_q[DueW-1:1]);

  // ---- Requests. A write's address and data are taken together.
  logic write_free, read_free;
  assign write_free      = (!m_axi_awvalid_o || m_axi_awready_i) && (!m_axi_wvalid_o || m_axi_wready_i);
  assign read_free       = !m_axi_arvalid_o || m_axi_arready_i;
  assign kernel_write    = k_axi_awvalid_i && k_axi_wvalid_i && write_free && take && !host_write;
  assign kernel_read     = k_axi_arvalid_i && read_free && take && !host_read;
  assign k_axi_awready_o = kernel_write;
  assign k_axi_wready_o  = kernel_write;
  assign k_axi_arready_o = kernel_read;

  always_ff @(posedge clk_i) begin
    if (m_axi_awready_i) m_axi_awvalid_o <= 1'b0;
    if (m_axi_wready_i) m_axi_wvalid_o <= 1'b0;
    if (write_free && (host_write || kernel_write)) begin
      m_axi_awvalid_o <= 1'b1;
      m_axi_wvalid_o  <= 1'b1;
      m_axi_awid_o    <= host_write ? {1'b1, KernelIdW'(0)} : {1'b0, k_axi_awid_i};
      m_axi_awaddr_o  <= {host_write ? host_addr_i[AddrBits-1:OffsetW] : k_axi_awaddr_i[AddrBits-1:OffsetW], OffsetW'(0)};
      m_axi_wdata_o   <= host_write ? host_line : k_axi_wdata_i;
      m_axi_wstrb_o   <= host_write ? host_strb : k_axi_wstrb_i;
    end
    if (m_axi_arready_i) m_axi_arvalid_o <= 1'b0;
    if (read_free && (host_read || kernel_read)) begin
      m_axi_arvalid_o <= 1'b1;
      m_axi_arid_o    <= host_read ? {1'b1, KernelIdW'(0)} : {1'b0, k_axi_arid_i};
      m_axi_araddr_o  <= {host_read ? host_addr_i[AddrBits-1:OffsetW] : k_axi_araddr_i[AddrBits-1:OffsetW], OffsetW'(0)};
    end
    if (rst_i) begin
      m_axi_awvalid_o <= 1'b0;
      m_axi_wvalid_o  <= 1'b0;
      m_axi_arvalid_o <= 1'b0;
    end
  end

  // ---- Answers.
  assign host_b         = m_axi_bvalid_i && m_axi_bid_i[IdW-1];
  assign host_r         = m_axi_rvalid_i && m_axi_rid_i[IdW-1];
  assign k_axi_bvalid_o = m_axi_bvalid_i && !m_axi_bid_i[IdW-1] && !flush_q;
  assign k_axi_rvalid_o = m_axi_rvalid_i && !m_axi_rid_i[IdW-1] && !flush_q;
  assign k_axi_bid_o    = m_axi_bid_i[KernelIdW-1:0];
  assign k_axi_rid_o    = m_axi_rid_i[KernelIdW-1:0];
  assign k_axi_rdata_o  = m_axi_rdata_i;
  assign m_axi_bready_o = m_axi_bid_i[IdW-1] || flush_q || k_axi_bready_i;
  assign m_axi_rready_o = m_axi_rid_i[IdW-1] || flush_q || k_axi_rready_i;
  assign kernel_b       = m_axi_bvalid_i && !m_axi_bid_i[IdW-1] && m_axi_bready_o;
  assign kernel_r       = m_axi_rvalid_i && !m_axi_rid_i[IdW-1] && m_axi_rready_o;

  always_ff @(posedge clk_i) begin
    if ((host_write && write_free) || (host_read && read_free)) host_asked_q <= 1'b1;
    host_ready_o <= 1'b0;
    if (host_b || host_r) begin
      host_asked_q <= 1'b0;
      host_ready_o <= 1'b1;
      host_rdata_o <= m_axi_rdata_i[host_word*32+:32];
    end
    due_q <= due_q + DueW'(kernel_write) + DueW'(kernel_read) - DueW'(kernel_b) - DueW'(kernel_r);
    if (kernel_rst_i) flush_q <= 1'b1;
    else if (due_q == '0) flush_q <= 1'b0;
    if (rst_i) begin
      host_asked_q <= 1'b0;
      host_ready_o <= 1'b0;
      due_q        <= '0;
      flush_q      <= 1'b1;
    end
  end

  logic unused_offsets;
  assign unused_offsets = ^{host_addr_i[1:0], k_axi_awaddr_i[OffsetW-1:0], k_axi_araddr_i[OffsetW-1:0]};
endmodule
