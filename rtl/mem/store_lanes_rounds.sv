// SPDX-License-Identifier: Apache-2.0
// The rounds of a packet of stores to any addresses: in each the lowest lane that waits decides the line, and all that wait for the
// same line go with it. A packet with lanes out of bounds has one round before, which tells the lowest of them; a packet
// that writes nothing has one round nevertheless.
// Latency 2, initiation interval the number of rounds. Registered: all outputs but in_ready_o and begin_o.
module store_lanes_rounds #(
    parameter int unsigned Lanes = 4,  // a power of two, at least 2
    localparam int unsigned Pairs = Lanes * (Lanes - 1) / 2,
    localparam int unsigned LaneW = $clog2(Lanes)
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             in_valid_i,
    output logic             in_ready_o,
    input  logic             in_faulty_i,  // there are lanes out of bounds
    input  logic [Lanes-1:0] in_first_i,   // these; if there are none, the ones below
    input  logic [Lanes-1:0] in_ok_i,      // to be written
    input  logic [Pairs-1:0] in_same_i,    // bit i * (i - 1) / 2 + j: lanes i and j < i have the same line
    input  logic             room_i,       // for a round
    input  logic             advance_i,    // the outputs go on
    output logic             begin_o,      // a round, which is in the outputs in the next cycle
    output logic             out_valid_o,
    output logic             out_last_o,   // of the packet's rounds
    output logic             out_faulty_o, // it tells that a lane is out of bounds
    output logic [LaneW-1:0] out_lead_o,   // the lane that decides the line, or is out of bounds
    output logic [Lanes-1:0] out_lanes_o   // those that are written
);
  logic valid_q, faulty_q, last;
  logic [Lanes-1:0] left_q, ok_q, next, leads, together;
  logic [Pairs-1:0] same_q;
  logic [LaneW-1:0] lead;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    if (i == 0) begin : gen_lowest
      assign leads[i] = left_q[i];
      assign together[i] = left_q[i];
    end else begin : gen_other
      assign leads[i] = left_q[i] && left_q[i-1:0] == '0;
      assign together[i] = leads[i] || (left_q[i] && (leads[i-1:0] & same_q[i*(i-1)/2+:i]) != '0);
    end
  end
  for (genvar k = 0; k < LaneW; k++) begin : gen_bit
    logic [Lanes-1:0] with_bit;
    for (genvar i = 0; i < Lanes; i++) begin : gen_lane
      assign with_bit[i] = leads[i] && (i >> k) % 2 == 1;
    end
    assign lead[k] = with_bit != '0;
  end
  assign next = faulty_q ? ok_q : left_q & ~together;
  assign last = next == '0;
  assign begin_o = valid_q & room_i & advance_i;
  assign in_ready_o = ~valid_q | (begin_o & last);

  always_ff @(posedge clk_i) begin
    if (in_ready_o) begin
      valid_q <= in_valid_i;
      faulty_q <= in_faulty_i;
      left_q <= in_first_i;
      ok_q <= in_ok_i;
      same_q <= in_same_i;
    end else if (begin_o) begin
      faulty_q <= 1'b0;
      left_q <= next;
    end
    if (advance_i) begin
      out_valid_o <= begin_o;
      out_last_o <= last;
      out_faulty_o <= faulty_q;
      out_lead_o <= lead;
      out_lanes_o <= together & {Lanes{~faulty_q}};
    end
    if (rst_i) begin
      valid_q <= 1'b0;
      out_valid_o <= 1'b0;
    end
  end
endmodule
