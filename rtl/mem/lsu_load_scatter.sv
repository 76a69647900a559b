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
  localparam int unsigned ElemShift = $clog2(Bytes);
  localparam int unsigned LineShift = $clog2(LineBits / 8);
  localparam int unsigned LineAddrW = AddrBits - LineShift;
  localparam int unsigned Requests = 8;  // accepted, not yet sent to memory
  localparam int unsigned ReqCountW = $clog2(Requests + 1);
  localparam int unsigned Elements = Depth + Requests;  // accepted, not yet answered
  localparam int unsigned ElemCountW = $clog2(Elements + 1);
  localparam int unsigned FreeW = $clog2(Depth + 1);

  // Entry: an accepted request holds an element entry and, until it is sent or found faulty, a request entry.
  logic accept, ready_q, checked, checked_ok, respond, line_sent, request_freed, unused_payload;
  logic [AddrBits-1:0] checked_addr;
  logic [ElemCountW-1:0] elems_q, elems_d;
  logic [ReqCountW-1:0] requests_q, requests_d;

  assign req_ready_o = ready_q;
  assign accept = req_valid_i & ready_q;
  assign request_freed = checked & ~checked_ok;
  assign elems_d = elems_q + ElemCountW'(accept) - ElemCountW'(respond);
  assign requests_d = requests_q + ReqCountW'(accept) - ReqCountW'(request_freed) - ReqCountW'(line_sent);
  always_ff @(posedge clk_i) begin
    elems_q <= elems_d;
    requests_q <= requests_d;
    ready_q <= elems_d != ElemCountW'(Elements) && requests_d != ReqCountW'(Requests);
    if (rst_i) begin
      elems_q <= '0;
      requests_q <= '0;
      ready_q <= 1'b0;
    end
  end

  lsu_check #(
      .Bytes     (Bytes),
      .AddrBits  (AddrBits),
      .NumRegions(NumRegions),
      .Width     (1)
  ) u_check (
      .clk_i,
      .rst_i,
      .base_i,
      .limit_i,
      .valid_i  (accept),
      .addr_i   (req_addr_i),
      .payload_i(1'b0),
      .valid_o  (checked),
      .ok_o     (checked_ok),
      .addr_o   (checked_addr),
      .payload_o(unused_payload),
      .fault_o,
      .fault_addr_o
  );

  // Requests to memory, each with room for its element.
  logic [LineAddrW-1:0] line, request_line;
  logic [LaneW-1:0] lane, request_lane, response_lane;
  logic request_valid, room_q, element_taken;
  logic unused_request_ready, unused_lane_ready, unused_lane_valid;
  logic [FreeW-1:0] free_q, free_d;
  assign line = checked_addr[AddrBits-1:LineShift];
  assign lane = Lanes > 1 ? LaneW'(checked_addr >> ElemShift) : '0;
  stream_fifo #(
      .Width(LineAddrW + LaneW),
      .Depth(Requests)
  ) u_requests (
      .clk_i,
      .rst_i,
      .in_valid_i (checked & checked_ok),
      .in_ready_o (unused_request_ready),
      .in_data_i  ({line, lane}),
      .out_valid_o(request_valid),
      .out_ready_i(line_req_ready_i & room_q),
      .out_data_o ({request_line, request_lane})
  );
  assign line_req_valid_o = request_valid & room_q;
  assign line_req_addr_o = {request_line, LineShift'(0)};
  assign line_sent = line_req_valid_o & line_req_ready_i;
  assign free_d = free_q - FreeW'(line_sent) + FreeW'(element_taken);
  always_ff @(posedge clk_i) begin
    free_q <= free_d;
    room_q <= free_d != '0;
    if (rst_i) begin
      free_q <= FreeW'(Depth);
      room_q <= 1'b0;
    end
  end

  // Responses: pick the element at once.
  stream_fifo #(
      .Width(LaneW),
      .Depth(Depth)
  ) u_lanes (
      .clk_i,
      .rst_i,
      .in_valid_i (line_sent),
      .in_ready_o (unused_lane_ready),
      .in_data_i  (request_lane),
      .out_valid_o(unused_lane_valid),
      .out_ready_i(line_rsp_valid_i),
      .out_data_o (response_lane)
  );
  logic element_q, element_valid, unused_element_ready;
  logic [ElemBits-1:0] element_data_q, element;
  always_ff @(posedge clk_i) begin
    if (line_rsp_valid_i) element_data_q <= line_rsp_data_i[response_lane*ElemBits+:ElemBits];
    element_q <= line_rsp_valid_i && !rst_i;
  end
  stream_fifo #(
      .Width(ElemBits),
      .Depth(Depth)
  ) u_elements (
      .clk_i,
      .rst_i,
      .in_valid_i (element_q),
      .in_ready_o (unused_element_ready),
      .in_data_i  (element_data_q),
      .out_valid_o(element_valid),
      .out_ready_i(element_taken),
      .out_data_o (element)
  );

  // Answers in order: a fault answers zero without an element.
  logic order_valid, order_fault, unused_order_ready;
  stream_fifo #(
      .Width(1),
      .Depth(Elements)
  ) u_order (
      .clk_i,
      .rst_i,
      .in_valid_i (checked),
      .in_ready_o (unused_order_ready),
      .in_data_i  (~checked_ok),
      .out_valid_o(order_valid),
      .out_ready_i(respond),
      .out_data_o (order_fault)
  );
  assign rsp_valid_o = order_valid & (order_fault | element_valid);
  assign rsp_data_o = order_fault ? '0 : element;
  assign respond = rsp_valid_o & rsp_ready_i;
  assign element_taken = respond & ~order_fault;
  assign idle_o = elems_q == '0;
endmodule
