// SPDX-License-Identifier: Apache-2.0
// Keeps the first fault of a launch. Sites are what accesses: the load/store units, then the checks of accesses on chip,
// whose address is the offset in the variable. Faults of one cycle: the lowest site first; a site's goes before the hang of the cycle
// in which it is chosen. Of a hang: the work-items in flight, and at which of the kernel's stall points (loops and barriers, the first 64)
// there are some.
//
// While `watch_i` is set and there was none, collects what a launch that is about to be ended is doing (CIRCULATING): the
// same; of what goes through loops, all that is seen while `watch_i` is set.
// Sites are many, and all over the kernel: a tree chooses among them, a level of it the lowest of each eight, from registers to registers.
// Latency of a site's fault 2 for up to 8 sites (a cycle to come here, and one to choose), one more for each further level: 3 for up to 64,
// 4 for up to 512. Of the others 1. One fault a cycle looked at. Registered: every output. `start_i` clears; held until then.
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

  localparam int unsigned ItemBits = SiteBits + 1 + AddrBits;
  localparam int unsigned Levels = Ports <= 8 ? 1 : ($clog2(Ports) + 2) / 3;

  for (genvar l = 0; l < Levels; l++) begin : gen_level
    localparam int unsigned Inputs = (Ports + (1 << (3 * l)) - 1) >> (3 * l);
    localparam int unsigned Groups = (Inputs + 7) / 8;
    logic [Inputs-1:0] fault, first_q;  // first_q: one-hot in each group, the lowest of its inputs with a fault
    logic [Inputs*ItemBits-1:0] item, item_q;  // site, write flag, address
    logic [Groups-1:0] any_q;
    logic [Groups*ItemBits-1:0] chosen;

    if (l == 0) begin : gen_sites
      assign fault = NumSites == 0 ? '0 : site_fault_i;
      for (genvar i = 0; i < Ports; i++) begin : gen_site
        assign item[i*ItemBits+:ItemBits] = {SiteBits'(i), site_write_i[i], site_addr_i[i*AddrBits+:AddrBits]};
      end
    end else begin : gen_inner
      assign fault = gen_level[l-1].any_q;
      assign item  = gen_level[l-1].chosen;
    end

    always_ff @(posedge clk_i) item_q <= item;
    for (genvar g = 0; g < Groups; g++) begin : gen_group
      localparam int unsigned First = 8 * g;
      localparam int unsigned Count = Inputs - First < 8 ? Inputs - First : 8;
      logic [Count-1:0] faults;
      logic [ItemBits-1:0] one;
      assign faults = fault[First+:Count];
      always_ff @(posedge clk_i) begin
        any_q[g] <= faults != '0 && !start_i && !rst_i;
        first_q[First+:Count] <= faults & (~faults + 1'b1);
      end
      always_comb begin
        one = '0;
        for (int i = 0; i < Count; i++) one |= first_q[First+i] ? item_q[(First+i)*ItemBits+:ItemBits] : '0;
      end
      assign chosen[g*ItemBits+:ItemBits] = one;
    end
  end

  logic any, write;
  logic [SiteBits-1:0] site;
  logic [AddrBits-1:0] addr;
  assign any = gen_level[Levels-1].any_q;
  assign {site, write, addr} = gen_level[Levels-1].chosen;

  always_ff @(posedge clk_i) begin
    if (!fault_valid_o && (any || hang_i)) begin
      fault_valid_o <= 1'b1;
      if (!any) fault_code_o <= weft_abi_pkg::FAULT_DIVERGENT_BARRIER;
      else if (write) fault_code_o <= weft_abi_pkg::FAULT_OUT_OF_BOUNDS_WRITE;
      else fault_code_o <= weft_abi_pkg::FAULT_OUT_OF_BOUNDS_READ;
      fault_site_o <= any ? site : SiteBits'(in_flight_i);
      fault_addr_o <= any ? 64'(addr) : 64'(stall_point_i);
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
