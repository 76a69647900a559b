// SPDX-License-Identifier: Apache-2.0
// Device memory in block RAM: an AXI4 slave for a kernel, whose requests are single lines, and a port of 32-bit words for the host.
//
// The host's accesses go first. Kernel: read data in the cycle after the request, an acknowledgement in the cycle after address and
// data; both at full rate. Host: ready, and read data, in the cycle after the access. Addresses beyond `Bytes` are taken modulo that; who asks must know the size.
// No atomics. Combinational: `k_axi_awready_o`, `k_axi_wready_o`, `k_axi_arready_o` from the valids, readies and the host's request;
// `k_axi_rdata_o` and `host_rdata_o` are the block RAM's output.
module block_memory #(
    parameter int unsigned LineBits = 32,   // a power of two, 32 to 1024
    parameter int unsigned AddrBits = 16,
    parameter int unsigned Bytes    = 4096  // a power of two, at least two lines
) (
    input  logic                                 clk_i,
    input  logic                                 rst_i,
    // Host.
    input  logic                                 host_valid_i,
    output logic                                 host_ready_o,
    input  logic                                 host_write_i,
    input  logic [AddrBits-1:0]                  host_addr_i,
    input  logic [31:0]                          host_wdata_i,
    input  logic [3:0]                           host_wstrb_i,
    output logic [31:0]                          host_rdata_o,
    // Kernel region.
    input  logic                                 kernel_rst_i,
    input  logic                                 k_axi_awvalid_i,
    output logic                                 k_axi_awready_o,
    input  logic [weft_abi_pkg::AXI_ID_BITS-1:0] k_axi_awid_i,
    input  logic [AddrBits-1:0]                  k_axi_awaddr_i,
    input  logic                                 k_axi_wvalid_i,
    output logic                                 k_axi_wready_o,
    input  logic [LineBits-1:0]                  k_axi_wdata_i,
    input  logic [LineBits/8-1:0]                k_axi_wstrb_i,
    output logic                                 k_axi_bvalid_o,
    input  logic                                 k_axi_bready_i,
    output logic [weft_abi_pkg::AXI_ID_BITS-1:0] k_axi_bid_o,
    input  logic                                 k_axi_arvalid_i,
    output logic                                 k_axi_arready_o,
    input  logic [weft_abi_pkg::AXI_ID_BITS-1:0] k_axi_arid_i,
    input  logic [AddrBits-1:0]                  k_axi_araddr_i,
    output logic                                 k_axi_rvalid_o,
    input  logic                                 k_axi_rready_i,
    output logic [weft_abi_pkg::AXI_ID_BITS-1:0] k_axi_rid_o,
    output logic [LineBits-1:0]                  k_axi_rdata_o
);
  localparam int unsigned LineBytes = LineBits / 8;
  localparam int unsigned OffsetW = $clog2(LineBytes);
  localparam int unsigned RowW = $clog2(Bytes) - OffsetW;
  localparam int unsigned WordW = LineBits > 32 ? OffsetW - 2 : 1;  // which word of a line

  if (LineBits < 32 || 2 ** $clog2(LineBits) != LineBits || 2 ** $clog2(Bytes) != Bytes || Bytes < 2 * LineBytes || Bytes > 2 ** AddrBits)
  begin : gen_check
    $fatal(1, "block_memory: LineBits and Bytes must be powers of two, LineBits at least 32, Bytes two lines to 2^AddrBits");
  end

  // ---- The host's access: in one cycle the row, in the next the data.
  logic host_write, host_read, host_done_q, read_free;
  logic [WordW-1:0] host_word;
  logic [RowW-1:0] host_row;
  if (LineBits > 32) begin : gen_words
    assign host_word = host_addr_i[OffsetW-1:2];
  end else begin : gen_one_word
    assign host_word = 1'b0;
  end
  assign host_row     = host_addr_i[OffsetW+:RowW];
  assign host_write   = host_valid_i && host_write_i && !host_done_q;
  assign host_read    = host_valid_i && !host_write_i && !host_done_q && read_free;
  assign host_ready_o = host_done_q;

  // ---- One write port, one read port.
  logic kernel_write, kernel_read, write, read;
  logic [RowW-1:0] write_row, read_row;
  logic [LineBits-1:0] write_data, read_q;
  logic [LineBytes-1:0] write_strb;
  assign kernel_write    = k_axi_awvalid_i && k_axi_wvalid_i && (!k_axi_bvalid_o || k_axi_bready_i) && !host_write;
  assign read_free       = !k_axi_rvalid_o || k_axi_rready_i;
  assign kernel_read     = k_axi_arvalid_i && read_free && !host_read;
  assign k_axi_awready_o = kernel_write;
  assign k_axi_wready_o  = kernel_write;
  assign k_axi_arready_o = kernel_read;
  assign write           = host_write || kernel_write;
  assign write_row       = host_write ? host_row : k_axi_awaddr_i[OffsetW+:RowW];
  assign write_data      = host_write ? {LineBits / 32{host_wdata_i}} : k_axi_wdata_i;
  assign read            = host_read || kernel_read;
  assign read_row        = host_read ? host_row : k_axi_araddr_i[OffsetW+:RowW];
  always_comb begin
    write_strb = k_axi_wstrb_i;
    if (host_write) begin
      write_strb = '0;
      write_strb[host_word*4+:4] = host_wstrb_i;
    end
  end

  // A line that is read in the cycle in which it is written may be old, new or a mixture: nobody was told yet that it is written.
  (* ram_style = "block", no_rw_check *)
  logic [LineBits-1:0] mem[0:2**RowW-1];
  for (genvar i = 0; i < LineBytes; i++) begin : gen_byte
    always_ff @(posedge clk_i) if (write && write_strb[i]) mem[write_row][i*8+:8] <= write_data[i*8+:8];
  end
  always_ff @(posedge clk_i) if (read) read_q <= mem[read_row];
  assign k_axi_rdata_o = read_q;
  assign host_rdata_o  = read_q[host_word*32+:32];

  always_ff @(posedge clk_i) begin
    host_done_q <= host_write || host_read;
    if (kernel_write) begin
      k_axi_bvalid_o <= 1'b1;
      k_axi_bid_o    <= k_axi_awid_i;
    end else if (k_axi_bready_i) k_axi_bvalid_o <= 1'b0;
    if (kernel_read) begin
      k_axi_rvalid_o <= 1'b1;
      k_axi_rid_o    <= k_axi_arid_i;
    end else if (k_axi_rready_i) k_axi_rvalid_o <= 1'b0;
    if (rst_i) host_done_q <= 1'b0;
    if (rst_i || kernel_rst_i) begin
      k_axi_bvalid_o <= 1'b0;
      k_axi_rvalid_o <= 1'b0;
    end
  end

  logic unused_address;
  assign unused_address = ^{host_addr_i[1:0], k_axi_awaddr_i[OffsetW-1:0], k_axi_araddr_i[OffsetW-1:0]};
  if (AddrBits > OffsetW + RowW) begin : gen_unused
    logic unused_upper;
    assign unused_upper = ^{host_addr_i[AddrBits-1:OffsetW+RowW], k_axi_awaddr_i[AddrBits-1:OffsetW+RowW],
                            k_axi_araddr_i[AddrBits-1:OffsetW+RowW]};
  end
endmodule
