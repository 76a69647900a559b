// SPDX-License-Identifier: Apache-2.0
// Load unit for packets whose lanes load from any addresses: lane l's element of `Bytes` bytes is at the l-th of req_addr_i (bits
// below an element are taken as zero). A lane that is in req_mask_i and within bounds gives memory's element, any other one
// zero; the lowest of those in the mask but out of bounds is reported as a fault.
// A packet goes through rounds (line_rounds), one for each line that its lanes lie in. Each asks for its line, unless that is
// the one asked for last and no flush came since.
// Latency 7 cycles to the line request, 4 from the line response. Initiation interval: the number of the packet's lines, one at
// least. Registered: req_ready_o, rsp_*, fault_*, line_req_addr_o; line_req_valid_o is a function of registers.
// A line's room is reserved before it is asked for and given back when the next line is read.
module lsu_load_lanes #(
    parameter int unsigned Bytes = 4,  // of an element, at most a line
    parameter int unsigned Lanes = 4,  // at least 2
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 128,
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
    input  logic [     Lanes*AddrBits-1:0] req_addr_i,
    input  logic [              Lanes-1:0] req_mask_i,
    output logic                           rsp_valid_o,
    input  logic                           rsp_ready_i,
    output logic [      Lanes*Bytes*8-1:0] rsp_data_o,
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
  localparam int unsigned LineLanes = LineBits / ElemBits;
  localparam int unsigned PlaceW = LineLanes > 1 ? $clog2(LineLanes) : 1;
  localparam int unsigned LineShift = $clog2(LineBits / 8);
  localparam int unsigned LineAddrW = AddrBits - LineShift;
  localparam int unsigned ElemAddrW = AddrBits - $clog2(Bytes);
  localparam int unsigned Pairs = Lanes * (Lanes - 1) / 2;
  // Rounds in flight: enough to cover the latency of memory at one a cycle when packets share lines. Where each round has a
  // line of its own, those whose lines are in flight and those on the way there.
  localparam int unsigned Wanted = LineLanes > Lanes ? 4 * Depth : 2 * Depth;
  localparam int unsigned Rounds = Wanted > 16 ? Wanted : 16;
  localparam int unsigned Answers = 4;  // 4 for full rate
  localparam int unsigned Inside = Rounds + 6;  // packets not yet read: those with a round, a register and a FIFO of 4

  if (Depth < 2) begin : gen_depth_check
    $fatal(1, "lsu_load_lanes: Depth must be at least 2");
  end
  if (Lanes < 2) begin : gen_lanes_check
    $fatal(1, "lsu_load_lanes: Lanes must be at least 2");
  end

  // Entry.
  logic accept, waiting_valid, waiting_taken, waiting_flush, occupied, packet_done;
  logic [Lanes-1:0] waiting_ok, waiting_leads;
  logic [Pairs-1:0] waiting_same;
  logic [Lanes*ElemAddrW-1:0] waiting_elements;
  logic [Lanes*LineAddrW-1:0] waiting_lines;
  logic [Lanes*PlaceW-1:0] waiting_places;
  logic unused_set;
  lsu_lanes_front #(
      .Bytes     (Bytes),
      .Lanes     (Lanes),
      .AddrBits  (AddrBits),
      .LineBits  (LineBits),
      .NumRegions(NumRegions)
  ) u_front (
      .clk_i,
      .rst_i,
      .base_i,
      .limit_i,
      .flush_i,
      .req_valid_i,
      .req_ready_o,
      .req_addr_i,
      .req_mask_i,
      .req_set_i (1'b0),
      .accept_o  (accept),
      .valid_o   (waiting_valid),
      .ready_i   (waiting_taken),
      .flush_o   (waiting_flush),
      .ok_o      (waiting_ok),
      .leads_o   (waiting_leads),
      .same_o    (waiting_same),
      .set_o     (unused_set),
      .elements_o(waiting_elements),
      .fault_o,
      .fault_addr_o
  );
  credit_counter #(
      .Max(Inside)
  ) u_inside (
      .clk_i,
      .rst_i,
      .give_i(accept),
      .take_i(packet_done),
      .any_o (occupied)
  );
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign waiting_lines[l*LineAddrW+:LineAddrW] = waiting_elements[(l+1)*ElemAddrW-1-:LineAddrW];
    assign waiting_places[l*PlaceW+:PlaceW] = LineLanes > 1 ? waiting_elements[l*ElemAddrW+:PlaceW] : '0;
  end

  // Rounds. Each reserves what it may need behind the register that it is decided in.
  logic round_room, round_begins, round_valid, round_flush, round_some, round_last;
  logic [Lanes-1:0] round_served;
  logic [Lanes*PlaceW-1:0] round_places;
  logic [LineAddrW-1:0] round_line;
  logic [Lanes-1:0] unused_round_rows;
  line_rounds #(
      .Lanes    (Lanes),
      .LineAddrW(LineAddrW),
      .Width    (Lanes * PlaceW)
  ) u_rounds (
      .clk_i,
      .rst_i,
      .in_valid_i   (waiting_valid),
      .in_ready_o   (waiting_taken),
      .in_flush_i   (waiting_flush),
      .in_ok_i      (waiting_ok),
      .in_early_i   ('0),
      .in_leads_i   (waiting_leads),
      .in_same_i    (waiting_same),
      .in_lines_i   (waiting_lines),
      .in_payload_i (waiting_places),
      .room_i       (round_room),
      .keep_i       (1'b0),
      .step_o       (round_begins),
      .out_valid_o  (round_valid),
      .out_flush_o  (round_flush),
      .out_some_o   (round_some),
      .out_last_o   (round_last),
      .out_served_o (round_served),
      .out_line_o   (round_line),
      .out_rows_o   (unused_round_rows),
      .out_payload_o(round_places)
  );

  // Is the line new? It is compared with the one before a stage ahead.
  logic decided_q, flush_q, some_q, last_q, same_q, held_q, is_new;  // held_q: a line was asked for, and no flush came since
  logic [Lanes-1:0] served_q;
  logic [Lanes*PlaceW-1:0] places_q;
  logic [LineAddrW-1:0] line_q;
  assign is_new = some_q && (flush_q || !held_q || !same_q);
  always_ff @(posedge clk_i) begin
    flush_q <= round_flush;
    some_q <= round_some;
    last_q <= round_last;
    served_q <= round_served;
    places_q <= round_places;
    if (round_valid && round_some) line_q <= round_line;
    same_q <= round_line == line_q;
    decided_q <= round_valid && !rst_i;
    if (decided_q) held_q <= some_q || (held_q && !flush_q);
    if (rst_i) held_q <= 1'b0;
  end

  // Line requests, and rounds that wait for their lines. A line is read by the rounds that follow, until another one is.
  logic step_valid, step, step_last, rsp_room, unused_entered;
  logic first_q;  // the next round read is its packet's first
  logic [Lanes-1:0] step_served;
  logic [Lanes*PlaceW-1:0] step_places;
  logic [LineBits-1:0] line;
  line_requests #(
      .AddrBits(AddrBits),
      .LineBits(LineBits),
      .Depth   (Depth),
      .Rounds  (Rounds),
      .Width   (Lanes * (PlaceW + 1) + 1),
      .Kept    (1'b1)
  ) u_requests (
      .clk_i,
      .rst_i,
      .room_o          (round_room),
      .reserve_i       (round_begins),
      .in_valid_i      (decided_q),
      .in_asks_i       (is_new),
      .in_line_i       (line_q),
      .in_payload_i    ({last_q, served_q, places_q}),
      .line_req_valid_o,
      .line_req_ready_i,
      .line_req_addr_o,
      .line_rsp_valid_i,
      .line_rsp_data_i,
      .out_valid_o     (step_valid),
      .out_ready_i     (rsp_room),
      .out_payload_o   ({step_last, step_served, step_places}),
      .entered_o       (unused_entered),
      .out_line_o      (line)
  );
  assign step = step_valid & rsp_room;
  assign packet_done = step & step_last;

  logic [Lanes*PlaceW-1:0] read_places_q;
  logic [Lanes-1:0] read_served_q, write_q;  // write_q: lanes of the packet that this round sets: those served; in the first one, all
  logic read_last_q, packet_valid_q;
  always_ff @(posedge clk_i) begin
    if (step) first_q <= step_last;
    if (rst_i) first_q <= 1'b1;
    read_places_q <= step_places;
    read_served_q <= step_served;
    write_q <= (step_served | {Lanes{first_q}}) & {Lanes{step}};
    read_last_q <= packet_done && !rst_i;
    packet_valid_q <= read_last_q && !rst_i;
  end

  // The packet, put together round by round.
  logic [Lanes*ElemBits-1:0] packet_q;
  for (genvar l = 0; l < Lanes; l++) begin : gen_element
    logic [ElemBits-1:0] element;
    lane_select #(
        .Width(ElemBits),
        .Lanes(LineLanes)
    ) u_select (
        .line_i  (line),
        .lane_i  (read_places_q[l*PlaceW+:PlaceW]),
        .zero_i  (!read_served_q[l]),
        .result_o(element)
    );
    always_ff @(posedge clk_i) if (write_q[l]) packet_q[l*ElemBits+:ElemBits] <= element;
  end

  // Whoever takes the packets may be late to say so: that ends here. A packet is read with a place for it, so none waits before.
  credit_fifo #(
      .Width(Lanes * ElemBits),
      .Depth(Answers)
  ) u_out (
      .clk_i,
      .rst_i,
      .credit_o (rsp_room),
      .reserve_i(packet_done),
      .push_i   (packet_valid_q),
      .data_i   (packet_q),
      .release_i(1'b0),
      .valid_o  (rsp_valid_o),
      .ready_i  (rsp_ready_i),
      .data_o   (rsp_data_o)
  );
  assign idle_o = !occupied && !read_last_q && !packet_valid_q && !rsp_valid_o;
endmodule
