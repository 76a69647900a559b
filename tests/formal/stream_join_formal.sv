// SPDX-License-Identifier: Apache-2.0
// stream_join with a stream_slice for each of three streams: what it says is what the slices offer. Their own order and rate are proved
// in stream_slice_formal.
module stream_join_formal #(
    parameter bit Paired = 1'b1
) (
    input logic       clk_i,
    input logic [2:0] in_valid_i,
    input logic       take_i
);
  logic rst = 1'b1;
  logic [2:0] ready, valid;
  logic all, take;
  assign take = all & take_i;

  stream_join #(
      .NumInputs(3)
  ) u_dut (
      .clk_i,
      .rst_i       (rst),
      .next_valid_i(in_valid_i | ~ready),
      .valid_i     (valid),
      .take_i      (take),
      .all_o       (all)
  );

  for (genvar i = 0; i < 3; i++) begin : gen_stream
    logic unused_data;
    stream_slice #(
        .Width (1),
        .Paired(Paired)
    ) u_slice (
        .clk_i,
        .rst_i      (rst),
        .in_valid_i (in_valid_i[i]),
        .in_ready_o (ready[i]),
        .in_data_i  (1'b0),
        .out_valid_o(valid[i]),
        .out_ready_i(take),
        .out_data_o (unused_data)
    );
  end

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    if (!rst) begin
      exact : assert (all == (valid == '1));
      state_slices : assert ((~ready & ~valid) == '0);
    end
  end
endmodule
