// SPDX-License-Identifier: Apache-2.0
// Is an element of `Bytes` bytes inside one of the regions [base, limit)? As bounds_check, for an address in elements:
// an element begins in the region if its address is not below base / Bytes, rounded up, and ends in it if its address is below
// limit / Bytes, rounded down. So nothing is added to either. Latency 2, initiation interval 1. Registered: ok_o.
// Regions are launch constants, stable in the cycle of the first address.
module element_bounds #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned NumRegions = 1,
    localparam int unsigned ElemShift = $clog2(Bytes),
    localparam int unsigned ElemAddrW = AddrBits - ElemShift
) (
    input  logic                           clk_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic [          ElemAddrW-1:0] addr_i,
    output logic                           ok_o
);
  logic [NumRegions-1:0] before_q, below_q;

  for (genvar i = 0; i < NumRegions; i++) begin : gen_region
    logic [AddrBits-1:0] base, limit;
    logic base_rest;  // base is no multiple of Bytes
    logic [ElemAddrW+1:0] lack, room;  // the highest bit: a borrow
    assign base = base_i[i*AddrBits+:AddrBits];
    assign limit = limit_i[i*AddrBits+:AddrBits];
    assign base_rest = (base & (AddrBits'(Bytes) - AddrBits'(1))) != '0;
    assign lack = {1'b0, addr_i, 1'b0} - {1'b0, ElemAddrW'(base >> ElemShift), base_rest};
    assign room = {2'b0, addr_i} - {2'b0, ElemAddrW'(limit >> ElemShift)};
    always_ff @(posedge clk_i) begin
      before_q[i] <= lack[ElemAddrW+1];
      below_q[i] <= room[ElemAddrW+1];
    end
  end
  always_ff @(posedge clk_i) ok_o <= (below_q & ~before_q) != '0;
endmodule
