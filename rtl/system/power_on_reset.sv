// SPDX-License-Identifier: Apache-2.0
// Reset for the first 15 cycles in which `ready_i` is high: flip-flops are zero after configuration. Not ready again: reset again.
module power_on_reset (
    input  logic clk_i,
    input  logic ready_i,  // of any clock
    output logic rst_o
);
  logic [1:0] sync_q = '0;
  logic [3:0] count_q = '0;
  assign rst_o = count_q != '1;
  always_ff @(posedge clk_i) begin
    sync_q <= {sync_q[0], ready_i};
    if (!sync_q[1]) count_q <= '0;
    else if (rst_o) count_q <= count_q + 4'd1;
  end
endmodule
