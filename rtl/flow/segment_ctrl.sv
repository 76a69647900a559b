// SPDX-License-Identifier: Apache-2.0
// Control of a stall-free segment: a token fires when the buffers at the segment's end have a credit, then just flows.
// Latency `Latency`, initiation interval 1. in_ready_o and stage_valid_o[0] are combinational, the other stages registered.
module segment_ctrl #(
    parameter int unsigned Latency = 2
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             in_valid_i,
    output logic             in_ready_o,
    input  logic             credit_i,
    output logic [Latency:0] stage_valid_o
);
  assign in_ready_o = credit_i;
  if (Latency == 0) begin : gen_wire
    logic unused_clock;
    assign unused_clock = clk_i ^ rst_i;
    assign stage_valid_o = in_valid_i & credit_i;
  end else begin : gen_stages
    logic [Latency:1] valid_q;
    assign stage_valid_o = {valid_q, in_valid_i & credit_i};
    always_ff @(posedge clk_i) begin
      valid_q <= rst_i ? '0 : stage_valid_o[Latency-1:0];
    end
  end
endmodule
