// SPDX-License-Identifier: Apache-2.0
// The small shell: what one kernel region needs to be started register by register, and device memory, which is block RAM or lies behind
// the port `m_axi_*`. No command ring, no DMA engine, no atomics: the host does what the ring says (docs/rtl-interfaces.md, section 7).
//
// The bus: an access holds until `bus_ready_o`, with which read data comes. Registers: in the same cycle; block RAM: in the next; other memory:
// when it answers. A kernel runs on meanwhile. Kernel region: the ports of section 1; its outputs are registers, so no path goes through it.
module small_shell #(
    parameter int unsigned LineBits = 32,
    parameter int unsigned AddrBits = 16,
    parameter int unsigned Bytes    = 4096,   // of device memory in block RAM, a power of two; 0: it lies behind m_axi
    parameter logic [31:0] ClockKhz = 32'd0,  // what register CONTROL reads
    localparam int unsigned BusAddrW = AddrBits > 14 ? AddrBits : 14,
    localparam int unsigned MemIdW = weft_abi_pkg::AXI_ID_BITS + 1
) (
    input  logic                                   clk_i,
    input  logic                                   rst_i,
    input  logic                                   bus_valid_i,
    output logic                                   bus_ready_o,
    input  logic                                   bus_write_i,
    input  logic                                   bus_memory_i,  // device memory, else registers
    input  logic [BusAddrW-1:0]                    bus_addr_i,    // bytes
    input  logic [31:0]                            bus_wdata_i,
    input  logic [3:0]                             bus_wstrb_i,   // registers take whole words
    output logic [31:0]                            bus_rdata_o,
    // Which kernel: the number that was asked for, and that of the one that is selected (register KERNEL).
    output logic [31:0]                            select_o,
    input  logic [31:0]                            selected_i,
    // Kernel region.
    output logic                                   kernel_rst_o,
    output logic                                   k_cfg_valid_o,
    output logic [weft_abi_pkg::CFG_ADDR_BITS-1:0] k_cfg_addr_o,
    output logic [weft_abi_pkg::CFG_WORD_BITS-1:0] k_cfg_data_o,
    output logic                                   k_start_o,
    output logic                                   k_watch_o,
    input  logic                                   k_done_i,
    input  logic                                   k_fault_valid_i,
    input  logic [7:0]                             k_fault_code_i,
    input  logic [weft_abi_pkg::SITE_BITS-1:0]     k_fault_site_i,
    input  logic [63:0]                            k_fault_addr_i,
    input  logic                                   k_axi_awvalid_i,
    output logic                                   k_axi_awready_o,
    input  logic [weft_abi_pkg::AXI_ID_BITS-1:0]   k_axi_awid_i,
    input  logic [AddrBits-1:0]                    k_axi_awaddr_i,
    input  logic [7:0]                             k_axi_awlen_i,
    input  logic [weft_abi_pkg::ATOP_BITS-1:0]     k_axi_awatop_i,
    input  logic                                   k_axi_wvalid_i,
    output logic                                   k_axi_wready_o,
    input  logic [LineBits-1:0]                    k_axi_wdata_i,
    input  logic [LineBits/8-1:0]                  k_axi_wstrb_i,
    input  logic                                   k_axi_wlast_i,
    output logic                                   k_axi_bvalid_o,
    input  logic                                   k_axi_bready_i,
    output logic [weft_abi_pkg::AXI_ID_BITS-1:0]   k_axi_bid_o,
    output logic [1:0]                             k_axi_bresp_o,
    input  logic                                   k_axi_arvalid_i,
    output logic                                   k_axi_arready_o,
    input  logic [weft_abi_pkg::AXI_ID_BITS-1:0]   k_axi_arid_i,
    input  logic [AddrBits-1:0]                    k_axi_araddr_i,
    input  logic [7:0]                             k_axi_arlen_i,
    output logic                                   k_axi_rvalid_o,
    input  logic                                   k_axi_rready_i,
    output logic [weft_abi_pkg::AXI_ID_BITS-1:0]   k_axi_rid_o,
    output logic [LineBits-1:0]                    k_axi_rdata_o,
    output logic [1:0]                             k_axi_rresp_o,
    output logic                                   k_axi_rlast_o,
    // Device memory that is not block RAM (axi_memory): single lines. With block RAM, inputs do not count.
    output logic                                   m_axi_awvalid_o,
    input  logic                                   m_axi_awready_i,
    output logic [MemIdW-1:0]                      m_axi_awid_o,
    output logic [AddrBits-1:0]                    m_axi_awaddr_o,
    output logic                                   m_axi_wvalid_o,
    input  logic                                   m_axi_wready_i,
    output logic [LineBits-1:0]                    m_axi_wdata_o,
    output logic [LineBits/8-1:0]                  m_axi_wstrb_o,
    input  logic                                   m_axi_bvalid_i,
    output logic                                   m_axi_bready_o,
    input  logic [MemIdW-1:0]                      m_axi_bid_i,
    output logic                                   m_axi_arvalid_o,
    input  logic                                   m_axi_arready_i,
    output logic [MemIdW-1:0]                      m_axi_arid_o,
    output logic [AddrBits-1:0]                    m_axi_araddr_o,
    input  logic                                   m_axi_rvalid_i,
    output logic                                   m_axi_rready_o,
    input  logic [MemIdW-1:0]                      m_axi_rid_i,
    input  logic [LineBits-1:0]                    m_axi_rdata_i
);
  // Single lines, always served.
  assign {k_axi_bresp_o, k_axi_rresp_o, k_axi_rlast_o} = {2'b00, 2'b00, 1'b1};
  logic unused_inputs;
  assign unused_inputs = ^{k_axi_awlen_i, k_axi_awatop_i, k_axi_wlast_i, k_axi_arlen_i};

  logic register_valid, memory_valid, memory_ready;
  logic [31:0] register_data, memory_data;
  assign register_valid = bus_valid_i && !bus_memory_i;
  assign memory_valid   = bus_valid_i && bus_memory_i;
  assign bus_ready_o    = register_valid || memory_ready;
  assign bus_rdata_o    = bus_memory_i ? memory_data : register_data;

  small_registers #(
      .ClockKhz(ClockKhz)
  ) u_registers (
      .clk_i,
      .rst_i,
      .valid_i(register_valid),
      .write_i(bus_write_i),
      .addr_i (bus_addr_i[13:0]),
      .wdata_i(bus_wdata_i),
      .rdata_o(register_data),
      .select_o,
      .selected_i,
      .kernel_rst_o,
      .k_cfg_valid_o,
      .k_cfg_addr_o,
      .k_cfg_data_o,
      .k_start_o,
      .k_watch_o,
      .k_done_i,
      .k_fault_valid_i,
      .k_fault_code_i,
      .k_fault_site_i,
      .k_fault_addr_i
  );

  if (Bytes != 0) begin : gen_block_ram
    block_memory #(
        .LineBits(LineBits),
        .AddrBits(AddrBits),
        .Bytes   (Bytes)
    ) u_memory (
        .clk_i,
        .rst_i,
        .host_valid_i(memory_valid),
        .host_ready_o(memory_ready),
        .host_write_i(bus_write_i),
        .host_addr_i (bus_addr_i[AddrBits-1:0]),
        .host_wdata_i(bus_wdata_i),
        .host_wstrb_i(bus_wstrb_i),
        .host_rdata_o(memory_data),
        .kernel_rst_i(kernel_rst_o),
        .k_axi_awvalid_i,
        .k_axi_awready_o,
        .k_axi_awid_i,
        .k_axi_awaddr_i,
        .k_axi_wvalid_i,
        .k_axi_wready_o,
        .k_axi_wdata_i,
        .k_axi_wstrb_i,
        .k_axi_bvalid_o,
        .k_axi_bready_i,
        .k_axi_bid_o,
        .k_axi_arvalid_i,
        .k_axi_arready_o,
        .k_axi_arid_i,
        .k_axi_araddr_i,
        .k_axi_rvalid_o,
        .k_axi_rready_i,
        .k_axi_rid_o,
        .k_axi_rdata_o
    );
    assign {m_axi_awvalid_o, m_axi_awid_o, m_axi_awaddr_o, m_axi_wvalid_o, m_axi_wdata_o, m_axi_wstrb_o, m_axi_bready_o} = '0;
    assign {m_axi_arvalid_o, m_axi_arid_o, m_axi_araddr_o, m_axi_rready_o} = '0;
    logic unused_memory;
    assign unused_memory = ^{m_axi_awready_i, m_axi_wready_i, m_axi_bvalid_i, m_axi_bid_i, m_axi_arready_i, m_axi_rvalid_i, m_axi_rid_i,
                             m_axi_rdata_i};
  end else begin : gen_axi
    axi_memory #(
        .LineBits(LineBits),
        .AddrBits(AddrBits)
    ) u_memory (
        .clk_i,
        .rst_i,
        .host_valid_i(memory_valid),
        .host_ready_o(memory_ready),
        .host_write_i(bus_write_i),
        .host_addr_i (bus_addr_i[AddrBits-1:0]),
        .host_wdata_i(bus_wdata_i),
        .host_wstrb_i(bus_wstrb_i),
        .host_rdata_o(memory_data),
        .kernel_rst_i(kernel_rst_o),
        .k_axi_awvalid_i,
        .k_axi_awready_o,
        .k_axi_awid_i,
        .k_axi_awaddr_i,
        .k_axi_wvalid_i,
        .k_axi_wready_o,
        .k_axi_wdata_i,
        .k_axi_wstrb_i,
        .k_axi_bvalid_o,
        .k_axi_bready_i,
        .k_axi_bid_o,
        .k_axi_arvalid_i,
        .k_axi_arready_o,
        .k_axi_arid_i,
        .k_axi_araddr_i,
        .k_axi_rvalid_o,
        .k_axi_rready_i,
        .k_axi_rid_o,
        .k_axi_rdata_o,
        .m_axi_awvalid_o,
        .m_axi_awready_i,
        .m_axi_awid_o,
        .m_axi_awaddr_o,
        .m_axi_wvalid_o,
        .m_axi_wready_i,
        .m_axi_wdata_o,
        .m_axi_wstrb_o,
        .m_axi_bvalid_i,
        .m_axi_bready_o,
        .m_axi_bid_i,
        .m_axi_arvalid_o,
        .m_axi_arready_i,
        .m_axi_arid_o,
        .m_axi_araddr_o,
        .m_axi_rvalid_i,
        .m_axi_rready_o,
        .m_axi_rid_i,
        .m_axi_rdata_i
    );
  end
endmodule
