// SPDX-License-Identifier: Apache-2.0
// Elements near each other of each lane, one after the other, at a load unit for packets whose lanes have an address each: for each
// bit i of Taps the one that lies i * Bytes behind the lane's address, modulo 2^AddrBits. The unit answers in order; a packet is
// answered when its last element is, lane after lane, an element after the other.
// Latency 1 to the first request, 1 from the last answer; initiation interval Elements.
// Registered: unit_req_*, rsp_valid_o, rsp_data_o. req_ready_o depends on unit_req_ready_i, unit_rsp_ready_o on rsp_ready_i.
module elements_in_turn #(
    parameter int unsigned Bytes = 4,  // of an element
    parameter int unsigned Lanes = 4,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned Elements = 2,  // of a lane, at least 2
    parameter logic [63:0] Taps     = 64'd3,  // odd, with so many bits
    parameter int unsigned SetW     = 1  // of what goes to the unit with each element
) (
    input  logic                              clk_i,
    input  logic                              rst_i,
    input  logic                              req_valid_i,
    output logic                              req_ready_o,
    input  logic [        Lanes*AddrBits-1:0] req_addr_i,        // lane 0 lowest
    input  logic [                 Lanes-1:0] req_mask_i,
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
  // A byte for each element but the last: how far behind it the next one is. 0: Taps has too few or too many bits.
  function automatic logic [8*Elements-9:0] distances();
    int unsigned seen, from;
    seen = 0;
    from = 0;
    distances = '0;
    for (int unsigned i = 1; i < 64; i++)
      if (Taps[i]) begin
        if (seen < Elements - 1) distances[8*seen+:8] = 8'(i - from);
        seen = seen + 1;
        from = i;
      end
    if (seen != Elements - 1) distances = '0;
  endfunction
  localparam logic [8*Elements-9:0] Distances = distances();
  if (!Taps[0] || Distances == '0) begin : gen_taps_check
    $fatal(1, "elements_in_turn: Taps must be odd, with Elements bits");
  end

  // Requests: that of element sent_q.
  logic accept, step, last_sent;
  logic [CountW-1:0] sent_q;
  assign last_sent = sent_q == CountW'(Elements - 1);
  assign step = unit_req_valid_o & unit_req_ready_i;
  assign req_ready_o = !unit_req_valid_o || (unit_req_ready_i && last_sent);
  assign accept = req_valid_i & req_ready_o;
  // Mostly the same for all elements: a constant.
  logic [7:0] distance;
  always_comb begin
    distance = Distances[7:0];
    for (int unsigned e = 1; e < Elements - 1; e++)
      if (Distances[8*e+:8] != Distances[7:0] && sent_q == CountW'(e)) distance = Distances[8*e+:8];
  end
  always_ff @(posedge clk_i) begin
    if (accept) begin
      unit_req_addr_o <= req_addr_i;
      unit_req_mask_o <= req_mask_i;
      unit_req_set_o <= req_set_i;
      sent_q <= '0;
    end else if (step) begin
      for (int unsigned l = 0; l < Lanes; l++)
        unit_req_addr_o[l*AddrBits+:AddrBits] <= unit_req_addr_o[l*AddrBits+:AddrBits] + AddrBits'(distance) * AddrBits'(Bytes);
      sent_q <= sent_q + CountW'(1);
    end
    unit_req_valid_o <= !rst_i && (accept || (unit_req_valid_o && !(step && last_sent)));
  end

  // Answers: the elements of the oldest packet, of which came_q have come. Those of a packet that nobody has taken stay.
  logic take, last_came;
  logic [CountW-1:0] came_q;
  assign last_came = came_q == CountW'(Elements - 1);
  assign unit_rsp_ready_o = !rsp_valid_o || rsp_ready_i;
  assign take = unit_rsp_valid_i & unit_rsp_ready_o;
  always_ff @(posedge clk_i) begin
    if (take) begin
      for (int unsigned l = 0; l < Lanes; l++)
        rsp_data_o[l*Elements*Bits+:Elements*Bits] <= {unit_rsp_data_i[l*Bits+:Bits], rsp_data_o[(l*Elements+1)*Bits+:(Elements-1)*Bits]};
    end
    if (rst_i) came_q <= '0;
    else if (take) came_q <= last_came ? '0 : came_q + CountW'(1);
    rsp_valid_o <= !rst_i && (take ? last_came : rsp_valid_o && !rsp_ready_i);
  end
endmodule
