// SPDX-License-Identifier: Apache-2.0
// Round-robin choice among N requests: the one after the last that was taken. A cycle without requests begins the turns anew,
// so that what waits is served in turn, and what comes to an idle arbiter finds it the same whatever was served before.
//
// Combinational from `request_i`; `grant_o` is one-hot or zero. `taken_i`: the granted request was served in this cycle.
module arbiter_rr #(
    parameter int unsigned N = 3
) (
    input  logic         clk_i,
    input  logic         rst_i,
    input  logic [N-1:0] request_i,
    output logic [N-1:0] grant_o,
    input  logic         taken_i
);
  logic [N-1:0] after_q;  // requesters after the last one served
  logic [N-1:0] preferred, choice;
  assign preferred = request_i & after_q;
  assign choice    = preferred != '0 ? preferred : request_i;
  assign grant_o   = choice & (~choice + 1'b1);

  always_ff @(posedge clk_i) begin
    if (taken_i) after_q <= ~(grant_o | (grant_o - 1'b1));
    if (rst_i || request_i == '0) after_q <= '0;
  end
endmodule
