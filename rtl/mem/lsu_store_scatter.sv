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
  localparam int unsigned ReqCountW = $clog2(Requests + 1);
  localparam int unsigned CountW = $clog2(Depth + 1);

  // Entry: an accepted store holds an order entry and, until it is sent or found faulty, a request entry.
  logic accept, ready_q, checked, checked_ok, acknowledged, line_sent, request_freed;
  logic [AddrBits-1:0] checked_addr;
  logic [ElemBits-1:0] checked_data;
  logic [CountW-1:0] stores_q, stores_d;
  logic [ReqCountW-1:0] requests_q, requests_d;

  assign req_ready_o = ready_q;
  assign accept = req_valid_i & ready_q;
  assign request_freed = checked & ~checked_ok;
  assign stores_d = stores_q + CountW'(accept) - CountW'(acknowledged);
  assign requests_d = requests_q + ReqCountW'(accept) - ReqCountW'(request_freed) - ReqCountW'(line_sent);
  always_ff @(posedge clk_i) begin
    stores_q <= stores_d;
    requests_q <= requests_d;
    ready_q <= stores_d != CountW'(Depth) && requests_d != ReqCountW'(Requests);
    if (rst_i) begin
      stores_q <= '0;
      requests_q <= '0;
      ready_q <= 1'b0;
    end
  end

  lsu_check #(
      .Bytes     (Bytes),
      .AddrBits  (AddrBits),
      .NumRegions(NumRegions),
      .Width     (ElemBits)
  ) u_check (
      .clk_i,
      .rst_i,
      .base_i,
      .limit_i,
      .valid_i  (accept),
      .addr_i   (req_addr_i),
      .payload_i(req_data_i),
      .valid_o  (checked),
      .ok_o     (checked_ok),
      .addr_o   (checked_addr),
      .payload_o(checked_data),
      .fault_o,
      .fault_addr_o
  );

  // Requests are kept narrow; every lane of the line carries the data, the strobes pick one.
  logic [LineAddrW-1:0] line, request_line;
  logic [LaneW-1:0] lane, request_lane;
  logic [ElemBits-1:0] request_data;
  logic unused_request_ready;
  assign line = checked_addr[AddrBits-1:LineShift];
  assign lane = Lanes > 1 ? LaneW'(checked_addr >> ElemShift) : '0;
  stream_fifo #(
      .Width(LineAddrW + LaneW + ElemBits),
      .Depth(Requests)
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
  logic order_valid, order_fault, line_acked_q, line_ack_used, unused_order_ready;
  logic [CountW-1:0] line_acks_q, line_acks_d;
  stream_fifo #(
      .Width(1),
      .Depth(Depth)
  ) u_order (
      .clk_i,
      .rst_i,
      .in_valid_i (checked),
      .in_ready_o (unused_order_ready),
      .in_data_i  (~checked_ok),
      .out_valid_o(order_valid),
      .out_ready_i(acknowledged),
      .out_data_o (order_fault)
  );
  assign ack_valid_o = order_valid & (order_fault | line_acked_q);
  assign acknowledged = ack_valid_o & ack_ready_i;
  assign line_ack_used = acknowledged & ~order_fault;
  assign line_acks_d = line_acks_q + CountW'(line_ack_valid_i) - CountW'(line_ack_used);
  always_ff @(posedge clk_i) begin
    line_acks_q <= line_acks_d;
    line_acked_q <= line_acks_d != '0;
    if (rst_i) begin
      line_acks_q <= '0;
      line_acked_q <= 1'b0;
    end
  end
  assign idle_o = stores_q == '0;
endmodule
