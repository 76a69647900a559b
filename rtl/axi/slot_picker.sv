// SPDX-License-Identifier: Apache-2.0
// Offers one of the slots that are candidates, the lowest when it is picked, until it is taken; then the next. A slot that is offered
// must stay a candidate until it is taken, and one that was taken must be none from the next cycle on. In a cycle with anew_i, in which
// none is taken, it picks again. mark_i: something of each slot, which comes with it.
// Latency 1, one slot a cycle. Registered: every output.
module slot_picker #(
    parameter int unsigned N      = 16,
    localparam int unsigned SlotW = $clog2(N)
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic [N-1:0]     candidates_i,
    input  logic [N-1:0]     mark_i,
    output logic             valid_o,
    output logic [N-1:0]     one_o,         // one-hot; zero without an offer
    output logic [SlotW-1:0] slot_o,
    output logic             mark_o,        // low without an offer
    input  logic             take_i,
    input  logic             anew_i
);
  logic [N-1:0]     rest, lowest;
  logic [SlotW-1:0] slot;
  assign rest   = candidates_i & (anew_i ? '1 : ~one_o);
  assign lowest = rest & (~rest + 1'b1);
  always_comb begin
    slot = '0;
    for (int i = 0; i < N; i++) if (lowest[i]) slot = slot | SlotW'(i);
  end

  always_ff @(posedge clk_i) begin
    if (!valid_o || take_i || anew_i) begin
      valid_o <= rest != '0;
      one_o   <= lowest;
      slot_o  <= slot;
      mark_o  <= (lowest & mark_i) != '0;
    end
    if (rst_i) begin
      valid_o <= 1'b0;
      one_o   <= '0;
      mark_o  <= 1'b0;
    end
  end
endmodule
