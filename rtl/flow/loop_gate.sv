// SPDX-License-Identifier: Apache-2.0
// Counts the tokens in a loop, and says whether others may enter it: up to Limit of them, which keep it busy. So those that came first
// leave it first, and what comes behind the loop works at the same time. It closes between two groups of group_size_i tokens, if tokens
// of a group follow each other, and is for speed only: where no token passes the loop's header for Patience cycles, as if those inside
// waited at a barrier for others, it opens. A token that was offered while it was open stays so until one enters. Latency 1.
// Registered: open_o.
module loop_gate #(
    parameter int unsigned Limit = 32,
    parameter int unsigned CountW = 8,  // bits of a number of tokens
    parameter int unsigned NumExits = 1,
    parameter int unsigned Patience = 64
) (
    input  logic                clk_i,
    input  logic                rst_i,
    input  logic [  CountW-1:0] group_size_i,  // a constant of a launch
    input  logic                offers_i,      // a token that would enter
    input  logic                enters_i,      // one does, in a cycle in which open_o is set
    input  logic                passes_i,      // one that enters or goes round
    input  logic [NumExits-1:0] leaves_i,      // one each
    output logic                open_o
);
  if (Limit < 1 || $clog2(Limit + 1) > CountW) begin : gen_check
    $fatal(1, "loop_gate: Limit is at least 1 and has CountW bits");
  end

  logic full_q, idle, last;
  logic [CountW-1:0] count_q, of_group_q, last_q;
  logic [CountW-1:0] left;

  always_comb begin
    left = '0;
    for (int unsigned i = 0; i < NumExits; i++) left = left + CountW'(leaves_i[i]);
  end
  assign last = of_group_q == last_q;

  loop_idle #(
      .Patience(Patience)
  ) u_idle (
      .clk_i,
      .rst_i,
      .passes_i,
      .idle_o(idle)
  );

  always_ff @(posedge clk_i) begin
    last_q  <= group_size_i - CountW'(1);
    count_q <= count_q + CountW'(enters_i) - left;
    full_q  <= count_q >= CountW'(Limit);
    if (enters_i) of_group_q <= last ? '0 : of_group_q + CountW'(1);
    if (!full_q || idle) open_o <= 1'b1;
    else if (enters_i ? last : of_group_q == '0 && !offers_i) open_o <= 1'b0;
    if (rst_i) begin
      count_q <= '0;
      full_q <= 1'b0;
      of_group_q <= '0;
      open_o <= 1'b1;
    end
  end
endmodule
