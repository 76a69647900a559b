// SPDX-License-Identifier: Apache-2.0
// Front end of load/store units for packets: admits requests while there is room, checks the bounds of each lane, finds out
// which of the two lines that a packet may touch it needs, and reports faults.
// Latency 4 from an accepted request to valid_o and 5 to fault_o, initiation interval 1, no back-pressure on that side.
// Registered: all outputs but accept_o and, within the unit, fields that are cut out of them.
// entry_done_i, unsent_i, sent_i, room_i: see lsu_admission; unsent_i comes together with valid_o.
// Address bits below Bytes are taken as zero, with Aligned all those below a packet: what is checked is what is accessed.
module lsu_packet_front #(
    parameter int unsigned Bytes = 4,  // of an element
    parameter int unsigned Lanes = 4,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 128,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Width = 1,  // bits that travel with the request
    parameter int unsigned Entries = 4,
    parameter int unsigned Requests = 4,
    parameter bit Aligned = 1'b0,
    localparam int unsigned Step = Aligned ? Lanes : 1,
    localparam int unsigned Places = LineBits / (Bytes * 8 * Step),
    localparam int unsigned PlaceW = Places > 1 ? $clog2(Places) : 1,
    localparam int unsigned LineAddrW = AddrBits - $clog2(LineBits / 8)
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [           AddrBits-1:0] req_addr_i,
    input  logic [              Lanes-1:0] req_mask_i,
    input  logic [              Width-1:0] req_payload_i,
    output logic                           accept_o,
    input  logic                           room_i,
    input  logic                           entry_done_i,
    input  logic                           unsent_i,
    input  logic                           sent_i,
    output logic                           empty_o,      // no entry is held
    output logic                           valid_o,
    output logic [              Lanes-1:0] ok_o,         // there and within bounds
    output logic [          LineAddrW-1:0] line_o,       // that of lane 0
    output logic                           low_o,        // a lane that is ok lies in that line,
    output logic                           high_o,       // or in the one behind it
    output logic                           straddles_o,  // the last lane lies there, be it ok or not
    output logic                           same_line_o,  // as that of the request before,
    output logic                           next_line_o,  // or the one behind that
    output logic [             PlaceW-1:0] place_o,      // of lane 0 within its line, in Steps; zero if there is one
    output logic [              Width-1:0] payload_o,
    output logic                           fault_o,
    output logic [           AddrBits-1:0] fault_addr_o  // of the lowest lane out of bounds
);
  localparam int unsigned ElemShift = $clog2(Bytes);
  localparam int unsigned PlaceShift = $clog2(Bytes * Step);
  localparam int unsigned LaneW = $clog2(Lanes);

  lsu_admission #(
      .Entries (Entries),
      .Requests(Requests)
  ) u_admission (
      .clk_i,
      .rst_i,
      .valid_i (req_valid_i),
      .ready_o (req_ready_o),
      .accept_o,
      .room_i,
      .done_i  (entry_done_i),
      .unsent_i,
      .sent_i,
      .empty_o
  );

  // Bounds, beside three stages of the request.
  logic valid_1q, valid_2q, valid_3q, valid_4q;
  logic [AddrBits-1:0] addr, addr_1q, addr_2q, addr_3q, addr_4q;
  logic [Width-1:0] payload_1q, payload_2q, payload_3q, payload_4q;
  logic [Lanes-1:0] ok_3, bad_3, ok_4q;

  assign addr = (req_addr_i >> PlaceShift) << PlaceShift;
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
      .mask_i(req_mask_i),
      .ok_o  (ok_3),
      .bad_o (bad_3)
  );

  // Which lanes lie in the line of lane 0 is known a stage before which of them are ok.
  logic [Lanes-1:0] first_line_3q;
  if (Aligned) begin : gen_aligned
    assign first_line_3q = '1;
  end else begin : gen_lines
    logic [PlaceW-1:0] place_2q;
    assign place_2q = PlaceW'(addr_2q >> ElemShift);
    always_ff @(posedge clk_i)
      for (int unsigned l = 0; l < Lanes; l++) first_line_3q[l] <= {1'b0, place_2q} < (PlaceW + 1)'(Places - l);
  end

  // The fourth stage keeps a request until the next comes, whose line is compared with it a stage ahead. Whether it is the
  // one behind, a == b + 1, needs no adder: a + ~b is zero if each bit is what carries if those below are zero.
  logic low_q, high_q, straddles_q, same_q, next_q;
  logic [LineAddrW-1:0] line_3q, digit, carry;
  assign line_3q = addr_3q[AddrBits-1-:LineAddrW];
  assign digit = line_3q ^ ~line_o;
  assign carry = {line_3q[LineAddrW-2:0] | ~line_o[LineAddrW-2:0], 1'b0};
  always_ff @(posedge clk_i) begin
    addr_1q <= addr;
    addr_2q <= addr_1q;
    addr_3q <= addr_2q;
    if (valid_3q) addr_4q <= addr_3q;
    payload_1q <= req_payload_i;
    payload_2q <= payload_1q;
    payload_3q <= payload_2q;
    payload_4q <= payload_3q;
    ok_4q <= ok_3;
    low_q <= (ok_3 & first_line_3q) != '0;
    high_q <= (ok_3 & ~first_line_3q) != '0;
    straddles_q <= !first_line_3q[Lanes-1];
    same_q <= line_3q == line_o;
    next_q <= digit == carry;
    valid_1q <= accept_o && !rst_i;
    valid_2q <= valid_1q && !rst_i;
    valid_3q <= valid_2q && !rst_i;
    valid_4q <= valid_3q && !rst_i;
  end
  assign valid_o = valid_4q;
  assign ok_o = ok_4q;
  assign line_o = addr_4q[AddrBits-1-:LineAddrW];
  assign low_o = low_q;
  assign high_o = high_q;
  assign straddles_o = straddles_q;
  assign same_line_o = same_q;
  assign next_line_o = next_q;
  assign place_o = Places > 1 ? PlaceW'(addr_4q >> PlaceShift) : '0;
  assign payload_o = payload_4q;

  // Faults: the lowest lane, then its address.
  logic bad_4q, fault_q;
  logic [LaneW-1:0] lane, lane_4q;
  logic [AddrBits-1:0] distance, fault_addr_q;
  always_comb begin
    lane = '0;
    for (int unsigned l = Lanes; l > 0; l--) if (bad_3[l-1]) lane = LaneW'(l - 1);
  end
  assign distance = AddrBits'(lane_4q) << ElemShift;
  always_ff @(posedge clk_i) begin
    bad_4q <= bad_3 != '0;
    lane_4q <= lane;
    fault_q <= valid_4q && bad_4q && !rst_i;
    fault_addr_q <= Aligned ? addr_4q | distance : addr_4q + distance;
  end
  assign fault_o = fault_q;
  assign fault_addr_o = fault_addr_q;
endmodule
