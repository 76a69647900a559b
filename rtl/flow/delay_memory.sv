// SPDX-License-Identifier: Apache-2.0
// Delays data by `Latency` cycles (at least 3) in a memory: for delays that would be long chains of registers (delay_line).
// Initiation interval 1. Registered: data_o. What comes out in the first `Latency` cycles after a reset is undefined.
module delay_memory #(
    parameter int unsigned Width = 8,
    parameter int unsigned Latency = 32
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic [Width-1:0] data_i,
    output logic [Width-1:0] data_o
);
  // Two of the cycles are the memory's output register and the one behind it, which keeps the memory's slow output out
  // of the paths that follow. The first of them overlaps with the row's turn to be written.
  localparam int unsigned Rows = Latency - 1;
  localparam int unsigned RowW = $clog2(Rows);

  logic [RowW-1:0] row_d, row_q;
  // The row that is read is the next one to be written, never the one that is being written.
  (* ram_style = "block", no_rw_check *)
  logic [Width-1:0] mem[0:Rows-1];
  logic [Width-1:0] read_q, data_q;

  assign row_d  = row_q == RowW'(Rows - 1) ? '0 : row_q + RowW'(1);
  assign data_o = data_q;

  always_ff @(posedge clk_i) begin
    row_q <= rst_i ? '0 : row_d;
    mem[row_q] <= data_i;
    read_q <= mem[row_d];
    data_q <= read_q;
  end
endmodule
