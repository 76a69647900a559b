// SPDX-License-Identifier: Apache-2.0
// Unit for atomic operations on 4 or 8 bytes, performed at the memory side. The answer is the old value, given when memory has both
// returned it and acknowledged the write. Latency 3 cycles to the line request and 2 from the later of both (3 with Depth
// over 16); initiation interval 1.
// Registered: req_ready_o, fault_*; rsp_* and line_req_* are functions of registers.
module lsu_atomic #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 64,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Depth = 4,  // operations not yet answered
    localparam int unsigned Bits = 8 * Bytes
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [           AddrBits-1:0] req_addr_i,
    input  logic [                    5:0] req_op_i,
    input  logic [               Bits-1:0] req_data_i,
    input  logic [               Bits-1:0] req_cmp_i,
    output logic                           rsp_valid_o,
    input  logic                           rsp_ready_i,
    output logic [               Bits-1:0] rsp_data_o,
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
  localparam int unsigned LaneW = $clog2(LineBits / Bits);
  localparam int unsigned ByteW = $clog2(Bytes);
  localparam int unsigned PayloadW = 6 + 2 * Bits;
  localparam int unsigned Requests = Depth < 8 ? Depth : 8;  // accepted, not yet sent to memory
  localparam int unsigned LineAddrW = AddrBits - $clog2(LineBytes);

  if (LineBits < 2 * Bits) begin : gen_line_check
    $fatal(1, "lsu_atomic: a line must hold two operands");
  end

  // Entry: an accepted operation holds an order entry and, until it is sent or found faulty, a request entry.
  logic checked, checked_ok, respond, line_sent, unused_accept, unused_same;
  logic [LineAddrW-1:0] line;
  logic [LaneW-1:0] lane;
  logic [PayloadW-1:0] checked_payload;
  lsu_front #(
      .Bytes     (Bytes),
      .AddrBits  (AddrBits),
      .LineBits  (LineBits),
      .NumRegions(NumRegions),
      .Width     (PayloadW),
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
      .req_payload_i({req_op_i, req_cmp_i, req_data_i}),
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
      .payload_o    (checked_payload),
      .fault_o,
      .fault_addr_o
  );

  // Requests are kept narrow. All lanes carry the data; AtomicCompare has the compare value in the operand's lane and
  // the new value in the other lane of the aligned pair.
  logic [AddrBits-ByteW-1:0] request_index;  // of the operand in memory
  logic [5:0] request_op;
  logic [Bits-1:0] request_compare, request_data;
  logic [2*Bits-1:0] request_pair;
  logic [2*Bytes-1:0] pair_strb;
  logic is_compare, unused_request_ready;
  stream_fifo #(
      .Width(AddrBits - ByteW + PayloadW),
      .Depth(Requests),
      .Reserved(1'b1)
  ) u_requests (
      .clk_i,
      .rst_i,
      .in_valid_i (checked & checked_ok),
      .in_ready_o (unused_request_ready),
      .in_data_i  ({line, lane, checked_payload}),
      .out_valid_o(line_req_valid_o),
      .out_ready_i(line_req_ready_i),
      .out_data_o ({request_index, request_op, request_compare, request_data})
  );
  assign is_compare = request_op[4] & request_op[0];
  assign request_pair = !is_compare ? {2{request_data}} :
                        request_index[0] ? {request_compare, request_data} : {request_data, request_compare};
  assign pair_strb = {{Bytes{is_compare | request_index[0]}}, {Bytes{is_compare | ~request_index[0]}}};
  assign line_req_addr_o = {request_index, ByteW'(0)};
  assign line_req_atop_o = request_op;
  assign line_req_data_o = {LineBits / (2 * Bits) {request_pair}};
  if (LineBits == 2 * Bits) begin : gen_one_pair
    assign line_req_strb_o = pair_strb;
  end else begin : gen_pairs
    assign line_req_strb_o = LineBytes'(pair_strb) << {request_index[LaneW-1:1], (ByteW + 1)'(0)};
  end
  assign line_sent = line_req_valid_o & line_req_ready_i;

  // Answers in order: a fault answers zero and waits for nothing.
  logic old_valid, answer_taken, order_fault, line_acked;
  logic [Bits-1:0] old;
  lsu_elements #(
      .ElemBits(Bits),
      .LineBits(LineBits),
      .Depth   (Depth)
  ) u_old (
      .clk_i,
      .rst_i,
      .sent_i (line_sent),
      .lane_i (request_index[LaneW-1:0]),
      .line_rsp_valid_i,
      .line_rsp_data_i,
      .valid_o(old_valid),
      .take_i (answer_taken),
      .data_o (old)
  );
  credit_counter #(
      .Max(Depth)
  ) u_acks (
      .clk_i,
      .rst_i,
      .give_i(line_ack_valid_i),
      .take_i(answer_taken),
      .any_o (line_acked)
  );
  lsu_order #(
      .Depth(Depth)
  ) u_order (
      .clk_i,
      .rst_i,
      .valid_i    (checked),
      .ok_i       (checked_ok),
      .ready_i    (old_valid & line_acked),
      .take_o     (answer_taken),
      .rsp_valid_o(rsp_valid_o),
      .rsp_ready_i(rsp_ready_i),
      .fault_o    (order_fault),
      .done_o     (respond)
  );
  assign rsp_data_o = order_fault ? '0 : old;
endmodule
