// SPDX-License-Identifier: Apache-2.0
// Lets tokens into a loop one by one, at distances of three quarters of what they were on the mean for the last Window that entered.
// Tokens that enter together ask for all their lines together, then go round together while memory idles, and leave together for the
// next to do the same. Three quarters, so that the distances that are asked for get shorter until something else holds tokens up; none
// are asked for in a launch's first Window. For speed only: it holds nothing up for ever, and not at all while no token passes the
// loop's header for Patience cycles. A token that was offered while it was open stays so until one enters. Latency 1. Registered: open_o.
module loop_pace #(
    parameter int unsigned Window = 32,  // tokens, a power of two, at least 2
    parameter int unsigned DistanceW = 8,  // bits of a distance, at least 2
    parameter int unsigned Patience = 64
) (
    input  logic clk_i,
    input  logic rst_i,
    input  logic offers_i,  // a token that would enter
    input  logic enters_i,  // one does, in a cycle in which open_o is set
    input  logic passes_i,  // one that enters or goes round
    output logic open_o
);
  localparam int unsigned WindowW = $clog2(Window);

  if (Window < 2 || (Window & (Window - 1)) != 0) begin : gen_check
    $fatal(1, "loop_pace: Window is a power of two, at least 2");
  end

  logic idle, ends, none;  // none: no token has entered yet, or they enter at once
  logic [WindowW-1:0] count_q;
  logic [WindowW+DistanceW-1:0] elapsed_q;  // cycles since the window began, but not above its largest value
  logic [DistanceW-1:0] mean, distance_q;
  logic [DistanceW-1:0] after_q, left_q;  // cycles until another may enter: behind a token that enters, now

  assign mean = elapsed_q[WindowW+:DistanceW];
  assign ends = enters_i && count_q == WindowW'(Window - 1);
  assign none = count_q == '0 && distance_q == '0;

  loop_idle #(
      .Patience(Patience)
  ) u_idle (
      .clk_i,
      .rst_i,
      .passes_i,
      .idle_o(idle)
  );

  always_ff @(posedge clk_i) begin
    count_q <= count_q + WindowW'(enters_i);
    elapsed_q <= ends || none ? '0 : elapsed_q + (WindowW + DistanceW)'(elapsed_q != '1);
    if (ends) distance_q <= (mean >> 1) + (mean >> 2);
    after_q <= distance_q - DistanceW'(distance_q != '0);
    left_q  <= enters_i ? after_q : left_q - DistanceW'(left_q != '0);
    open_o <= (enters_i ? after_q == '0 : left_q <= DistanceW'(1) || (open_o && offers_i)) || idle;
    if (rst_i) begin
      count_q <= '0;
      elapsed_q <= '0;
      distance_q <= '0;
      after_q <= '0;
      left_q <= '0;
      open_o <= 1'b1;
    end
  end
endmodule
