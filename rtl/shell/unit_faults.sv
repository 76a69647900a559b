// SPDX-License-Identifier: Apache-2.0
// Joins what the fault collectors of a kernel's compute units hold into one report: the first fault of the launch, of one cycle that of
// the lowest unit. Where work-items are in a launch that is about to be ended (CIRCULATING) is reported for all units together: the
// sum of those in flight, and every stall point at which a unit has some.
// Latency 2: a cycle to see who reports what, and one to choose or to add. A unit's report stays until `start_i`, which clears, and is
// held until then. Registered: every output.
module unit_faults #(
    parameter int unsigned NumUnits = 2
) (
    input  logic                                        clk_i,
    input  logic                                        rst_i,
    input  logic                                        start_i,
    input  logic [NumUnits-1:0]                         unit_valid_i,
    input  logic [NumUnits*8-1:0]                       unit_code_i,
    input  logic [NumUnits*weft_abi_pkg::SITE_BITS-1:0] unit_site_i,
    input  logic [NumUnits*64-1:0]                      unit_addr_i,
    output logic                                        fault_valid_o,
    output logic [7:0]                                  fault_code_o,
    output logic [weft_abi_pkg::SITE_BITS-1:0]          fault_site_o,
    output logic [63:0]                                 fault_addr_o
);
  localparam int unsigned SiteBits = weft_abi_pkg::SITE_BITS;

  logic [NumUnits-1:0] fault_q, circulating_q;
  always_ff @(posedge clk_i) begin
    for (int unsigned u = 0; u < NumUnits; u++) begin
      circulating_q[u] <= unit_valid_i[u] && unit_code_i[u*8+:8] == weft_abi_pkg::FAULT_CIRCULATING;
      fault_q[u] <= unit_valid_i[u] && unit_code_i[u*8+:8] != weft_abi_pkg::FAULT_CIRCULATING;
    end
    if (rst_i || start_i) begin
      circulating_q <= '0;
      fault_q <= '0;
    end
  end

  logic [7:0] code;
  logic [SiteBits-1:0] site, in_flight;
  logic [63:0] addr, points;
  always_comb begin
    code = '0;
    site = '0;
    addr = '0;
    in_flight = '0;
    points = '0;
    for (int unsigned u = 0; u < NumUnits; u++) begin
      in_flight = in_flight + (circulating_q[u] ? unit_site_i[u*SiteBits+:SiteBits] : '0);
      points = points | (circulating_q[u] ? unit_addr_i[u*64+:64] : '0);
    end
    for (int unsigned u = NumUnits; u > 0; u--) begin
      if (fault_q[u-1]) begin
        code = unit_code_i[(u-1)*8+:8];
        site = unit_site_i[(u-1)*SiteBits+:SiteBits];
        addr = unit_addr_i[(u-1)*64+:64];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!fault_valid_o) begin
      if (fault_q != '0) begin
        fault_valid_o <= 1'b1;
        fault_code_o  <= code;
        fault_site_o  <= site;
        fault_addr_o  <= addr;
      end else if (circulating_q != '0) begin
        fault_valid_o <= 1'b1;
        fault_code_o  <= weft_abi_pkg::FAULT_CIRCULATING;
        fault_site_o  <= in_flight;
        fault_addr_o  <= points;
      end
    end else if (fault_code_o == weft_abi_pkg::FAULT_CIRCULATING) fault_addr_o <= fault_addr_o | points;
    if (rst_i || start_i) begin
      fault_valid_o <= 1'b0;
      fault_code_o  <= weft_abi_pkg::FAULT_NONE;
    end
  end
endmodule
