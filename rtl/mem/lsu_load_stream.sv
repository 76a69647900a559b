// SPDX-License-Identifier: Apache-2.0
// Load unit for consecutive addresses: consecutive requests to one line share one line request.
// Latency 3 cycles to the line request and 3 from the line response; initiation interval 1 for elements of a line and for
// lines alike.
// Registered: req_ready_o, rsp_*, fault_*.
// Two FIFOs: one entry for each element (fault, starts a line, lane), and the lines as they come from memory. A line's
// room is reserved before it is asked for and given back when an element of the next line is read.
module lsu_load_stream #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 64,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Depth = 4  // lines in flight, at least 2
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           flush_i,
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
  // Elements in flight: enough to cover the latency of memory at one a cycle when lines are shared.
  localparam int unsigned Elements = Depth > 4 ? 4 * Depth : 16;
  localparam int unsigned Requests = 8;  // line requests decided or reserved, not yet sent
  localparam int unsigned Answers = 4;  // 3 for full rate
  localparam int unsigned PtrW = $clog2(Depth);

  if (Depth < 2) begin : gen_depth_check
    $fatal(1, "lsu_load_stream: Depth must be at least 2");
  end

  // Entry: every accepted request holds an element entry and, until it turns out to share a line, a line request entry.
  logic accept, flush_q, empty, checked, checked_ok, checked_flush, same_line, elem_go, line_sent, line_new;
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
      .req_payload_i(flush_q | flush_i),
      .accept_o     (accept),
      .room_i       (1'b1),
      .entry_done_i (elem_go),
      .unsent_i     (checked & ~line_new),
      .sent_i       (line_sent),
      .empty_o      (empty),
      .valid_o      (checked),
      .ok_o         (checked_ok),
      .line_o       (line),
      .same_line_o  (same_line),
      .lane_o       (lane),
      .payload_o    (checked_flush),
      .fault_o,
      .fault_addr_o
  );
  always_ff @(posedge clk_i) flush_q <= !rst_i && !accept && (flush_q || flush_i);  // for the next request accepted

  // Same line as the request before, or a new one?
  assign line_new = checked & checked_ok & ~(same_line & ~checked_flush);

  // Line requests.
  logic room, request_valid, line_left, unused_request_ready;
  logic [LineAddrW-1:0] request_line;
  stream_fifo #(
      .Width(LineAddrW),
      .Depth(Requests),
      .Reserved(1'b1)
  ) u_requests (
      .clk_i,
      .rst_i,
      .in_valid_i (line_new),
      .in_ready_o (unused_request_ready),
      .in_data_i  (line),
      .out_valid_o(request_valid),
      .out_ready_i(line_req_ready_i & room),
      .out_data_o (request_line)
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
      .give_i(line_left),
      .take_i(line_sent),
      .any_o (room)
  );

  // Elements waiting for their line.
  logic elem_valid, elem_fault, elem_new, unused_elem_ready;
  logic [LaneW-1:0] elem_lane;
  stream_fifo #(
      .Width(LaneW + 2),
      .Depth(Elements),
      .Reserved(1'b1)
  ) u_elements (
      .clk_i,
      .rst_i,
      .in_valid_i (checked),
      .in_ready_o (unused_elem_ready),
      .in_data_i  ({~checked_ok, line_new, lane}),
      .out_valid_o(elem_valid),
      .out_ready_i(elem_go),
      .out_data_o ({elem_fault, elem_new, elem_lane})
  );

  // Lines. line_row_q is the row of the element read last, known once line_held_q.
  function automatic logic [PtrW-1:0] next_row(input logic [PtrW-1:0] row);
    next_row = row == PtrW'(Depth - 1) ? '0 : row + PtrW'(1);
  endfunction
  logic [PtrW-1:0] fill_row_q, line_row_q, line_row_d;
  logic arrived;  // a line that no element has been read from
  logic line_held_q, line_enter, rsp_room, read_valid_q;

  assign elem_go = elem_valid && rsp_room && (!elem_new || arrived);
  assign line_enter = elem_go & elem_new;
  assign line_left = line_enter & line_held_q;
  assign line_row_d = line_enter ? next_row(line_row_q) : line_row_q;
  credit_counter #(
      .Max(Depth)
  ) u_arrived (
      .clk_i,
      .rst_i,
      .give_i(line_rsp_valid_i),
      .take_i(line_enter),
      .any_o (arrived)
  );
  always_ff @(posedge clk_i) begin
    if (line_rsp_valid_i) fill_row_q <= next_row(fill_row_q);
    line_row_q <= line_row_d;
    if (line_enter) line_held_q <= 1'b1;
    read_valid_q <= elem_go;
    if (rst_i) begin
      fill_row_q <= '0;
      line_row_q <= PtrW'(Depth - 1);
      line_held_q <= 1'b0;
      read_valid_q <= 1'b0;
    end
  end

  // The row stays as it is while read_row_q points to it, so reading after the address register equals registering the
  // line: memory mappers do either, and simulation copies no lines. A row is read only in cycles after the one that wrote
  // it, so collisions do not matter.
  (* no_rw_check *)
  logic [LineBits-1:0] mem[0:Depth-1];
  logic [PtrW-1:0] read_row_q;
  logic [LaneW-1:0] lane_q;
  logic fault_q;
  always_ff @(posedge clk_i) begin
    if (line_rsp_valid_i) mem[fill_row_q] <= line_rsp_data_i;
  end
  always_ff @(posedge clk_i) begin
    if (elem_go) begin
      read_row_q <= line_row_d;
      lane_q <= elem_lane;
      fault_q <= elem_fault;
    end
  end

  // Whoever takes the elements may be late to say so: that ends here. An element is read with a place for it, so none waits before.
  logic [ElemBits-1:0] read_data;
  lane_select #(
      .Width(ElemBits),
      .Lanes(Lanes)
  ) u_lane (
      .line_i  (mem[read_row_q]),
      .lane_i  (lane_q),
      .zero_i  (fault_q),
      .result_o(read_data)
  );
  credit_fifo #(
      .Width(ElemBits),
      .Depth(Answers)
  ) u_out (
      .clk_i,
      .rst_i,
      .credit_o (rsp_room),
      .reserve_i(elem_go),
      .push_i   (read_valid_q),
      .data_i   (read_data),
      .release_i(1'b0),
      .valid_o  (rsp_valid_o),
      .ready_i  (rsp_ready_i),
      .data_o   (rsp_data_o)
  );
  assign idle_o = empty && !read_valid_q && !rsp_valid_o;
endmodule
