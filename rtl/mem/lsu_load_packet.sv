// SPDX-License-Identifier: Apache-2.0
// Load unit for packets: `Lanes` consecutive elements of `Bytes` bytes, lane 0 at req_addr_i (its bits below an element are
// taken as zero), the others behind it modulo 2^AddrBits. A lane that is in req_mask_i and within bounds gives memory's
// element, any other one zero; the lowest of those in the mask but out of bounds is reported as a fault.
// Taps: a lane of the mask reads the element behind its own by i for each bit i, so lanes overlap, and a packet is
// Lanes + $clog2(Taps + 1) - 1 elements. All else is as for a packet of so many lanes: each lane's elements are wires.
// Made for packets that go on where the last one ended or overlap it: they share line requests. Asked for are only lines with
// a lane that is read; not the line asked for last, nor, by a packet that straddles both, the one before that. Both are
// forgotten by a flush and by a packet that begins neither in the line that the one before began in nor in the next.
// Latency 6 cycles to the line request, 4 from the line response (Aligned: 3). Initiation interval 1 for packets that need
// one new line or none; a packet that needs two takes two cycles.
// Registered: req_ready_o, rsp_*, fault_*, line_req_addr_o.
// Two FIFOs, as in lsu_load_stream: one entry for each packet, and the lines as they come from memory. A line's room is
// reserved before it is asked for and given back when the next line is read. Of the line read before, its end is kept: a
// packet that begins there and ends in the next line is put together from both.
// Aligned: addresses are multiples of the packet's size. No packet straddles two lines then, and none is rotated.
// Halved: the line port moves half a line at a time, the lower half first, for packets that are longer than what memory moves in a
// cycle. A line takes two requests then, one after the other.
module lsu_load_packet #(
    parameter int unsigned Bytes = 4,  // of an element
    parameter int unsigned Lanes = 4,  // a power of two, at least 2
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 128,  // at least a packet
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Depth = 4,  // lines in flight, at least 2
    parameter bit Aligned = 1'b0,
    parameter int unsigned Taps = 1,  // odd; 1 if Aligned
    parameter bit Halved = 1'b0,
    localparam int unsigned Elements = Lanes + $clog2(Taps + 1) - 1,  // of a packet
    localparam int unsigned PortBits = Halved ? LineBits / 2 : LineBits
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           flush_i,
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [           AddrBits-1:0] req_addr_i,
    input  logic [              Lanes-1:0] req_mask_i,
    output logic                           rsp_valid_o,
    input  logic                           rsp_ready_i,
    output logic [   Elements*Bytes*8-1:0] rsp_data_o,
    output logic                           line_req_valid_o,
    input  logic                           line_req_ready_i,
    output logic [           AddrBits-1:0] line_req_addr_o,
    input  logic                           line_rsp_valid_i,
    input  logic [           PortBits-1:0] line_rsp_data_i,
    output logic                           fault_o,
    output logic [           AddrBits-1:0] fault_addr_o,
    output logic                           idle_o
);
  localparam int unsigned ElemBits = Bytes * 8;
  localparam int unsigned LineLanes = LineBits / ElemBits;
  localparam int unsigned Step = Aligned ? Lanes : 1;
  localparam int unsigned PlaceW = LineLanes > Step ? $clog2(LineLanes / Step) : 1;
  localparam int unsigned LineShift = $clog2(LineBits / 8);
  localparam int unsigned LineAddrW = AddrBits - LineShift;
  // Packets in flight: enough to cover the latency of memory at one a cycle when lines are shared. Where each has a line of
  // its own, those whose lines are in flight and those on the way there.
  localparam int unsigned Wanted = LineLanes > Lanes ? 4 * Depth : 2 * Depth;
  localparam int unsigned Packets = Wanted > 16 ? Wanted : 16;
  // Packets with line requests decided or reserved, not yet sent. 7 for full rate; more let lines wait for a run in kernel_memory_port.
  localparam int unsigned Requests = 16;
  localparam int unsigned Answers = 4;  // 4 for full rate (Aligned: 3)
  localparam int unsigned PtrW = $clog2(Depth);

  if (Depth < 2) begin : gen_depth_check
    $fatal(1, "lsu_load_packet: Depth must be at least 2");
  end
  if (Lanes < 2 || (Lanes & (Lanes - 1)) != 0 || Elements > LineLanes) begin : gen_lanes_check
    $fatal(1, "lsu_load_packet: Lanes must be a power of two, at least 2, and a packet at most a line");
  end
  if (Taps % 2 == 0 || (Aligned && Taps != 1)) begin : gen_taps_check
    $fatal(1, "lsu_load_packet: Taps must be odd, and 1 if Aligned");
  end

  // An element is read if a lane taps it.
  logic [Elements-1:0] wanted;
  always_comb begin
    wanted = '0;
    for (int unsigned i = 0; i < Elements - Lanes + 1; i++) if (Taps[i]) wanted |= Elements'(req_mask_i) << i;
  end

  // Entry: every accepted packet holds a packet entry and, until it turns out to need no new line, a request entry.
  logic accept, flush_q, empty, checked, checked_flush, low_needed, high_needed, straddles, same_line, next_line, any_new, packet_done, request_done;
  logic [Elements-1:0] ok;
  logic [LineAddrW-1:0] line;
  logic [PlaceW-1:0] place;
  lsu_packet_front #(
      .Bytes     (Bytes),
      .Lanes     (Elements),
      .AddrBits  (AddrBits),
      .LineBits  (LineBits),
      .NumRegions(NumRegions),
      .Width     (1),
      .Entries   (Packets),
      .Requests  (Requests),
      .Aligned   (Aligned)
  ) u_front (
      .clk_i,
      .rst_i,
      .base_i,
      .limit_i,
      .req_valid_i,
      .req_ready_o,
      .req_addr_i,
      .req_mask_i   (wanted),
      .req_payload_i(flush_q | flush_i),
      .accept_o     (accept),
      .room_i       (1'b1),
      .entry_done_i (packet_done),
      .unsent_i     (checked & ~any_new),
      .sent_i       (request_done),
      .empty_o      (empty),
      .valid_o      (checked),
      .ok_o         (ok),
      .line_o       (line),
      .low_o        (low_needed),
      .high_o       (high_needed),
      .straddles_o  (straddles),
      .same_line_o  (same_line),
      .next_line_o  (next_line),
      .place_o      (place),
      .payload_o    (checked_flush),
      .fault_o,
      .fault_addr_o
  );
  always_ff @(posedge clk_i) flush_q <= !rst_i && !accept && (flush_q || flush_i);  // for the next packet accepted

  // Which lines are new? The one asked for last is told by its distance from the packet before: its line (at_line_q), the one
  // behind that (at_next_q), or elsewhere, where no consecutive packet needs it. joined_q: the packet's line came right before
  // the one behind it, so that its end is still there.
  logic at_line_q, at_next_q, joined_q, at_line, at_next, from_end, low_new, high_new, both_new;
  assign at_line = !checked_flush && ((same_line && at_line_q) || (next_line && at_next_q));
  assign at_next = !checked_flush && same_line && at_next_q;
  assign from_end = at_next && joined_q && straddles;
  assign low_new = low_needed && !at_line && !from_end;
  assign high_new = high_needed && (low_new || !at_next);
  assign any_new = low_new || high_new;
  assign both_new = low_new && high_new;
  always_ff @(posedge clk_i) begin
    if (checked) begin
      at_line_q <= !high_needed && (low_needed ? !from_end : at_line);
      at_next_q <= !Aligned && (high_needed || (at_next && (!low_needed || from_end)));
      if (high_new) joined_q <= low_needed || at_line;
    end
    if (rst_i) begin
      at_line_q <= 1'b0;
      at_next_q <= 1'b0;
    end
  end

  // Line requests. Of a packet with two new lines, the entry stays for the second. The address is registered before it is
  // shown, so that the adder is behind no answer of memory.
  logic request_valid, request_high, request_both, request_second_q, request_last, load, send_valid_q, room, line_sent, line_left;
  logic upper;  // half of the line that is asked for, or all of it
  logic unused_request_ready;
  logic [LineAddrW-1:0] request_line, send_line_q;
  stream_fifo #(
      .Width(LineAddrW + 2),
      .Depth(Requests),
      .Reserved(1'b1)
  ) u_requests (
      .clk_i,
      .rst_i,
      .in_valid_i (checked & any_new),
      .in_ready_o (unused_request_ready),
      .in_data_i  ({~low_new, both_new, line}),
      .out_valid_o(request_valid),
      .out_ready_i(load & request_last),
      .out_data_o ({request_high, request_both, request_line})
  );
  assign load = request_valid && (!send_valid_q || line_sent);
  assign request_last = request_second_q || !request_both;
  assign request_done = load & request_last;
  always_ff @(posedge clk_i) begin
    if (!send_valid_q || line_sent) begin
      send_valid_q <= request_valid;
      send_line_q <= request_line + LineAddrW'(request_second_q || request_high);
    end
    if (load) request_second_q <= !request_last;
    if (rst_i) begin
      send_valid_q <= 1'b0;
      request_second_q <= 1'b0;
    end
  end
  assign line_req_valid_o = send_valid_q & room;
  assign line_sent = line_req_valid_o & line_req_ready_i & upper;
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

  // Packets waiting for their lines.
  logic packet_valid, packet_new, packet_both, packet_split, unused_packet_ready;
  logic [Elements-1:0] packet_ok;
  logic [PlaceW-1:0] packet_place;
  stream_fifo #(
      .Width(Elements + PlaceW + 3),
      .Depth(Packets),
      .Reserved(1'b1)
  ) u_packets (
      .clk_i,
      .rst_i,
      .in_valid_i (checked),
      .in_ready_o (unused_packet_ready),
      .in_data_i  ({any_new, both_new, low_needed & (high_needed | from_end), place, ok}),
      .out_valid_o(packet_valid),
      .out_ready_i(packet_done),
      .out_data_o ({packet_new, packet_both, packet_split, packet_place, packet_ok})
  );

  // Lines. line_row_q is the row of the line read last, known once line_held_q.
  function automatic logic [PtrW-1:0] next_row(input logic [PtrW-1:0] row);
    next_row = row == PtrW'(Depth - 1) ? '0 : row + PtrW'(1);
  endfunction
  logic [PtrW-1:0] fill_row_q, line_row_q, line_row_d;
  logic arrived;  // a line that no packet has read
  logic line_comes;  // the last of it
  logic line_held_q, line_enter, half_q, step, rsp_room, read_valid_q;  // half_q: the packet's first new line is read

  assign step = packet_valid && rsp_room && (!packet_new || arrived);
  assign line_enter = step & packet_new;
  assign packet_done = step && (half_q || !packet_both);
  assign line_left = line_enter & line_held_q;
  assign line_row_d = line_enter ? next_row(line_row_q) : line_row_q;
  credit_counter #(
      .Max(Depth)
  ) u_arrived (
      .clk_i,
      .rst_i,
      .give_i(line_comes),
      .take_i(line_enter),
      .any_o (arrived)
  );
  always_ff @(posedge clk_i) begin
    if (line_comes) fill_row_q <= next_row(fill_row_q);
    line_row_q <= line_row_d;
    if (line_enter) line_held_q <= 1'b1;
    if (step) half_q <= !packet_done;
    read_valid_q <= packet_done;
    if (rst_i) begin
      fill_row_q <= '0;
      line_row_q <= PtrW'(Depth - 1);
      line_held_q <= 1'b0;
      half_q <= 1'b0;
      read_valid_q <= 1'b0;
    end
  end

  // A row stays as it is while read_row_q points to it, as in lsu_load_stream.
  logic [LineBits-1:0] read_line;
  logic [PtrW-1:0] read_row_q;
  logic [PlaceW-1:0] place_q;
  logic [Elements-1:0] ok_q;
  if (Halved) begin : gen_halves
    (* no_rw_check *)
    logic [PortBits-1:0] lows[0:Depth-1], highs[0:Depth-1];
    logic upper_q, upper_comes_q;
    assign upper = upper_q;
    assign line_req_addr_o = {send_line_q, upper_q, (LineShift - 1)'(0)};
    assign line_comes = line_rsp_valid_i & upper_comes_q;
    assign read_line = {highs[read_row_q], lows[read_row_q]};
    always_ff @(posedge clk_i) begin
      if (line_rsp_valid_i && !upper_comes_q) lows[fill_row_q] <= line_rsp_data_i;
    end
    always_ff @(posedge clk_i) begin
      if (line_comes) highs[fill_row_q] <= line_rsp_data_i;
    end
    always_ff @(posedge clk_i) begin
      upper_q <= !rst_i && (upper_q ^ (line_req_valid_o & line_req_ready_i));
      upper_comes_q <= !rst_i && (upper_comes_q ^ line_rsp_valid_i);
    end
  end else begin : gen_whole
    (* no_rw_check *)
    logic [LineBits-1:0] mem[0:Depth-1];
    assign upper = 1'b1;
    assign line_req_addr_o = {send_line_q, LineShift'(0)};
    assign line_comes = line_rsp_valid_i;
    assign read_line = mem[read_row_q];
    always_ff @(posedge clk_i) begin
      if (line_rsp_valid_i) mem[fill_row_q] <= line_rsp_data_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (step) begin
      read_row_q <= line_row_d;
      place_q <= packet_place;
      ok_q <= packet_ok;
    end
  end

  // What the packet's lanes are cut out of: a line or, place by place, the end of the one before and the begin of this one.
  logic window_valid;
  logic [LineBits-1:0] window;
  logic [PlaceW-1:0] window_place;
  logic [Elements-1:0] window_ok;
  if (Aligned) begin : gen_line
    logic unused_split;
    assign unused_split = packet_split;
    assign window_valid = read_valid_q;
    assign window = read_line;
    assign window_place = place_q;
    assign window_ok = ok_q;
  end else begin : gen_joined
    localparam int unsigned Kept = Elements - 1;  // places at a line's end where a packet may begin that straddles
    localparam int unsigned FirstKept = LineLanes - Kept;
    logic [Kept-1:0] from_before_q;
    logic [Kept*ElemBits-1:0] before_q;
    logic [LineBits-1:0] joined, window_q;
    logic [PlaceW-1:0] window_place_q;
    logic [Elements-1:0] window_ok_q;
    logic window_valid_q;
    always_comb begin
      joined = read_line;
      for (int unsigned i = 0; i < Kept; i++)
        if (from_before_q[i]) joined[(FirstKept+i)*ElemBits+:ElemBits] = before_q[i*ElemBits+:ElemBits];
    end
    always_ff @(posedge clk_i) begin
      if (line_enter) before_q <= read_line[LineBits-1-:Kept*ElemBits];
      for (int unsigned i = 0; i < Kept; i++) from_before_q[i] <= packet_split && packet_place <= PlaceW'(FirstKept + i);
      window_q <= joined;
      window_place_q <= place_q;
      window_ok_q <= ok_q;
      window_valid_q <= read_valid_q && !rst_i;
    end
    assign window_valid = window_valid_q;
    assign window = window_q;
    assign window_place = window_place_q;
    assign window_ok = window_ok_q;
  end

  // Whoever takes the packets may be late to say so: that ends here. A packet is read with a place for it, so none waits before.
  logic [Elements*ElemBits-1:0] packet;
  lanes_window #(
      .Width    (ElemBits),
      .LineLanes(LineLanes),
      .Lanes    (Elements),
      .Step     (Step)
  ) u_window (
      .line_i  (window),
      .first_i (window_place),
      .keep_i  (window_ok),
      .result_o(packet)
  );
  credit_fifo #(
      .Width(Elements * ElemBits),
      .Depth(Answers)
  ) u_out (
      .clk_i,
      .rst_i,
      .credit_o (rsp_room),
      .reserve_i(packet_done),
      .push_i   (window_valid),
      .data_i   (packet),
      .release_i(1'b0),
      .valid_o  (rsp_valid_o),
      .ready_i  (rsp_ready_i),
      .data_o   (rsp_data_o)
  );
  assign idle_o = empty && !read_valid_q && !window_valid && !rsp_valid_o;
endmodule
