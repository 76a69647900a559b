// SPDX-License-Identifier: Apache-2.0
// Elements near each other of each lane, one after the other, at a load unit for packets whose lanes have an address each: for each
// bit i of Taps the one that lies i * Bytes behind the lane's address, modulo 2^AddrBits. The unit answers in order; a packet is
// answered when its last element is, lane after lane, an element after the other.
// Masks: a lane has a bit of the mask for each element. The unit is not asked for elements that no lane asks for, but for the first
// one, so that each packet has an answer. What a lane has of what it does not ask for is anything.
// Latency 1 to the first request, 1 from the last answer; initiation interval Elements, with Masks as many as the unit is asked for.
// Registered: unit_req_*, rsp_valid_o, rsp_data_o. req_ready_o depends on unit_req_ready_i, unit_rsp_ready_o on rsp_ready_i.
module elements_in_turn #(
    parameter int unsigned Bytes = 4,  // of an element
    parameter int unsigned Lanes = 4,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned Elements = 2,  // of a lane, at least 2
    parameter logic [63:0] Taps     = 64'd3,  // odd, with so many bits
    parameter int unsigned SetW     = 1,  // of what goes to the unit with each element
    parameter bit Masks = 1'b0,
    parameter int unsigned Depth = 16,  // packets under way, with Masks
    localparam int unsigned MaskW = Masks ? Elements : 1
) (
    input  logic                              clk_i,
    input  logic                              rst_i,
    input  logic                              req_valid_i,
    output logic                              req_ready_o,
    input  logic [        Lanes*AddrBits-1:0] req_addr_i,        // lane 0 lowest
    input  logic [           Lanes*MaskW-1:0] req_mask_i,        // lane 0 lowest, of each the first element
    input  logic [                  SetW-1:0] req_set_i,
    output logic                              rsp_valid_o,
    input  logic                              rsp_ready_i,
    output logic [Lanes*Elements*Bytes*8-1:0] rsp_data_o,
    output logic                              unit_req_valid_o,
    input  logic                              unit_req_ready_i,
    output logic [        Lanes*AddrBits-1:0] unit_req_addr_o,
    output logic [                 Lanes-1:0] unit_req_mask_o,
    output logic [                  SetW-1:0] unit_req_set_o,
    input  logic                              unit_rsp_valid_i,
    output logic                              unit_rsp_ready_o,
    input  logic [         Lanes*Bytes*8-1:0] unit_rsp_data_i
);
  localparam int unsigned Bits = Bytes * 8;
  localparam int unsigned CountW = $clog2(Elements);
  if (Elements < 2) begin : gen_check
    $fatal(1, "elements_in_turn: Elements must be at least 2");
  end
  // A byte for each element but the first: how far behind that it is. 0: Taps has too few or too many bits.
  function automatic logic [8*Elements-9:0] places();
    int unsigned seen;
    seen = 0;
    places = '0;
    for (int unsigned i = 1; i < 64; i++)
      if (Taps[i]) begin
        if (seen < Elements - 1) places[8*seen+:8] = 8'(i);
        seen = seen + 1;
      end
    if (seen != Elements - 1) places = '0;
  endfunction
  localparam logic [8*Elements-9:0] Places = places();
  if (!Taps[0] || Places == '0) begin : gen_taps_check
    $fatal(1, "elements_in_turn: Taps must be odd, with Elements bits");
  end

  // Requests, and answers: the elements of the oldest packet. Those of a packet that nobody has taken stay.
  logic accept, step, room, last_sent, take, packet, last_came;
  logic [7:0] distance;  // of the next element from the one that is asked for
  assign step = unit_req_valid_o & unit_req_ready_i;
  assign req_ready_o = room && (!unit_req_valid_o || (unit_req_ready_i && last_sent));
  assign accept = req_valid_i & req_ready_o;
  assign unit_rsp_ready_o = packet && (!rsp_valid_o || rsp_ready_i);
  assign take = unit_rsp_valid_i & unit_rsp_ready_o;
  always_ff @(posedge clk_i) begin
    if (accept) begin
      unit_req_addr_o <= req_addr_i;
      unit_req_set_o <= req_set_i;
    end else if (step) begin
      for (int unsigned l = 0; l < Lanes; l++)
        unit_req_addr_o[l*AddrBits+:AddrBits] <= unit_req_addr_o[l*AddrBits+:AddrBits] + AddrBits'(distance) * AddrBits'(Bytes);
    end
    unit_req_valid_o <= !rst_i && (accept || (unit_req_valid_o && !(step && last_sent)));
    rsp_valid_o <= !rst_i && (take ? last_came : rsp_valid_o && !rsp_ready_i);
  end

  if (Masks) begin : gen_masks
    logic fresh_q, first_q;  // first_q: the next answer is that of a packet's first element
    logic [Elements-1:0] wanted;  // by any lane
    logic [Elements-2:0] left_q, next, kept, due_q, now;  // of the elements behind the first: those to be asked for, and to be answered
    logic [Lanes*(Elements-1)-1:0] masks_q;  // likewise
    logic [7:0] place_q, next_place;  // of the element that is asked for, and of the next one
    always_comb begin
      wanted = '0;
      for (int unsigned l = 0; l < Lanes; l++) wanted |= req_mask_i[l*Elements+:Elements];
      for (int unsigned e = 0; e < Elements - 1; e++) begin
        next[e] = left_q[e] && (left_q & ((Elements - 1)'(1) << e) - (Elements - 1)'(1)) == '0;
        now[e] = due_q[e] && (due_q & ((Elements - 1)'(1) << e) - (Elements - 1)'(1)) == '0;
      end
      next_place = '0;
      for (int unsigned e = 0; e < Elements - 1; e++) if (next[e]) next_place |= Places[8*e+:8];
    end
    assign distance = next_place - place_q;
    assign last_sent = left_q == '0;
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      always_ff @(posedge clk_i) begin
        if (accept) masks_q[l*(Elements-1)+:Elements-1] <= req_mask_i[l*Elements+1+:Elements-1];
        if (accept) unit_req_mask_o[l] <= req_mask_i[l*Elements];
        else if (step) unit_req_mask_o[l] <= (masks_q[l*(Elements-1)+:Elements-1] & next) != '0;
      end
    end
    always_ff @(posedge clk_i) begin
      if (accept) left_q <= wanted[Elements-1:1];
      else if (step) left_q <= left_q & ~next;
      if (accept) place_q <= '0;
      else if (step) place_q <= next_place;
      fresh_q <= !rst_i && accept;
      if (take) due_q <= first_q ? kept : due_q & ~now;
      first_q <= rst_i || (take ? last_came : first_q);
    end
    logic waiting;
    credit_fifo #(
        .Width(Elements - 1),
        .Depth(Depth),
        .SmallDepth(Depth)
    ) u_packets (
        .clk_i,
        .rst_i,
        .credit_o (room),
        .reserve_i(accept),
        .push_i   (fresh_q),
        .data_i   (left_q),
        .release_i(1'b0),
        .valid_o  (waiting),
        .ready_i  (take & first_q),
        .data_o   (kept)
    );
    assign packet = waiting || !first_q;
    assign last_came = first_q ? kept == '0 : (due_q & ~now) == '0;
    // An element loads whatever is there until its answer is taken, as in lanes_in_turn, and those behind it what the first one has.
    for (genvar e = 0; e < Elements; e++) begin : gen_element
      logic open;
      if (e == 0) begin : gen_first
        assign open = first_q;
      end else begin : gen_behind
        assign open = first_q || now[e-1];
      end
      always_ff @(posedge clk_i)
        if (open && (!rsp_valid_o || rsp_ready_i))
          for (int unsigned l = 0; l < Lanes; l++) rsp_data_o[(l*Elements+e)*Bits+:Bits] <= unit_rsp_data_i[l*Bits+:Bits];
    end
  end else begin : gen_whole
    logic [CountW-1:0] sent_q, came_q;  // elements before the one that is asked for, and before the one that is answered next
    assign room = 1'b1;
    assign packet = 1'b1;
    assign last_sent = sent_q == CountW'(Elements - 1);
    assign last_came = came_q == CountW'(Elements - 1);
    // Mostly the same for all elements: a constant.
    always_comb begin
      distance = Places[7:0];
      for (int unsigned e = 1; e < Elements - 1; e++)
        if (Places[8*e+:8] - Places[8*(e-1)+:8] != Places[7:0] && sent_q == CountW'(e)) distance = Places[8*e+:8] - Places[8*(e-1)+:8];
    end
    always_ff @(posedge clk_i) begin
      if (accept) unit_req_mask_o <= req_mask_i;
      if (accept) sent_q <= '0;
      else if (step) sent_q <= sent_q + CountW'(1);
      if (rst_i) came_q <= '0;
      else if (take) came_q <= last_came ? '0 : came_q + CountW'(1);
      if (take)
        for (int unsigned l = 0; l < Lanes; l++)
          rsp_data_o[l*Elements*Bits+:Elements*Bits] <= {unit_rsp_data_i[l*Bits+:Bits], rsp_data_o[(l*Elements+1)*Bits+:(Elements-1)*Bits]};
    end
  end
endmodule
