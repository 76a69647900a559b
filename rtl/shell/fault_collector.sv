// SPDX-License-Identifier: Apache-2.0
// Keeps the first fault of a launch. Sites are what accesses: the load/store units, then the checks of accesses on chip,
// whose address is the offset in the variable. Faults of one cycle: a site's before the hang, the lowest site first.
//
// While `watch_i` is set and there was none, collects what a launch that is about to be ended is doing (CIRCULATING): the
// work-items in flight, and at which of the kernel's stall points (loops and barriers, the first 64) there are some.
// Latency of a site's fault 2 (sites are all over the kernel: a cycle to come here, and one to choose), of the others 1; one
// fault a cycle looked at. Registered: every output. `start_i` clears; held until then.
// The code is reset too, although it counts only with `fault_valid_o`: hosts read both at once, and hardware whose register has another value
// after power-on would answer unlike its simulation.
module fault_collector #(
    parameter int unsigned NumSites = 1,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned NumStallPoints = 1,
    localparam int unsigned Ports   = NumSites == 0 ? 1 : NumSites
) (
    input  logic                               clk_i,
    input  logic                               rst_i,
    input  logic [Ports-1:0]                   site_fault_i,
    input  logic [Ports-1:0]                   site_write_i,
    input  logic [Ports*AddrBits-1:0]          site_addr_i,
    input  logic                               hang_i,
    input  logic                               start_i,
    input  logic                               watch_i,
    input  logic [15:0]                        in_flight_i,
    input  logic [NumStallPoints-1:0]          stall_point_i,
    output logic                               fault_valid_o,
    output logic [7:0]                         fault_code_o,
    output logic [weft_abi_pkg::SITE_BITS-1:0] fault_site_o,
    output logic [63:0]                        fault_addr_o
);
  localparam int unsigned SiteBits = weft_abi_pkg::SITE_BITS;

  logic any_q;
  logic [Ports-1:0] first_q;  // one-hot: the lowest of the sites with a fault
  logic [Ports*AddrBits-1:0] addr_q;
  logic [SiteBits-1:0] site;
  logic [AddrBits-1:0] addr;

  always_ff @(posedge clk_i) begin
    any_q   <= NumSites != 0 && site_fault_i != '0 && !start_i && !rst_i;
    first_q <= site_fault_i & (~site_fault_i + 1'b1);
    addr_q  <= site_addr_i;
  end

  always_comb begin
    site = '0;
    addr = '0;
    for (int i = 0; i < Ports; i++) begin
      site |= first_q[i] ? SiteBits'(i) : '0;
      addr |= first_q[i] ? addr_q[i*AddrBits+:AddrBits] : '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!fault_valid_o && (any_q || hang_i)) begin
      fault_valid_o <= 1'b1;
      if (!any_q) fault_code_o <= weft_abi_pkg::FAULT_DIVERGENT_BARRIER;
      else if ((first_q & site_write_i) != '0) fault_code_o <= weft_abi_pkg::FAULT_OUT_OF_BOUNDS_WRITE;
      else fault_code_o <= weft_abi_pkg::FAULT_OUT_OF_BOUNDS_READ;
      fault_site_o <= any_q ? site : '0;
      fault_addr_o <= any_q ? 64'(addr) : '0;
    end else if (watch_i && !fault_valid_o) begin
      fault_valid_o <= 1'b1;
      fault_code_o  <= weft_abi_pkg::FAULT_CIRCULATING;
      fault_site_o  <= SiteBits'(in_flight_i);
      fault_addr_o  <= '0;
    end else if (watch_i && fault_code_o == weft_abi_pkg::FAULT_CIRCULATING) fault_addr_o <= fault_addr_o | 64'(stall_point_i);
    if (rst_i || start_i) begin
      fault_valid_o <= 1'b0;
      fault_code_o  <= weft_abi_pkg::FAULT_NONE;
    end
  end
endmodule
