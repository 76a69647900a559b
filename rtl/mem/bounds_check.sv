// SPDX-License-Identifier: Apache-2.0
// Is an access of `Bytes` bytes at addr_i inside one of the regions [base, limit)? Latency 2, initiation interval 1.
// Registered: ok_o. Exact at both ends of the address space: nothing is added to the address. Regions are launch
// constants, stable 2 cycles before the first address; a region with limit < base + Bytes (as 0, 0 of NULL) admits nothing.
module bounds_check #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned NumRegions = 1
) (
    input  logic                           clk_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic [           AddrBits-1:0] addr_i,
    output logic                           ok_o
);
  logic [NumRegions-1:0] above_q, below_q, fits_q;
  logic ok_q;

  for (genvar i = 0; i < NumRegions; i++) begin : gen_region
    logic [AddrBits-1:0] base, limit, last_q;  // last_q: the highest address that fits
    assign base = base_i[i*AddrBits+:AddrBits];
    assign limit = limit_i[i*AddrBits+:AddrBits];
    always_ff @(posedge clk_i) begin
      last_q <= limit - AddrBits'(Bytes);
      fits_q[i] <= limit >= AddrBits'(Bytes);
      above_q[i] <= addr_i >= base;
      below_q[i] <= last_q >= addr_i;
    end
  end

  always_ff @(posedge clk_i) ok_q <= (above_q & below_q & fits_q) != '0;
  assign ok_o = ok_q;
endmodule
