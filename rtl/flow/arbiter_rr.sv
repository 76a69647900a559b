// SPDX-License-Identifier: Apache-2.0
// Round-robin choice among N requests: the one after the last that was served. Combinational from request_i; grant_o is one-hot
// or zero. served_i: the request, one-hot or none, that is served in this cycle.
// Restart: a cycle without requests begins the turns anew, so that what comes to an idle arbiter finds it the same whatever was
// served before (and a simulator may skip idle cycles).
module arbiter_rr #(
    parameter int unsigned N = 3,
    parameter bit Restart = 1'b0
) (
    input  logic         clk_i,
    input  logic         rst_i,
    input  logic [N-1:0] request_i,
    output logic [N-1:0] grant_o,
    input  logic [N-1:0] served_i
);
  logic [N-1:0] after_q;  // requesters after the last one served
  logic [N-1:0] preferred, choice;
  assign preferred = request_i & after_q;
  assign choice = preferred != '0 ? preferred : request_i;
  assign grant_o = choice & (~choice + 1'b1);

  always_ff @(posedge clk_i) begin
    if (served_i != '0) after_q <= ~(served_i | (served_i - 1'b1));
    // All or none: the same choice, in less logic behind a register or before one.
    if (rst_i || (Restart && request_i == '0)) after_q <= {N{!Restart}};
  end
endmodule
