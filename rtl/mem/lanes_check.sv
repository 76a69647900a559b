// SPDX-License-Identifier: Apache-2.0
// Which elements of a packet are in one of the regions [base, limit)? Lane l is the element of `Bytes` bytes at
// addr_i + l * Bytes, modulo 2^AddrBits; mask_i says which lanes there are. Latency 3, initiation interval 1.
// Registered: ok_o, bad_o. Regions are launch constants, stable 2 cycles before the first address.
//
// From addr_i on the region begins after `lack` bytes and ends after `room`, modulo 2^AddrBits. A lane at `at` bytes is
// inside if at + Bytes <= room, and if it does not come before the begin: at >= lack, unless addr_i is inside itself.
module lanes_check #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned Lanes = 4,  // at least 2
    parameter int unsigned AddrBits = 32,
    parameter int unsigned NumRegions = 1
) (
    input  logic                           clk_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic [           AddrBits-1:0] addr_i,
    input  logic [              Lanes-1:0] mask_i,
    output logic [              Lanes-1:0] ok_o,   // there and inside
    output logic [              Lanes-1:0] bad_o   // there and outside
);
  localparam int unsigned SpanW = $clog2(Bytes * Lanes);  // bits of a byte's place in the packet

  logic [NumRegions*Lanes-1:0] fits_q, begun_q;
  for (genvar i = 0; i < NumRegions; i++) begin : gen_region
    logic [AddrBits:0] lack_q, room_q;  // the highest bit: a borrow
    logic lack_high, room_high, covers;
    assign lack_high = lack_q[AddrBits-1:SpanW] != '0;
    assign room_high = room_q[AddrBits-1:SpanW] != '0;
    assign covers = lack_q[AddrBits] && !room_q[AddrBits];
    always_ff @(posedge clk_i) begin
      lack_q <= {1'b0, base_i[i*AddrBits+:AddrBits]} - {1'b0, addr_i};
      room_q <= {1'b0, limit_i[i*AddrBits+:AddrBits]} - {1'b0, addr_i};
      for (int unsigned l = 0; l < Lanes; l++) begin
        fits_q[i*Lanes+l]  <= room_high || {1'b0, room_q[SpanW-1:0]} >= (SpanW + 1)'((l + 1) * Bytes);
        begun_q[i*Lanes+l] <= covers || (!lack_high && lack_q[SpanW-1:0] <= SpanW'(l * Bytes));
      end
    end
  end

  logic [Lanes-1:0] legal, mask_1q, mask_2q;
  always_comb begin
    legal = '0;
    for (int unsigned i = 0; i < NumRegions; i++) legal |= fits_q[i*Lanes+:Lanes] & begun_q[i*Lanes+:Lanes];
  end
  always_ff @(posedge clk_i) begin
    mask_1q <= mask_i;
    mask_2q <= mask_1q;
    ok_o <= mask_2q & legal;
    bad_o <= mask_2q & ~legal;
  end
endmodule
