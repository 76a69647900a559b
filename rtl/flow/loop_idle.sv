// SPDX-License-Identifier: Apache-2.0
// Whether a loop stands still: no token has passed its header for Patience cycles. Latency 1. Registered: idle_o.
module loop_idle #(
    parameter int unsigned Patience = 64
) (
    input  logic clk_i,
    input  logic rst_i,
    input  logic passes_i,  // one that enters or goes round
    output logic idle_o
);
  localparam int unsigned WaitW = $clog2(Patience + 1);

  logic [WaitW-1:0] wait_q;

  always_ff @(posedge clk_i) begin
    wait_q <= passes_i ? '0 : wait_q + WaitW'(!idle_o);
    idle_o <= !passes_i && (idle_o || wait_q == WaitW'(Patience - 1));
    if (rst_i) begin
      wait_q <= '0;
      idle_o <= 1'b0;
    end
  end
endmodule
