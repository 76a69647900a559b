// SPDX-License-Identifier: Apache-2.0
// Front end of every load/store unit: admits requests while there is room, checks their bounds and reports faults.
// Latency 2 from an accepted request to valid_o, initiation interval 1, no back-pressure on that side.
// Registered: all outputs but accept_o and, within the unit, fields that are cut out of them.
// An accepted request holds an entry until entry_done_i and a request entry until sent_i, or until it turns out to send
// nothing: unsent_i, together with its valid_o. These three count a cycle later, so that they are no long paths to the next
// request's admission. room_i: what else the unit needs will have room in the next cycle.
// Address bits below Bytes are taken as zero, so what is checked is what is accessed.
module lsu_front #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 64,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Width = 1,  // bits that travel with the request
    parameter int unsigned Entries = 4,
    parameter int unsigned Requests = 4,
    localparam int unsigned Lanes = LineBits / (Bytes * 8),
    localparam int unsigned LaneW = Lanes > 1 ? $clog2(Lanes) : 1,
    localparam int unsigned LineAddrW = AddrBits - $clog2(LineBits / 8)
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [           AddrBits-1:0] req_addr_i,
    input  logic [              Width-1:0] req_payload_i,
    output logic                           accept_o,
    input  logic                           room_i,
    input  logic                           entry_done_i,
    input  logic                           unsent_i,
    input  logic                           sent_i,
    output logic                           empty_o,    // no entry is held
    output logic                           valid_o,
    output logic                           ok_o,
    output logic [          LineAddrW-1:0] line_o,
    output logic                           same_line_o,  // as that of the request before, which was within bounds
    output logic [              LaneW-1:0] lane_o,     // zero if a line has one lane
    output logic [              Width-1:0] payload_o,
    output logic                           fault_o,
    output logic [           AddrBits-1:0] fault_addr_o
);
  localparam int unsigned ElemShift = $clog2(Bytes);
  localparam int unsigned EntryCountW = $clog2(Entries + 1);
  localparam int unsigned ReqCountW = $clog2(Requests + 1);

  // Admission. Room is told by the counts now rather than by the next ones: the adders are not part of the path.
  logic ready_q, done_q, unsent_q, sent_q, entry_room, request_room;
  logic [EntryCountW-1:0] entries_q;
  logic [ReqCountW-1:0] requests_q;

  assign req_ready_o = ready_q;
  assign accept_o = req_valid_i & ready_q;
  assign empty_o = entries_q == '0;
  assign entry_room = done_q || entries_q != (accept_o ? EntryCountW'(Entries - 1) : EntryCountW'(Entries));
  assign request_room = unsent_q || sent_q || requests_q != (accept_o ? ReqCountW'(Requests - 1) : ReqCountW'(Requests));
  always_ff @(posedge clk_i) begin
    done_q <= entry_done_i;
    unsent_q <= unsent_i;
    sent_q <= sent_i;
    entries_q <= entries_q + EntryCountW'(accept_o) - EntryCountW'(done_q);
    requests_q <= requests_q + ReqCountW'(accept_o) - ReqCountW'(unsent_q) - ReqCountW'(sent_q);
    ready_q <= entry_room && request_room && room_i;
    if (rst_i) begin
      done_q <= 1'b0;
      unsent_q <= 1'b0;
      sent_q <= 1'b0;
      entries_q <= '0;
      requests_q <= '0;
      ready_q <= 1'b0;
    end
  end

  // Bounds, beside two stages of the request.
  logic valid_1q, valid_2q, fault_q;
  logic [AddrBits-1:0] addr, addr_1q, addr_2q, fault_addr_q;
  logic [Width-1:0] payload_1q, payload_2q;

  assign addr = (req_addr_i >> ElemShift) << ElemShift;
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
  // The second stage keeps a request until the next comes, whose line is compared with it a stage ahead.
  logic same_q, before_ok_q;  // before_ok_q: the request before was within bounds
  assign same_line_o = same_q && before_ok_q;
  always_ff @(posedge clk_i) begin
    addr_1q <= addr;
    payload_1q <= req_payload_i;
    if (valid_1q) addr_2q <= addr_1q;
    payload_2q <= payload_1q;
    same_q <= addr_1q[AddrBits-1-:LineAddrW] == line_o;
    fault_addr_q <= addr_2q;
    valid_1q <= accept_o && !rst_i;
    valid_2q <= valid_1q && !rst_i;
    fault_q <= valid_2q && !ok_o && !rst_i;
    if (valid_2q) before_ok_q <= ok_o;
    if (rst_i) before_ok_q <= 1'b0;
  end

  assign valid_o = valid_2q;
  assign line_o = addr_2q[AddrBits-1-:LineAddrW];
  assign lane_o = Lanes > 1 ? LaneW'(addr_2q >> ElemShift) : '0;
  assign payload_o = payload_2q;
  assign fault_o = fault_q;
  assign fault_addr_o = fault_addr_q;
endmodule
