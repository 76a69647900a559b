// SPDX-License-Identifier: Apache-2.0
// Acknowledgements of one write port: at most Depth operations under way, and a count of those done but not yet taken.
// take_i: an operation starts (only while room_o). done_i: one is finished. Registered: room_o, ack_valid_o.
module ack_counter #(
    parameter int unsigned Depth = 4
) (
    input  logic clk_i,
    input  logic rst_i,
    output logic room_o,
    input  logic take_i,
    input  logic done_i,
    output logic ack_valid_o,
    input  logic ack_ready_i
);
  logic leave;
  assign leave = ack_valid_o & ack_ready_i;
  credit_counter #(
      .Max    (Depth),
      .Initial(Depth)
  ) u_room (
      .clk_i,
      .rst_i,
      .give_i(leave),
      .take_i(take_i),
      .any_o (room_o)
  );
  credit_counter #(
      .Max(Depth)
  ) u_done (
      .clk_i,
      .rst_i,
      .give_i(done_i),
      .take_i(leave),
      .any_o (ack_valid_o)
  );
endmodule
