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
  localparam int unsigned CountW = $clog2(Depth + 1);

  logic [CountW-1:0] used_q, used_d, done_q, done_d;
  logic room_q, valid_q, leave;

  assign leave = valid_q & ack_ready_i;
  assign used_d = used_q + CountW'(take_i) - CountW'(leave);
  assign done_d = done_q + CountW'(done_i) - CountW'(leave);
  assign room_o = room_q;
  assign ack_valid_o = valid_q;

  always_ff @(posedge clk_i) begin
    used_q <= used_d;
    done_q <= done_d;
    room_q <= used_d != CountW'(Depth);
    valid_q <= done_d != '0;
    if (rst_i) begin
      used_q <= '0;
      done_q <= '0;
      room_q <= 1'b0;
      valid_q <= 1'b0;
    end
  end
endmodule
