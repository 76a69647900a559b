// SPDX-License-Identifier: Apache-2.0
// Trailing-zero count; `Width` for zero, modulo 2^Width. Latency cycles, initiation interval 1; registers as in
// int_ctlz.
module int_cttz #(
    parameter int unsigned Width   = 32,
    parameter int unsigned Latency = 1
) (
    input  logic             clk_i,
    input  logic [Width-1:0] a_i,
    output logic [Width-1:0] result_o
);
  logic [Width-1:0] reversed;
  for (genvar i = 0; i < Width; i++) begin : gen_bit
    assign reversed[i] = a_i[Width-1-i];
  end
  int_ctlz #(.Width(Width), .Latency(Latency)) u_ctlz (.clk_i, .a_i(reversed), .result_o);
endmodule
