// SPDX-License-Identifier: Apache-2.0
// Front end of every load/store unit: takes an accepted request through the bounds check and reports faults.
// Latency 2, initiation interval 1, no back-pressure. Registered: all outputs.
// Address bits below Bytes are taken as zero, so what is checked is what is accessed.
module lsu_check #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Width = 1  // bits that travel with the request
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           valid_i,
    input  logic [           AddrBits-1:0] addr_i,
    input  logic [              Width-1:0] payload_i,
    output logic                           valid_o,
    output logic                           ok_o,
    output logic [           AddrBits-1:0] addr_o,
    output logic [              Width-1:0] payload_o,
    output logic                           fault_o,
    output logic [           AddrBits-1:0] fault_addr_o
);
  localparam int unsigned AlignBits = $clog2(Bytes);

  logic valid_1q, valid_2q, fault_q;
  logic [AddrBits-1:0] addr, addr_1q, addr_2q, fault_addr_q;
  logic [Width-1:0] payload_1q, payload_2q;

  assign addr = (addr_i >> AlignBits) << AlignBits;
  assign valid_o = valid_2q;
  assign addr_o = addr_2q;
  assign payload_o = payload_2q;
  assign fault_o = fault_q;
  assign fault_addr_o = fault_addr_q;

  bounds_check #(
      .Bytes     (Bytes),
      .AddrBits  (AddrBits),
      .NumRegions(NumRegions)
  ) u_bounds (
      .clk_i,
      .base_i,
      .limit_i,
      .addr_i(addr),
      .ok_o
  );

  always_ff @(posedge clk_i) begin
    addr_1q <= addr;
    addr_2q <= addr_1q;
    payload_1q <= payload_i;
    payload_2q <= payload_1q;
    fault_addr_q <= addr_2q;
    valid_1q <= valid_i && !rst_i;
    valid_2q <= valid_1q && !rst_i;
    fault_q <= valid_2q && !ok_o && !rst_i;
  end
endmodule
