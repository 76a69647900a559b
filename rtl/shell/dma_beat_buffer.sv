// SPDX-License-Identifier: Apache-2.0
// Beats that came from host or device memory, first in first out. Room was reserved before the request, so pushing has no ready.
//
// `available_o` counts what was pushed in earlier cycles. A beat popped in cycle t is on `data_o` from t+1 until the next pop.
// Registered: every output.
module dma_beat_buffer #(
    parameter int unsigned Bits  = 512,
    parameter int unsigned Beats = 256
) (
    input  logic            clk_i,
    input  logic            rst_i,
    input  logic            host_valid_i,
    input  logic [Bits-1:0] host_data_i,
    input  logic            mem_valid_i,
    input  logic [Bits-1:0] mem_data_i,
    output logic            available_o,
    input  logic            pop_i,
    output logic [Bits-1:0] data_o
);
  localparam int unsigned PtrW = $clog2(Beats);
  (* no_rw_check *) logic [Bits-1:0] beats[0:Beats-1];  // a beat is read in a later cycle than it is written
  logic [PtrW-1:0] write_q, read_q;
  logic [PtrW:0] count_q;
  logic push;
  assign push = host_valid_i || mem_valid_i;

  always_ff @(posedge clk_i) if (push) beats[write_q] <= host_valid_i ? host_data_i : mem_data_i;
  always_ff @(posedge clk_i) if (pop_i) data_o <= beats[read_q];

  always_ff @(posedge clk_i) begin
    if (push) write_q <= write_q + 1'b1;
    if (pop_i) read_q <= read_q + 1'b1;
    if (push && !pop_i) count_q <= count_q + 1'b1;
    else if (pop_i && !push) count_q <= count_q - 1'b1;
    // When a beat leaves is known late in a cycle.
    available_o <= push || (pop_i ? count_q > (PtrW + 1)'(1) : count_q != '0);
    if (rst_i) begin
      available_o <= 1'b0;
      write_q <= '0;
      read_q  <= '0;
      count_q <= '0;
    end
  end
endmodule
