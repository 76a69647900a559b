// SPDX-License-Identifier: Apache-2.0
// Sends each token to the output that in_select_i (one-hot) names. Latency 0, initiation interval 1, all combinational.
module stream_branch #(
    parameter int unsigned Width = 8,
    parameter int unsigned NumOutputs = 2
) (
    input  logic                  in_valid_i,
    output logic                  in_ready_o,
    input  logic [     Width-1:0] in_data_i,
    input  logic [NumOutputs-1:0] in_select_i,
    output logic [NumOutputs-1:0] out_valid_o,
    input  logic [NumOutputs-1:0] out_ready_i,
    output logic [     Width-1:0] out_data_o
);
  assign out_valid_o = in_valid_i ? in_select_i : '0;
  assign in_ready_o = (in_select_i & out_ready_i) != '0;
  assign out_data_o = in_data_i;
endmodule
