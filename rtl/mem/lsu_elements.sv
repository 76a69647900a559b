// SPDX-License-Identifier: Apache-2.0
// The elements of lines that memory returns: of each line only the lane that its request asked for is kept.
// Latency from the line response as stream_fifo, plus 1; initiation interval 1. Registered: valid_o.
// The unit asks for no more lines than there is room for, and a line comes three cycles after its request at the earliest.
module lsu_elements #(
    parameter int unsigned ElemBits = 32,
    parameter int unsigned LineBits = 64,
    parameter int unsigned Depth = 4,  // lines asked for, elements not yet taken included
    localparam int unsigned Lanes = LineBits / ElemBits,
    localparam int unsigned LaneW = Lanes > 1 ? $clog2(Lanes) : 1
) (
    input  logic                clk_i,
    input  logic                rst_i,
    input  logic                sent_i,  // a line request, for lane_i
    input  logic [   LaneW-1:0] lane_i,
    input  logic                line_rsp_valid_i,
    input  logic [LineBits-1:0] line_rsp_data_i,
    output logic                valid_o,
    input  logic                take_i,
    output logic [ElemBits-1:0] data_o
);
  logic [LaneW-1:0] lane;
  logic unused_lane_ready, unused_lane_valid, unused_element_ready, element_q;
  logic [ElemBits-1:0] data_q;
  stream_fifo #(
      .Width(LaneW),
      .Depth(Depth),
      .Reserved(1'b1)
  ) u_lanes (
      .clk_i,
      .rst_i,
      .in_valid_i (sent_i),
      .in_ready_o (unused_lane_ready),
      .in_data_i  (lane_i),
      .out_valid_o(unused_lane_valid),
      .out_ready_i(line_rsp_valid_i),
      .out_data_o (lane)
  );
  always_ff @(posedge clk_i) begin
    if (line_rsp_valid_i) data_q <= line_rsp_data_i[lane*ElemBits+:ElemBits];
    element_q <= line_rsp_valid_i && !rst_i;
  end
  stream_fifo #(
      .Width(ElemBits),
      .Depth(Depth),
      .Reserved(1'b1)
  ) u_elements (
      .clk_i,
      .rst_i,
      .in_valid_i (element_q),
      .in_ready_o (unused_element_ready),
      .in_data_i  (data_q),
      .out_valid_o(valid_o),
      .out_ready_i(take_i),
      .out_data_o (data_o)
  );
endmodule
