// SPDX-License-Identifier: Apache-2.0
// Offers one of the slots that are candidates, the lowest when it is picked, until it is taken; then the next. A slot that is offered
// must stay a candidate until it is taken, and one that was taken must be none from the next cycle on. In a cycle with anew_i all are
// candidates and none is taken: the first is offered again.
// Latency 1, one slot a cycle. Registered: every output.
module slot_picker #(
    parameter int unsigned N      = 16,
    localparam int unsigned SlotW = $clog2(N)
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic [N-1:0]     candidates_i,
    output logic             valid_o,
    output logic [N-1:0]     one_o,         // one-hot; zero without an offer
    output logic [SlotW-1:0] slot_o,
    input  logic             take_i,
    input  logic             anew_i
);
  // No carry chain: few slots are faster in a tree.
  logic [N-1:0]     rest, up_to, lowest;  // up_to: whether there is one up to this
  logic [SlotW-1:0] slot;
  assign rest   = candidates_i & ~one_o;
  assign lowest = rest & ~(up_to << 1);
  always_comb begin
    up_to = rest;
    for (int unsigned i = 1; i < N; i = 2 * i) up_to = up_to | (up_to << i);
    slot = '0;
    for (int unsigned i = 0; i < N; i++) if (lowest[i]) slot = slot | SlotW'(i);
  end

  always_ff @(posedge clk_i) begin
    if (!valid_o || take_i) begin
      valid_o <= rest != '0;
      one_o   <= lowest;
      slot_o  <= slot;
    end
    if (anew_i) begin
      valid_o <= 1'b1;
      one_o   <= N'(1);
      slot_o  <= '0;
    end
    if (rst_i) begin
      valid_o <= 1'b0;
      one_o   <= '0;
    end
  end
endmodule
