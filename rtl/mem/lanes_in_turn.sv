// SPDX-License-Identifier: Apache-2.0
// The lanes of a packet one after another at a unit that serves one request at a time: the lowest lane of the mask first, and those
// that are not in it not at all. The unit answers in order, and a packet is answered when its last lane is; what the other lanes
// get is zero.
// Latency 2 to the first lane's request, 1 from the last lane's answer; initiation interval: the lanes in the mask, one at least.
// Registered: lane_req_*, rsp_valid_o, rsp_data_o. req_ready_o is a function of registers, lane_rsp_ready_o depends on
// rsp_ready_i.
module lanes_in_turn #(
    parameter int unsigned RequestW = 64,  // bits of a lane's request
    parameter int unsigned AnswerW = 32,  // bits of its answer
    parameter int unsigned Lanes = 4,  // at least 2
    parameter int unsigned Depth = 8  // packets under way
) (
    input  logic                      clk_i,
    input  logic                      rst_i,
    input  logic                      req_valid_i,
    output logic                      req_ready_o,
    input  logic [         Lanes-1:0] req_mask_i,
    input  logic [Lanes*RequestW-1:0] req_data_i,        // lane 0 lowest
    output logic                      rsp_valid_o,
    input  logic                      rsp_ready_i,
    output logic [ Lanes*AnswerW-1:0] rsp_data_o,
    output logic                      lane_req_valid_o,
    input  logic                      lane_req_ready_i,
    output logic [      RequestW-1:0] lane_req_data_o,
    input  logic                      lane_rsp_valid_i,
    output logic                      lane_rsp_ready_o,
    input  logic [       AnswerW-1:0] lane_rsp_data_i
);
  // Requests: the lanes that wait to be sent, and what they ask for.
  logic accept, room, lane_room, any_waits;
  logic [Lanes-1:0] waits_q, sent, still_wait;
  logic [Lanes*RequestW-1:0] requests_q;
  logic [RequestW-1:0] request;

  assign any_waits = waits_q != '0;
  assign sent = waits_q & (~waits_q + Lanes'(1));
  assign still_wait = waits_q & ~sent;
  assign req_ready_o = room && (!any_waits || (lane_room && still_wait == '0));
  assign accept = req_valid_i & req_ready_o;
  always_comb begin
    request = '0;
    for (int unsigned l = 0; l < Lanes; l++) request |= requests_q[l*RequestW+:RequestW] & {RequestW{sent[l]}};
  end
  always_ff @(posedge clk_i) begin
    if (accept) requests_q <= req_data_i;
    if (rst_i) waits_q <= '0;
    else if (accept) waits_q <= req_mask_i;
    else if (lane_room) waits_q <= still_wait;
  end
  stream_slice #(
      .Width(RequestW)
  ) u_lane (
      .clk_i,
      .rst_i,
      .in_valid_i (any_waits),
      .in_ready_o (lane_room),
      .in_data_i  (request),
      .out_valid_o(lane_req_valid_o),
      .out_ready_i(lane_req_ready_i),
      .out_data_o (lane_req_data_o)
  );

  // Answers: the lanes of the oldest packet that have none yet.
  logic packet, take, first_q, last, rsp_valid_q;
  logic [Lanes-1:0] mask, left_q, left, served, still_left;
  logic [Lanes*AnswerW-1:0] answers_q;

  credit_fifo #(
      .Width(Lanes),
      .Depth(Depth)
  ) u_packets (
      .clk_i,
      .rst_i,
      .credit_o (room),
      .reserve_i(accept),
      .push_i   (accept),
      .data_i   (req_mask_i),
      .release_i(1'b0),
      .valid_o  (packet),
      .ready_i  (take & last),
      .data_o   (mask)
  );
  assign left = first_q ? mask : left_q;
  assign served = left & (~left + Lanes'(1));
  assign still_left = left & ~served;
  assign last = still_left == '0;
  assign lane_rsp_ready_o = packet && left != '0 && (!rsp_valid_q || rsp_ready_i);
  assign take = packet && (left == '0 || lane_rsp_valid_i) && (!rsp_valid_q || rsp_ready_i);
  assign rsp_valid_o = rsp_valid_q;
  assign rsp_data_o = answers_q;
  always_ff @(posedge clk_i) begin
    if (take) left_q <= still_left;
    for (int unsigned l = 0; l < Lanes; l++)
      if (take && (first_q || served[l])) answers_q[l*AnswerW+:AnswerW] <= lane_rsp_data_i & {AnswerW{served[l]}};
    if (rst_i) begin
      first_q <= 1'b1;
      rsp_valid_q <= 1'b0;
    end else begin
      first_q <= take ? last : first_q;
      rsp_valid_q <= (take && last) || (rsp_valid_q && !rsp_ready_i);
    end
  end
endmodule
