// SPDX-License-Identifier: Apache-2.0
// Load unit for unrelated addresses: each request is a line request of its own, and only the element is kept.
// Latency 3 cycles to the line request and 2 from the line response (3 with Depth over 16); initiation interval 1.
// Registered: req_ready_o, fault_*; rsp_valid_o is a function of registers.
module lsu_load_scatter #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 64,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Depth = 4  // requests in flight
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [           AddrBits-1:0] req_addr_i,
    output logic                           rsp_valid_o,
    input  logic                           rsp_ready_i,
    output logic [            Bytes*8-1:0] rsp_data_o,
    output logic                           line_req_valid_o,
    input  logic                           line_req_ready_i,
    output logic [           AddrBits-1:0] line_req_addr_o,
    input  logic                           line_rsp_valid_i,
    input  logic [           LineBits-1:0] line_rsp_data_i,
    output logic                           fault_o,
    output logic [           AddrBits-1:0] fault_addr_o,
    output logic                           idle_o
);
  localparam int unsigned ElemBits = Bytes * 8;
  localparam int unsigned Lanes = LineBits / ElemBits;
  localparam int unsigned LaneW = Lanes > 1 ? $clog2(Lanes) : 1;
  localparam int unsigned LineShift = $clog2(LineBits / 8);
  localparam int unsigned LineAddrW = AddrBits - LineShift;
  localparam int unsigned Requests = 8;  // accepted, not yet sent to memory
  localparam int unsigned Elements = Depth + Requests;  // accepted, not yet answered

  // Entry: an accepted request holds an element entry and, until it is sent or found faulty, a request entry.
  logic checked, checked_ok, respond, line_sent, unused_accept, unused_same, unused_payload;
  logic [LineAddrW-1:0] line;
  logic [LaneW-1:0] lane;
  lsu_front #(
      .Bytes     (Bytes),
      .AddrBits  (AddrBits),
      .LineBits  (LineBits),
      .NumRegions(NumRegions),
      .Width     (1),
      .Entries   (Elements),
      .Requests  (Requests)
  ) u_front (
      .clk_i,
      .rst_i,
      .base_i,
      .limit_i,
      .req_valid_i,
      .req_ready_o,
      .req_addr_i,
      .req_payload_i(1'b0),
      .accept_o     (unused_accept),
      .room_i       (1'b1),
      .entry_done_i (respond),
      .unsent_i     (checked & ~checked_ok),
      .sent_i       (line_sent),
      .empty_o      (idle_o),
      .valid_o      (checked),
      .ok_o         (checked_ok),
      .line_o       (line),
      .same_line_o  (unused_same),
      .lane_o       (lane),
      .payload_o    (unused_payload),
      .fault_o,
      .fault_addr_o
  );

  // Requests to memory, each with room for its element.
  logic [LineAddrW-1:0] request_line;
  logic [LaneW-1:0] request_lane;
  logic request_valid, room, element_taken, unused_request_ready;
  stream_fifo #(
      .Width(LineAddrW + LaneW),
      .Depth(Requests),
      .Reserved(1'b1)
  ) u_requests (
      .clk_i,
      .rst_i,
      .in_valid_i (checked & checked_ok),
      .in_ready_o (unused_request_ready),
      .in_data_i  ({line, lane}),
      .out_valid_o(request_valid),
      .out_ready_i(line_req_ready_i & room),
      .out_data_o ({request_line, request_lane})
  );
  assign line_req_valid_o = request_valid & room;
  assign line_req_addr_o = {request_line, LineShift'(0)};
  assign line_sent = line_req_valid_o & line_req_ready_i;
  credit_counter #(
      .Max    (Depth),
      .Initial(Depth)
  ) u_room (
      .clk_i,
      .rst_i,
      .give_i(element_taken),
      .take_i(line_sent),
      .any_o (room)
  );

  // Answers in order: a fault answers zero without an element.
  logic element_valid, order_fault;
  logic [ElemBits-1:0] element;
  lsu_elements #(
      .ElemBits(ElemBits),
      .LineBits(LineBits),
      .Depth   (Depth)
  ) u_elements (
      .clk_i,
      .rst_i,
      .sent_i (line_sent),
      .lane_i (request_lane),
      .line_rsp_valid_i,
      .line_rsp_data_i,
      .valid_o(element_valid),
      .take_i (element_taken),
      .data_o (element)
  );
  lsu_order #(
      .Depth(Elements)
  ) u_order (
      .clk_i,
      .rst_i,
      .valid_i    (checked),
      .ok_i       (checked_ok),
      .ready_i    (element_valid),
      .take_o     (element_taken),
      .rsp_valid_o(rsp_valid_o),
      .rsp_ready_i(rsp_ready_i),
      .fault_o    (order_fault),
      .done_o     (respond)
  );
  assign rsp_data_o = order_fault ? '0 : element;
endmodule
