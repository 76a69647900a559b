// SPDX-License-Identifier: Apache-2.0
// stream_branch: a token goes to the output named, once, and only when that output takes it.
module stream_branch_formal (
    input logic       clk_i,
    input logic       in_valid_i,
    input logic [1:0] choice_i,
    input logic [3:0] in_data_i,
    input logic [2:0] out_ready_i
);
  logic in_ready;
  logic [2:0] select, out_valid;
  logic [3:0] out_data;
  assign select = choice_i < 3 ? 3'd1 << choice_i : 3'd1;
  stream_branch #(
      .Width     (4),
      .NumOutputs(3)
  ) u_dut (
      .in_valid_i,
      .in_ready_o (in_ready),
      .in_data_i,
      .in_select_i(select),
      .out_valid_o(out_valid),
      .out_ready_i,
      .out_data_o (out_data)
  );
  always_ff @(posedge clk_i) begin
    only_there : assert (out_valid == (in_valid_i ? select : 3'd0));
    taken_once : assert ((in_valid_i && in_ready) == ((out_valid & out_ready_i) != '0));
    data : assert (out_data == in_data_i);
  end
endmodule
