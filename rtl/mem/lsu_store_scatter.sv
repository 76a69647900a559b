// SPDX-License-Identifier: Apache-2.0
// Store unit for unrelated addresses: each store is a line request of its own.
// Latency 3 to the line request and 1 from its acknowledgement; initiation interval 1. Registered: req_ready_o, fault_*; ack_valid_o and
// line_req_* are functions of registers.
module lsu_store_scatter #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 64,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Depth = 4  // stores not yet acknowledged
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [           AddrBits-1:0] req_addr_i,
    input  logic [            Bytes*8-1:0] req_data_i,
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
  localparam int unsigned ElemBits = Bytes * 8;
  localparam int unsigned LineBytes = LineBits / 8;
  localparam int unsigned Lanes = LineBits / ElemBits;
  localparam int unsigned LaneW = Lanes > 1 ? $clog2(Lanes) : 1;
  localparam int unsigned ElemShift = $clog2(Bytes);
  localparam int unsigned LineShift = $clog2(LineBytes);
  localparam int unsigned LineAddrW = AddrBits - LineShift;
  localparam int unsigned Requests = Depth < 8 ? Depth : 8;  // accepted, not yet sent to memory

  // Entry: an accepted store holds an order entry and, until it is sent or found faulty, a request entry.
  logic checked, checked_ok, acknowledged, line_sent, unused_accept, unused_same;
  logic [LineAddrW-1:0] line;
  logic [LaneW-1:0] lane;
  logic [ElemBits-1:0] checked_data;
  lsu_front #(
      .Bytes     (Bytes),
      .AddrBits  (AddrBits),
      .LineBits  (LineBits),
      .NumRegions(NumRegions),
      .Width     (ElemBits),
      .Entries   (Depth),
      .Requests  (Requests)
  ) u_front (
      .clk_i,
      .rst_i,
      .base_i,
      .limit_i,
      .req_valid_i,
      .req_ready_o,
      .req_addr_i,
      .req_payload_i(req_data_i),
      .accept_o     (unused_accept),
      .room_i       (1'b1),
      .entry_done_i (acknowledged),
      .unsent_i     (checked & ~checked_ok),
      .sent_i       (line_sent),
      .empty_o      (idle_o),
      .valid_o      (checked),
      .ok_o         (checked_ok),
      .line_o       (line),
      .same_line_o  (unused_same),
      .lane_o       (lane),
      .payload_o    (checked_data),
      .fault_o,
      .fault_addr_o
  );

  // Requests are kept narrow; every lane of the line carries the data, the strobes pick one.
  logic [LineAddrW-1:0] request_line;
  logic [LaneW-1:0] request_lane;
  logic [ElemBits-1:0] request_data;
  logic unused_request_ready;
  stream_fifo #(
      .Width(LineAddrW + LaneW + ElemBits),
      .Depth(Requests),
      .Reserved(1'b1)
  ) u_requests (
      .clk_i,
      .rst_i,
      .in_valid_i (checked & checked_ok),
      .in_ready_o (unused_request_ready),
      .in_data_i  ({line, lane, checked_data}),
      .out_valid_o(line_req_valid_o),
      .out_ready_i(line_req_ready_i),
      .out_data_o ({request_line, request_lane, request_data})
  );
  assign line_req_addr_o = {request_line, LineShift'(0)};
  assign line_req_data_o = {Lanes{request_data}};
  assign line_req_strb_o = LineBytes'({Bytes{1'b1}}) << (32'(request_lane) << ElemShift);
  assign line_sent = line_req_valid_o & line_req_ready_i;

  // Acknowledgements in order: a faulty store waits for nothing.
  logic line_acked, line_ack_used, unused_fault;
  credit_counter #(
      .Max(Depth)
  ) u_acks (
      .clk_i,
      .rst_i,
      .give_i(line_ack_valid_i),
      .take_i(line_ack_used),
      .any_o (line_acked)
  );
  lsu_order #(
      .Depth(Depth)
  ) u_order (
      .clk_i,
      .rst_i,
      .valid_i    (checked),
      .ok_i       (checked_ok),
      .ready_i    (line_acked),
      .take_o     (line_ack_used),
      .rsp_valid_o(ack_valid_o),
      .rsp_ready_i(ack_ready_i),
      .fault_o    (unused_fault),
      .done_o     (acknowledged)
  );
endmodule
