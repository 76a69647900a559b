// SPDX-License-Identifier: Apache-2.0
// Lines for the rounds of load units and caches (line_rounds). A round that asks for a line sends a request; all rounds wait in a FIFO,
// in order, those that ask until their line has come. So requests run ahead of what is read by as many lines as there is room for.
// A round is reserved, while room_o, and comes in a later cycle.
// Latency 1 from a round to its line request, and from a line to its round; a round leaves 1 cycle after it came at the earliest, 3 with
// more than 16 Rounds. Initiation interval 1. Registered: entered_o and line_req_addr_o; the other outputs are functions of registers.
module line_requests #(
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 128,
    parameter int unsigned Depth = 4,  // lines in flight, at least 2
    parameter int unsigned Rounds = 16,  // that are reserved or wait, at least 3 above 16
    parameter int unsigned Width = 1,  // bits that travel with each round
    parameter bit Kept = 1'b0,  // a line that was read can be read until the next one is: it is counted among those in flight
    localparam int unsigned LineAddrW = AddrBits - $clog2(LineBits / 8)
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    output logic                 room_o,
    input  logic                 reserve_i,
    input  logic                 in_valid_i,
    input  logic                 in_asks_i,
    input  logic [LineAddrW-1:0] in_line_i,
    input  logic [    Width-1:0] in_payload_i,
    output logic                 line_req_valid_o,
    input  logic                 line_req_ready_i,
    output logic [ AddrBits-1:0] line_req_addr_o,
    input  logic                 line_rsp_valid_i,
    input  logic [ LineBits-1:0] line_rsp_data_i,
    output logic                 out_valid_o,
    input  logic                 out_ready_i,
    output logic [    Width-1:0] out_payload_o,
    output logic                 entered_o,     // a line was taken in the cycle before:
    output logic [ LineBits-1:0] out_line_o     // the line taken last
);
  localparam int unsigned Requests = 16;  // line requests not yet sent, as in lsu_load_packet
  localparam int unsigned PtrW = $clog2(Depth);

  if (Depth < 2) begin : gen_check
    $fatal(1, "line_requests: Depth must be at least 2");
  end

  logic request_room, round_room;
  assign room_o = request_room & round_room;

  // Requests, and room for their lines.
  logic request_valid, line_room, line_left, sent;
  logic [LineAddrW-1:0] request_line;
  credit_fifo #(
      .Width(LineAddrW),
      .Depth(Requests),
      .Head (1'b1)
  ) u_requests (
      .clk_i,
      .rst_i,
      .credit_o (request_room),
      .reserve_i,
      .push_i   (in_valid_i & in_asks_i),
      .data_i   (in_line_i),
      .release_i(in_valid_i & ~in_asks_i),
      .valid_o  (request_valid),
      .ready_i  (line_req_ready_i & line_room),
      .data_o   (request_line)
  );
  assign line_req_valid_o = request_valid & line_room;
  assign line_req_addr_o = {request_line, (AddrBits - LineAddrW)'(0)};
  assign sent = line_req_valid_o & line_req_ready_i;
  credit_counter #(
      .Max    (Depth),
      .Initial(Depth)
  ) u_room (
      .clk_i,
      .rst_i,
      .give_i(line_left),
      .take_i(sent),
      .any_o (line_room)
  );

  // Rounds, and lines that no round has taken.
  logic waiting_valid, waiting_asks, arrived, enters;
  credit_fifo #(
      .Width(Width + 1),
      .Depth(Rounds)
  ) u_waiting (
      .clk_i,
      .rst_i,
      .credit_o (round_room),
      .reserve_i,
      .push_i   (in_valid_i),
      .data_i   ({in_asks_i, in_payload_i}),
      .release_i(1'b0),
      .valid_o  (waiting_valid),
      .ready_i  (out_ready_i && (!waiting_asks || arrived)),
      .data_o   ({waiting_asks, out_payload_o})
  );
  assign out_valid_o = waiting_valid && (!waiting_asks || arrived);
  assign enters = out_valid_o & out_ready_i & waiting_asks;
  credit_counter #(
      .Max(Depth)
  ) u_arrived (
      .clk_i,
      .rst_i,
      .give_i(line_rsp_valid_i),
      .take_i(enters),
      .any_o (arrived)
  );

  // Lines. A row stays as it is while read_row_q points to it and its line is counted: another is written there `Depth` lines later.
  function automatic logic [PtrW-1:0] next_row(input logic [PtrW-1:0] row);
    next_row = row == PtrW'(Depth - 1) ? '0 : row + PtrW'(1);
  endfunction
  logic [PtrW-1:0] write_row_q, enter_row_q, read_row_q;
  (* no_rw_check *)
  logic [LineBits-1:0] mem[0:Depth-1];
  always_ff @(posedge clk_i) begin
    if (line_rsp_valid_i) mem[write_row_q] <= line_rsp_data_i;
  end
  always_ff @(posedge clk_i) begin
    if (line_rsp_valid_i) write_row_q <= next_row(write_row_q);
    if (enters) begin
      read_row_q  <= enter_row_q;
      enter_row_q <= next_row(enter_row_q);
    end
    entered_o <= enters && !rst_i;
    if (rst_i) begin
      write_row_q <= '0;
      enter_row_q <= '0;
    end
  end
  assign out_line_o = mem[read_row_q];

  if (Kept) begin : gen_kept
    logic held_q;
    assign line_left = enters & held_q;
    always_ff @(posedge clk_i) begin
      if (enters) held_q <= 1'b1;
      if (rst_i) held_q <= 1'b0;
    end
  end else begin : gen_left
    assign line_left = enters;
  end
endmodule
