// SPDX-License-Identifier: Apache-2.0
// Deals the tokens of a stream out to several takers. Whoever has none waiting is next, in turns, and gets up to Run tokens that follow
// each other; they wait in a FIFO of its own. So takers get as many as they take, neighbours stay together, and none waits for another.
//
// Latency 1. Initiation interval 1 while a taker has none waiting or a run goes on. Registered: every valid; `in_ready_o` is
// combinational from registers. Run: 1 to 16.
module stream_deal #(
    parameter int unsigned Width = 8,
    parameter int unsigned NumOutputs = 2,
    parameter int unsigned Run = 1
) (
    input  logic                        clk_i,
    input  logic                        rst_i,
    input  logic                        in_valid_i,
    output logic                        in_ready_o,
    input  logic [           Width-1:0] in_data_i,
    output logic [      NumOutputs-1:0] out_valid_o,
    input  logic [      NumOutputs-1:0] out_ready_i,
    output logic [NumOutputs*Width-1:0] out_data_o
);
  // A run begins at an output whose FIFO is empty, and so ends before it is full.
  logic [NumOutputs-1:0] turn, chosen, push;
  logic take, goes_on;
  assign in_ready_o = goes_on || ~out_valid_o != '0;
  assign take = in_valid_i && in_ready_o;
  assign push = take ? chosen : '0;
  arbiter_rr #(
      .N(NumOutputs)
  ) u_turns (
      .clk_i,
      .rst_i,
      .request_i(~out_valid_o),
      .grant_o  (turn),
      .served_i (goes_on ? '0 : push)
  );
  if (Run == 1) begin : gen_single
    assign goes_on = 1'b0;
    assign chosen = turn;
  end else begin : gen_run
    localparam int unsigned LeftW = $clog2(Run);
    logic [LeftW-1:0] left_q;  // tokens that the run may still have
    logic [NumOutputs-1:0] chosen_q;
    assign goes_on = left_q != '0;
    assign chosen = goes_on ? chosen_q : turn;
    always_ff @(posedge clk_i) begin
      if (take) begin
        left_q <= goes_on ? left_q - 1'b1 : LeftW'(Run - 1);
        chosen_q <= chosen;
      end
      if (rst_i) left_q <= '0;
    end
  end

  for (genvar i = 0; i < NumOutputs; i++) begin : gen_output
    logic unused_ready;  // there is room
    stream_fifo #(
        .Width   (Width),
        .Depth   (Run),
        .Reserved(1'b1)
    ) u_fifo (
        .clk_i,
        .rst_i,
        .in_valid_i (push[i]),
        .in_ready_o (unused_ready),
        .in_data_i,
        .out_valid_o(out_valid_o[i]),
        .out_ready_i(out_ready_i[i]),
        .out_data_o (out_data_o[i*Width+:Width])
    );
  end
endmodule
