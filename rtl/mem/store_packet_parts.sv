// SPDX-License-Identifier: Apache-2.0
// From an accepted packet to its parts: what it writes of one line, its elements in their places there. A packet that has
// elements in two lines makes two parts, one behind the other; any other one part, which writes nothing if no element may be written.
// Latency 4 from accept_i to part_valid_o, 5 to data_o and fault_o; initiation interval 1, and 2 behind a packet that crosses.
// Registered: all outputs but crosses_o, a function of addr_i, and strb_o, one level of logic.
//
// A line has blocks of as many elements as a packet. Rotated by its place in its block, a packet has each element where that
// is in a block too: what is wrapped belongs to the block behind, which is the first of the next line if it crosses.
module store_packet_parts #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned Lanes = 4,  // a power of two, at least 2
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 128,
    parameter int unsigned NumRegions = 1,
    parameter bit Aligned = 1'b0,
    localparam int unsigned Elements = LineBits / (Bytes * 8),
    localparam int unsigned LineAddrW = AddrBits - $clog2(LineBits / 8)
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           accept_i,
    input  logic [           AddrBits-1:0] addr_i,
    input  logic [              Lanes-1:0] mask_i,
    input  logic [      Lanes*Bytes*8-1:0] data_i,
    output logic                           crosses_o,     // it reaches into the next line: none may come in the next cycle
    output logic                           part_valid_o,
    output logic                           any_o,         // it writes something
    output logic                           last_o,        // of its packet
    output logic                           spare_o,       // its packet crosses and has no other part
    output logic                           same_line_o,   // as that of the last part that wrote something
    output logic [          LineAddrW-1:0] line_o,        // stays until the next part that writes something
    output logic [           Elements-1:0] strb_o,        // zero without a part
    output logic [      Lanes*Bytes*8-1:0] data_o,        // a cycle after its part; of each block
    output logic                           fault_o,
    output logic [           AddrBits-1:0] fault_addr_o
);
  localparam int unsigned ElemBits = Bytes * 8;
  localparam int unsigned PacketBits = Lanes * ElemBits;
  localparam int unsigned LaneW = $clog2(Lanes);
  localparam int unsigned Blocks = Elements / Lanes;
  localparam int unsigned BlockW = Blocks > 1 ? $clog2(Blocks) : 1;
  localparam int unsigned BlockShift = $clog2(Bytes * Lanes);
  localparam int unsigned Zeros = Aligned ? BlockShift : $clog2(Bytes);  // low bits of an address

  // The steps of a rotation are spread over three stages.
  localparam int unsigned Stages = 3;
  function logic [PacketBits-1:0] rotate_step(input logic [PacketBits-1:0] packet, input logic [LaneW-1:0] by, input int unsigned stage);
    rotate_step = packet;
    for (int unsigned b = 0; b < LaneW; b++)
      if (b % Stages == stage && by[b])
        rotate_step = (rotate_step << (ElemBits << b)) | (rotate_step >> (PacketBits - (ElemBits << b)));
  endfunction
  function logic [Lanes-1:0] rotate_lanes(input logic [Lanes-1:0] lanes, input logic [LaneW-1:0] by);
    rotate_lanes = lanes;
    for (int unsigned b = 0; b < LaneW; b++)
      if (by[b]) rotate_lanes = (rotate_lanes << (1 << b)) | (rotate_lanes >> (Lanes - (1 << b)));
  endfunction
  function logic [BlockW-1:0] block_of(input logic [AddrBits-1:0] addr);
    block_of = Blocks > 1 ? BlockW'(addr >> BlockShift) : '0;
  endfunction
  function logic [LaneW-1:0] place_of(input logic [AddrBits-1:0] addr);  // of lane 0 in its block
    place_of = Aligned ? '0 : LaneW'(addr >> $clog2(Bytes));
  endfunction
  function logic crosses(input logic [AddrBits-1:0] addr);
    crosses = place_of(addr) != '0 && block_of(addr) == BlockW'(Blocks - 1);
  endfunction

  // Beside the check of its lanes. Data is rotated on the way.
  logic [AddrBits-1:0] addr, addr_1q, addr_2q, addr_3q, addr_4q;
  logic [LineAddrW-1:0] next_3q, next_4q;  // the line behind that of lane 0
  logic [PacketBits-1:0] data_1q, data_2q, data_3q, data_4q, data_5q;
  logic [Lanes-1:0] ok, bad, before_3q;  // before: lanes in the line of lane 0
  logic valid_1q, valid_2q, valid_3q;

  assign addr = (addr_i >> Zeros) << Zeros;
  assign crosses_o = crosses(addr);
  lanes_check #(
      .Bytes     (Bytes),
      .Lanes     (Lanes),
      .AddrBits  (AddrBits),
      .NumRegions(NumRegions)
  ) u_check (
      .clk_i,
      .base_i,
      .limit_i,
      .addr_i(addr),
      .mask_i,
      .ok_o  (ok),
      .bad_o (bad)
  );
  always_ff @(posedge clk_i) begin
    addr_1q <= addr;
    addr_2q <= addr_1q;
    addr_3q <= addr_2q;
    addr_4q <= addr_3q;
    next_3q <= addr_2q[AddrBits-1-:LineAddrW] + LineAddrW'(1);
    next_4q <= next_3q;
    for (int unsigned l = 0; l < Lanes; l++)
      before_3q[l] <= !crosses(addr_2q) || (LaneW + 1)'(l) + (LaneW + 1)'(place_of(addr_2q)) < (LaneW + 1)'(Lanes);
    data_1q <= data_i;
    data_2q <= rotate_step(data_1q, place_of(addr_1q), 0);
    data_3q <= rotate_step(data_2q, place_of(addr_2q), 1);
    if (valid_3q) data_4q <= rotate_step(data_3q, place_of(addr_3q), 2);  // stays for a second part
    data_5q <= data_4q;
    valid_1q <= accept_i && !rst_i;
    valid_2q <= valid_1q && !rst_i;
    valid_3q <= valid_2q && !rst_i;
  end

  // Parts.
  logic low, high, again_q, valid_q, any_q, last_q, spare_q, same_q;  // again: the packet's other part comes next
  logic [LineAddrW-1:0] line_q;
  logic [Lanes-1:0] lanes_q, wrapped_q;  // by their places in a block
  logic [Blocks-1:0] here_q, behind_q;   // blocks of those that are not wrapped, and of those that are

  assign low = (ok & before_3q) != '0;
  assign high = (ok & ~before_3q) != '0;
  always_ff @(posedge clk_i) begin
    valid_q <= (valid_3q || again_q) && !rst_i;
    again_q <= valid_3q && low && high && !rst_i;
    any_q <= again_q || low || high;
    last_q <= again_q || !(low && high);
    spare_q <= valid_3q && crosses(addr_3q) && !(low && high) && !rst_i;
    if (valid_3q) begin
      lanes_q <= rotate_lanes(ok, place_of(addr_3q));
      for (int unsigned j = 0; j < Lanes; j++) wrapped_q[j] <= LaneW'(j) < place_of(addr_3q);
    end
    for (int unsigned b = 0; b < Blocks; b++) begin
      here_q[b] <= valid_3q && block_of(addr_3q) == BlockW'(b);
      behind_q[b] <= again_q ? b == 0 :
                     valid_3q && block_of(addr_3q) == BlockW'((b + Blocks - 1) % Blocks) && !(crosses(addr_3q) && low);
    end
    same_q <= !again_q && low && addr_3q[AddrBits-1-:LineAddrW] == line_q;
    if (again_q) line_q <= next_4q;
    else if (valid_3q && (low || high)) line_q <= low ? addr_3q[AddrBits-1-:LineAddrW] : next_3q;
  end
  always_comb begin
    for (int unsigned b = 0; b < Blocks; b++)
      strb_o[b*Lanes+:Lanes] = lanes_q & (wrapped_q & {Lanes{behind_q[b]}} | ~wrapped_q & {Lanes{here_q[b]}});
  end
  assign part_valid_o = valid_q;
  assign any_o = any_q;
  assign last_o = last_q;
  assign spare_o = spare_q;
  assign same_line_o = same_q;
  assign line_o = line_q;
  assign data_o = data_5q;

  // The lowest lane out of bounds.
  logic bad_4q, fault_q;
  logic [LaneW-1:0] bad_lane, bad_lane_4q;
  logic [AddrBits-1:0] fault_addr_q;
  always_comb begin
    bad_lane = '0;
    for (int unsigned l = Lanes; l > 0; l--) if (bad[l-1]) bad_lane = LaneW'(l - 1);
  end
  always_ff @(posedge clk_i) begin
    bad_4q <= valid_3q && bad != '0 && !rst_i;
    bad_lane_4q <= bad_lane;
    fault_q <= bad_4q && !rst_i;
    fault_addr_q <= addr_4q + (AddrBits'(bad_lane_4q) << $clog2(Bytes));
  end
  assign fault_o = fault_q;
  assign fault_addr_o = fault_addr_q;
endmodule
