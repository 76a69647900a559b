// SPDX-License-Identifier: Apache-2.0
// What a packet of stores to any addresses writes, and which of its lanes go to one line. Latency 2, initiation interval 1.
// Registered: valid_o, same_o; ok_o and bad_o are one level of logic. Regions: see element_bounds.
module store_lanes_check #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned Lanes = 4,  // at least 2
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 128,
    parameter int unsigned NumRegions = 1,
    localparam int unsigned Pairs = Lanes * (Lanes - 1) / 2,
    localparam int unsigned ElemAddrW = AddrBits - $clog2(Bytes)
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           accept_i,
    input  logic [    Lanes*ElemAddrW-1:0] addr_i,   // in elements
    input  logic [              Lanes-1:0] mask_i,
    output logic                           valid_o,
    output logic [              Lanes-1:0] ok_o,     // in the mask and in bounds
    output logic [              Lanes-1:0] bad_o,    // in the mask only
    output logic [              Pairs-1:0] same_o    // bit i * (i - 1) / 2 + j: lanes i and j < i have the same line
);
  localparam int unsigned LineAddrW = AddrBits - $clog2(LineBits / 8);

  logic valid_1q;
  logic [Lanes-1:0] legal, mask_1q, mask_2q;
  logic [Pairs-1:0] same_1q;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    element_bounds #(
        .Bytes     (Bytes),
        .AddrBits  (AddrBits),
        .NumRegions(NumRegions)
    ) u_bounds (
        .clk_i,
        .base_i,
        .limit_i,
        .addr_i(addr_i[i*ElemAddrW+:ElemAddrW]),
        .ok_o  (legal[i])
    );
    for (genvar j = 0; j < i; j++) begin : gen_other
      always_ff @(posedge clk_i)
        same_1q[i*(i-1)/2+j] <= addr_i[(i+1)*ElemAddrW-1-:LineAddrW] == addr_i[(j+1)*ElemAddrW-1-:LineAddrW];
    end
  end
  always_ff @(posedge clk_i) begin
    valid_1q <= accept_i && !rst_i;
    valid_o <= valid_1q && !rst_i;
    mask_1q <= mask_i;
    mask_2q <= mask_1q;
    same_o <= same_1q;
  end
  assign ok_o = mask_2q & legal;
  assign bad_o = mask_2q & ~legal;
endmodule
