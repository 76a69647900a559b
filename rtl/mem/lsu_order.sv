// SPDX-License-Identifier: Apache-2.0
// Answers of a load/store unit in the order of its requests. A request enters when its bounds are checked (valid_i, always
// room); a faulty one is answered at once, any other when what memory gives for it is there (ready_i, used up by take_o).
// Latency from valid_i as stream_fifo, initiation interval 1. rsp_valid_o and fault_o are functions of registers and ready_i.
module lsu_order #(
    parameter int unsigned Depth = 4  // requests not yet answered
) (
    input  logic clk_i,
    input  logic rst_i,
    input  logic valid_i,
    input  logic ok_i,
    input  logic ready_i,
    output logic take_o,
    output logic rsp_valid_o,
    input  logic rsp_ready_i,
    output logic fault_o,  // the answer stands for a fault
    output logic done_o    // an answer leaves
);
  logic order_valid, unused_order_ready;
  stream_fifo #(
      .Width(1),
      .Depth(Depth),
      .Reserved(1'b1)
  ) u_order (
      .clk_i,
      .rst_i,
      .in_valid_i (valid_i),
      .in_ready_o (unused_order_ready),
      .in_data_i  (~ok_i),
      .out_valid_o(order_valid),
      .out_ready_i(done_o),
      .out_data_o (fault_o)
  );
  assign rsp_valid_o = order_valid & (fault_o | ready_i);
  assign done_o = rsp_valid_o & rsp_ready_i;
  assign take_o = done_o & ~fault_o;
endmodule
