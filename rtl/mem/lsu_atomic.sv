// SPDX-License-Identifier: Apache-2.0
// Unit for 32-bit atomic operations, performed at the memory side. The answer is the old value, given when memory has both
// returned it and acknowledged the write. Latency 3 cycles to the line request and 2 from the later of both (3 with Depth
// over 16); initiation interval 1.
// Registered: req_ready_o, fault_*; rsp_* and line_req_* are functions of registers.
module lsu_atomic #(
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 64,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Depth = 4  // operations not yet answered
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [           AddrBits-1:0] req_addr_i,
    input  logic [                    5:0] req_op_i,
    input  logic [                   31:0] req_data_i,
    input  logic [                   31:0] req_cmp_i,
    output logic                           rsp_valid_o,
    input  logic                           rsp_ready_i,
    output logic [                   31:0] rsp_data_o,
    output logic                           line_req_valid_o,
    input  logic                           line_req_ready_i,
    output logic [           AddrBits-1:0] line_req_addr_o,
    output logic [                    5:0] line_req_atop_o,
    output logic [           LineBits-1:0] line_req_data_o,
    output logic [         LineBits/8-1:0] line_req_strb_o,
    input  logic                           line_rsp_valid_i,
    input  logic [           LineBits-1:0] line_rsp_data_i,
    input  logic                           line_ack_valid_i,
    output logic                           fault_o,
    output logic [           AddrBits-1:0] fault_addr_o,
    output logic                           idle_o
);
  localparam int unsigned LineBytes = LineBits / 8;
  localparam int unsigned LaneW = $clog2(LineBits / 32);
  localparam int unsigned Requests = Depth < 8 ? Depth : 8;  // accepted, not yet sent to memory
  localparam int unsigned ReqCountW = $clog2(Requests + 1);
  localparam int unsigned CountW = $clog2(Depth + 1);

  if (LineBits < 64) begin : gen_line_check
    $fatal(1, "lsu_atomic: LineBits must be at least 64");
  end

  // Entry: an accepted operation holds an order entry and, until it is sent or found faulty, a request entry.
  logic accept, ready_q, checked, checked_ok, respond, line_sent, request_freed;
  logic [AddrBits-1:0] checked_addr;
  logic [69:0] checked_payload;
  logic [CountW-1:0] ops_q, ops_d;
  logic [ReqCountW-1:0] requests_q, requests_d;

  assign req_ready_o = ready_q;
  assign accept = req_valid_i & ready_q;
  assign request_freed = checked & ~checked_ok;
  assign ops_d = ops_q + CountW'(accept) - CountW'(respond);
  assign requests_d = requests_q + ReqCountW'(accept) - ReqCountW'(request_freed) - ReqCountW'(line_sent);
  always_ff @(posedge clk_i) begin
    ops_q <= ops_d;
    requests_q <= requests_d;
    ready_q <= ops_d != CountW'(Depth) && requests_d != ReqCountW'(Requests);
    if (rst_i) begin
      ops_q <= '0;
      requests_q <= '0;
      ready_q <= 1'b0;
    end
  end

  lsu_check #(
      .Bytes     (4),
      .AddrBits  (AddrBits),
      .NumRegions(NumRegions),
      .Width     (70)
  ) u_check (
      .clk_i,
      .rst_i,
      .base_i,
      .limit_i,
      .valid_i  (accept),
      .addr_i   (req_addr_i),
      .payload_i({req_op_i, req_cmp_i, req_data_i}),
      .valid_o  (checked),
      .ok_o     (checked_ok),
      .addr_o   (checked_addr),
      .payload_o(checked_payload),
      .fault_o,
      .fault_addr_o
  );

  // Requests are kept narrow. All lanes carry the data; AtomicCompare has the compare value in the operand's lane and
  // the new value in the other lane of the aligned pair.
  logic [AddrBits-3:0] request_word;
  logic [5:0] request_op;
  logic [31:0] request_compare, request_data;
  logic [63:0] request_pair;
  logic [7:0] pair_strb;
  logic is_compare, unused_request_ready, unused_low;
  stream_fifo #(
      .Width(AddrBits - 2 + 70),
      .Depth(Requests)
  ) u_requests (
      .clk_i,
      .rst_i,
      .in_valid_i (checked & checked_ok),
      .in_ready_o (unused_request_ready),
      .in_data_i  ({checked_addr[AddrBits-1:2], checked_payload}),
      .out_valid_o(line_req_valid_o),
      .out_ready_i(line_req_ready_i),
      .out_data_o ({request_word, request_op, request_compare, request_data})
  );
  assign unused_low = ^checked_addr[1:0];
  assign is_compare = request_op[4] & request_op[0];
  assign request_pair = !is_compare ? {2{request_data}} :
                        request_word[0] ? {request_compare, request_data} : {request_data, request_compare};
  assign pair_strb = is_compare ? 8'hff : request_word[0] ? 8'hf0 : 8'h0f;
  assign line_req_addr_o = {request_word, 2'b0};
  assign line_req_atop_o = request_op;
  assign line_req_data_o = {LineBits / 64{request_pair}};
  if (LineBits == 64) begin : gen_one_pair
    assign line_req_strb_o = pair_strb;
  end else begin : gen_pairs
    assign line_req_strb_o = LineBytes'(pair_strb) << {request_word[LaneW-1:1], 3'b0};
  end
  assign line_sent = line_req_valid_o & line_req_ready_i;

  // Old values.
  logic [LaneW-1:0] response_lane;
  logic unused_lane_valid, unused_lane_ready, unused_old_ready, old_q, old_valid, old_taken;
  logic [31:0] old_data_q, old;
  stream_fifo #(
      .Width(LaneW),
      .Depth(Depth)
  ) u_lanes (
      .clk_i,
      .rst_i,
      .in_valid_i (line_sent),
      .in_ready_o (unused_lane_ready),
      .in_data_i  (request_word[LaneW-1:0]),
      .out_valid_o(unused_lane_valid),
      .out_ready_i(line_rsp_valid_i),
      .out_data_o (response_lane)
  );
  always_ff @(posedge clk_i) begin
    if (line_rsp_valid_i) old_data_q <= line_rsp_data_i[response_lane*32+:32];
    old_q <= line_rsp_valid_i && !rst_i;
  end
  stream_fifo #(
      .Width(32),
      .Depth(Depth)
  ) u_old (
      .clk_i,
      .rst_i,
      .in_valid_i (old_q),
      .in_ready_o (unused_old_ready),
      .in_data_i  (old_data_q),
      .out_valid_o(old_valid),
      .out_ready_i(old_taken),
      .out_data_o (old)
  );

  // Answers in order: a fault answers zero and waits for nothing.
  logic order_valid, order_fault, acked_q, unused_order_ready;
  logic [CountW-1:0] acks_q, acks_d;
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
      .out_ready_i(respond),
      .out_data_o (order_fault)
  );
  assign rsp_valid_o = order_valid & (order_fault | (old_valid & acked_q));
  assign rsp_data_o = order_fault ? '0 : old;
  assign respond = rsp_valid_o & rsp_ready_i;
  assign old_taken = respond & ~order_fault;
  assign acks_d = acks_q + CountW'(line_ack_valid_i) - CountW'(old_taken);
  always_ff @(posedge clk_i) begin
    acks_q <= acks_d;
    acked_q <= acks_d != '0;
    if (rst_i) begin
      acks_q <= '0;
      acked_q <= 1'b0;
    end
  end
  assign idle_o = ops_q == '0;
endmodule
