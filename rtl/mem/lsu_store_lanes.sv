// SPDX-License-Identifier: Apache-2.0
// Store unit for packets whose lanes go to any addresses: a request writes each of `Lanes` elements that its mask has at its own
// address. A packet leaves in rounds of one line each; of lanes with one address the highest is written.
// Lanes out of bounds are not written; fault_o tells the lowest one of a packet. A packet that writes nothing is acknowledged too.
// Latency 7 to the first line request, 2 from the acknowledgement of the last one; initiation interval the number of lines, one at
// least, and one more for a packet with lanes out of bounds.
// Full rate as long as Depth is 11 more than the cycles from a line request to its acknowledgement.
// Registered: req_ready_o, ack_valid_o, line_req_*, fault_*.
module lsu_store_lanes #(
    parameter int unsigned Bytes = 4,  // of an element
    parameter int unsigned Lanes = 4,  // a power of two, at least 2
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 128,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Depth = 4  // packets not yet acknowledged, and lines not yet acknowledged by memory
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [     Lanes*AddrBits-1:0] req_addr_i,
    input  logic [              Lanes-1:0] req_mask_i,
    input  logic [      Lanes*Bytes*8-1:0] req_data_i,
    output logic                           ack_valid_o,
    input  logic                           ack_ready_i,
    output logic                           line_req_valid_o,
    input  logic                           line_req_ready_i,
    output logic [           AddrBits-1:0] line_req_addr_o,
    output logic [           LineBits-1:0] line_req_data_o,
    output logic [         LineBits/8-1:0] line_req_strb_o,
    input  logic                           line_ack_valid_i,
    output logic                           fault_o,
    output logic [           AddrBits-1:0] fault_addr_o,
    output logic                           idle_o
);
  localparam int unsigned ElemShift = $clog2(Bytes);
  localparam int unsigned ElemAddrW = AddrBits - ElemShift;
  localparam int unsigned PacketBits = Lanes * Bytes * 8;
  localparam int unsigned Packets = Depth < 16 ? Depth : 16;  // accepted, not yet in their last round
  localparam int unsigned Pairs = Lanes * (Lanes - 1) / 2;
  localparam int unsigned LaneW = $clog2(Lanes);

  logic accept, acknowledged, left;  // left: a packet began its last round
  lsu_admission #(
      .Entries (Depth),
      .Requests(Packets)
  ) u_admission (
      .clk_i,
      .rst_i,
      .valid_i (req_valid_i),
      .ready_o (req_ready_o),
      .accept_o(accept),
      .room_i  (1'b1),
      .done_i  (acknowledged),
      .unsent_i(1'b0),
      .sent_i  (left),
      .empty_o (idle_o)
  );

  // A packet waits for its rounds; what decides them comes from the check of its lanes.
  logic [Lanes*ElemAddrW-1:0] elem_addr, waiting_addr;
  logic [PacketBits-1:0] waiting_data;
  logic unused_packet_ready, unused_packet_valid;
  for (genvar l = 0; l < Lanes; l++) begin : gen_addr
    assign elem_addr[l*ElemAddrW+:ElemAddrW] = ElemAddrW'(req_addr_i[l*AddrBits+:AddrBits] >> ElemShift);
  end
  stream_fifo #(
      .Width(Lanes * ElemAddrW + PacketBits),
      .Depth(Packets),
      .Reserved(1'b1)
  ) u_packets (
      .clk_i,
      .rst_i,
      .in_valid_i (accept),
      .in_ready_o (unused_packet_ready),
      .in_data_i  ({elem_addr, req_data_i}),
      .out_valid_o(unused_packet_valid),
      .out_ready_i(left),
      .out_data_o ({waiting_addr, waiting_data})
  );

  logic checked, faulty, waiting, waiting_faulty, waiting_taken, unused_check_ready;
  logic [Lanes-1:0] ok, bad, waiting_first, waiting_ok;
  logic [Pairs-1:0] same, waiting_same;
  store_lanes_check #(
      .Bytes     (Bytes),
      .Lanes     (Lanes),
      .AddrBits  (AddrBits),
      .LineBits  (LineBits),
      .NumRegions(NumRegions)
  ) u_check (
      .clk_i,
      .rst_i,
      .base_i,
      .limit_i,
      .accept_i(accept),
      .addr_i  (elem_addr),
      .mask_i  (req_mask_i),
      .valid_o (checked),
      .ok_o    (ok),
      .bad_o   (bad),
      .same_o  (same)
  );
  assign faulty = bad != '0;
  stream_fifo #(
      .Width(1 + 2 * Lanes + Pairs),
      .Depth(Packets),
      .Reserved(1'b1)
  ) u_checks (
      .clk_i,
      .rst_i,
      .in_valid_i (checked),
      .in_ready_o (unused_check_ready),
      .in_data_i  ({faulty, faulty ? bad : ok, ok, same}),
      .out_valid_o(waiting),
      .out_ready_i(waiting_taken),
      .out_data_o ({waiting_faulty, waiting_first, waiting_ok, waiting_same})
  );

  logic advance, room, begins, round, round_last, round_faulty, group_done;
  logic [LaneW-1:0] lead;
  logic [Lanes-1:0] lanes;
  assign advance = ~line_req_valid_o | line_req_ready_i;
  credit_counter #(
      .Max    (Depth),
      .Initial(Depth)
  ) u_room (
      .clk_i,
      .rst_i,
      .give_i(group_done),
      .take_i(begins),
      .any_o (room)
  );
  store_lanes_rounds #(
      .Lanes(Lanes)
  ) u_rounds (
      .clk_i,
      .rst_i,
      .in_valid_i  (waiting),
      .in_ready_o  (waiting_taken),
      .in_faulty_i (waiting_faulty),
      .in_first_i  (waiting_first),
      .in_ok_i     (waiting_ok),
      .in_same_i   (waiting_same),
      .room_i      (room),
      .advance_i   (advance),
      .begin_o     (begins),
      .out_valid_o (round),
      .out_last_o  (round_last),
      .out_faulty_o(round_faulty),
      .out_lead_o  (lead),
      .out_lanes_o (lanes)
  );
  assign left = round & round_last & advance;

  logic fault_q;
  logic [ElemAddrW-1:0] lead_addr;
  store_lanes_line #(
      .Bytes   (Bytes),
      .Lanes   (Lanes),
      .AddrBits(AddrBits),
      .LineBits(LineBits)
  ) u_line (
      .clk_i,
      .rst_i,
      .advance_i  (advance),
      .lanes_i    (lanes & {Lanes{round}}),
      .lead_i     (lead),
      .addr_i     (waiting_addr),
      .data_i     (waiting_data),
      .lead_addr_o(lead_addr),
      .valid_o    (line_req_valid_o),
      .addr_o     (line_req_addr_o),
      .data_o     (line_req_data_o),
      .strb_o     (line_req_strb_o)
  );
  always_ff @(posedge clk_i) fault_q <= round && round_faulty && advance && !rst_i;
  assign fault_o = fault_q;
  assign fault_addr_o = AddrBits'(lead_addr) << ElemShift;

  // Rounds wait in order for memory's acknowledgement (those without a line: for nothing); with its last one a packet is acknowledged.
  logic group_valid, group_has_line, group_last, line_acked, unused_group_ready;
  stream_fifo #(
      .Width(2),
      .Depth(Depth),
      .Reserved(1'b1)
  ) u_groups (
      .clk_i,
      .rst_i,
      .in_valid_i (round & advance),
      .in_ready_o (unused_group_ready),
      .in_data_i  ({lanes != '0, round_last}),
      .out_valid_o(group_valid),
      .out_ready_i(group_done),
      .out_data_o ({group_has_line, group_last})
  );
  assign group_done = group_valid & (~group_has_line | line_acked);
  credit_counter #(
      .Max(Depth)
  ) u_line_acks (
      .clk_i,
      .rst_i,
      .give_i(line_ack_valid_i),
      .take_i(group_done & group_has_line),
      .any_o (line_acked)
  );
  assign acknowledged = ack_valid_o & ack_ready_i;
  credit_counter #(
      .Max(Depth)
  ) u_acks (
      .clk_i,
      .rst_i,
      .give_i(group_done & group_last),
      .take_i(acknowledged),
      .any_o (ack_valid_o)
  );
endmodule
