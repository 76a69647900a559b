// SPDX-License-Identifier: Apache-2.0
// stream_slice: numbered tokens come out in number; at most two are inside; full rate.
module stream_slice_formal (
    input logic clk_i,
    input logic in_valid_i,
    input logic out_ready_i
);
  localparam int unsigned W = 4;
  logic rst = 1'b1;
  logic in_ready, out_valid, pop, was_waiting, was_taken;
  logic [W-1:0] out_data, sent, received, held, was_data;
  assign held = sent - received;
  assign pop = out_valid & out_ready_i;

  stream_slice #(
      .Width(W)
  ) u_dut (
      .clk_i,
      .rst_i      (rst),
      .in_valid_i,
      .in_ready_o (in_ready),
      .in_data_i  (sent),
      .out_valid_o(out_valid),
      .out_ready_i,
      .out_data_o (out_data)
  );

  (* hierconn *)
  wire [W-1:0] \u_dut.skid_q ;

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    sent <= rst ? '0 : sent + W'(in_valid_i & in_ready);
    received <= rst ? '0 : received + W'(pop);
    was_waiting <= !rst && out_valid && !out_ready_i;
    was_taken <= !rst && in_valid_i && in_ready;
    was_data <= out_data;
    if (!rst) begin
      state : assert (held == W'(out_valid) + W'(!in_ready) && held <= 2);
      state_skid : assert (in_ready || \u_dut.skid_q == received + W'(1));
      order : assert (!out_valid || out_data == received);
      hold : assert (!was_waiting || (out_valid && out_data == was_data));
      progress : assert (out_valid == (held != '0));
      full_rate : assert (in_ready || was_waiting);
    end
  end
endmodule
