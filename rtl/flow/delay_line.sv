// SPDX-License-Identifier: Apache-2.0
// Delays data by `Latency` cycles: a chain of plain registers without reset (separate registers simulate faster than an array).
// Initiation interval 1. Latency 0 is a wire.
module delay_line #(
    parameter int unsigned Width = 8,
    parameter int unsigned Latency = 2
) (
    input  logic             clk_i,
    input  logic [Width-1:0] data_i,
    output logic [Width-1:0] data_o
);
  if (Latency == 0) begin : gen_wire
    logic unused_clock;
    assign unused_clock = clk_i;
    assign data_o = data_i;
  end else begin : gen_registers
    for (genvar i = 0; i < Latency; i++) begin : gen_stage
      logic [Width-1:0] data_q;
      if (i == 0) begin : gen_first
        always_ff @(posedge clk_i) data_q <= data_i;
      end else begin : gen_next
        always_ff @(posedge clk_i) data_q <= gen_stage[i-1].data_q;
      end
    end
    assign data_o = gen_stage[Latency-1].data_q;
  end
endmodule
