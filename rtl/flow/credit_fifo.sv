// SPDX-License-Identifier: Apache-2.0
// Buffer at the end of a stall-free segment. A token enters the segment only with a credit, so what it brings always fits.
// Latency as stream_fifo, initiation interval 1. Registered: credit_o, valid_o.
// reserve_i takes an entry, push_i fills one reserved earlier, release_i gives one back unused; all may come in one cycle.
module credit_fifo #(
    parameter int unsigned Width = 8,
    parameter int unsigned Depth = 4,
    parameter int unsigned SmallDepth = 16,  // as stream_fifo's; Depth is at least 3 above
    parameter bit Head = 1'b0  // as stream_fifo's
) (
    input  logic             clk_i,
    input  logic             rst_i,
    output logic             credit_o,
    input  logic             reserve_i,
    input  logic             push_i,
    input  logic [Width-1:0] data_i,
    input  logic             release_i,
    output logic             valid_o,
    input  logic             ready_i,
    output logic [Width-1:0] data_o
);
  localparam int unsigned Credits = Depth > SmallDepth ? Depth + 1 : Depth;  // the deep form's register holds an entry, too
  logic pop, unused_ready;
  assign pop = valid_o & ready_i;
  credit_counter #(
      .Max    (Credits),
      .Initial(Credits),
      .GiveW  (2)
  ) u_credits (
      .clk_i,
      .rst_i,
      .give_i(2'(release_i) + 2'(pop)),
      .take_i(reserve_i),
      .any_o (credit_o)
  );
  stream_fifo #(
      .Width(Width),
      .Depth(Depth),
      .SmallDepth(SmallDepth),
      .Head (Head),
      .Reserved(1'b1)
  ) u_fifo (
      .clk_i,
      .rst_i,
      .in_valid_i (push_i),
      .in_ready_o (unused_ready),
      .in_data_i  (data_i),
      .out_valid_o(valid_o),
      .out_ready_i(ready_i),
      .out_data_o (data_o)
  );
endmodule
