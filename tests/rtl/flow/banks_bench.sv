// SPDX-License-Identifier: Apache-2.0
// local_banks with two ports of each kind that goes through a crossbar, for banks_test.cpp.
module banks_bench #(
    parameter int unsigned Halves = 1
) (
    input  logic         clk_i,
    input  logic         rst_i,
    input  logic [3:0]   rd_addr_i,
    output logic [127:0] rd_data_o,
    input  logic         in_valid_i,
    output logic         in_ready_o,
    input  logic [3:0]   in_addr_i,
    input  logic [127:0] in_data_i,
    input  logic [15:0]  in_strb_i,
    output logic         ack_valid_o,
    input  logic         ack_ready_i,
    input  logic [1:0]   gather_valid_i,
    output logic [1:0]   gather_ready_o,
    input  logic [111:0] gather_addr_i,
    input  logic [15:0]  gather_mask_i,
    output logic [1:0]   data_valid_o,
    input  logic [1:0]   data_ready_i,
    output logic [255:0] data_data_o,
    input  logic [1:0]   scatter_valid_i,
    output logic [1:0]   scatter_ready_o,
    input  logic [111:0] scatter_addr_i,
    input  logic [255:0] scatter_data_i,
    input  logic [31:0]  scatter_strb_i,
    output logic [1:0]   done_valid_o,
    input  logic [1:0]   done_ready_i
);
  local_banks #(
      .WordBits   (16),
      .Words      (80),
      .Banks      (8),
      .NumReads   (1),
      .NumWrites  (1),
      .NumGathers (2),
      .NumScatters(2),
      .Depth      (8),
      .Halves     (Halves)
  ) u_banks (
      .clk_i,
      .rst_i,
      .rd_addr_i,
      .rd_data_o,
      .in_valid_i,
      .in_ready_o,
      .in_addr_i,
      .in_data_i,
      .in_strb_i,
      .ack_valid_o,
      .ack_ready_i,
      .gather_valid_i,
      .gather_ready_o,
      .gather_addr_i,
      .gather_mask_i,
      .data_valid_o,
      .data_ready_i,
      .data_data_o,
      .scatter_valid_i,
      .scatter_ready_o,
      .scatter_addr_i,
      .scatter_data_i,
      .scatter_strb_i,
      .done_valid_o,
      .done_ready_i
  );
endmodule
