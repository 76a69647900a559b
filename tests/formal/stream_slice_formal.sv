// SPDX-License-Identifier: Apache-2.0
// stream_slice: numbered tokens come out in number; at most two are inside; full rate.
module stream_slice_formal #(
    parameter bit Paired = 1'b0
) (
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
      .Width (W),
      .Paired(Paired)
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

  // What is inside, for induction.
  (* hierconn *)
  wire [W-1:0] \u_dut.gen_skid.skid_q ;
  (* hierconn *)
  wire [W-1:0] \u_dut.gen_pair.first_q ;
  (* hierconn *)
  wire [W-1:0] \u_dut.gen_pair.second_q ;
  (* hierconn *)
  wire \u_dut.gen_pair.write_second_q ;
  (* hierconn *)
  wire \u_dut.gen_pair.read_second_q ;
  logic [W-1:0] behind;  // what leaves after the entry that is shown
  assign behind = !Paired ? \u_dut.gen_skid.skid_q : \u_dut.gen_pair.read_second_q ? \u_dut.gen_pair.first_q : \u_dut.gen_pair.second_q ;

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    sent <= rst ? '0 : sent + W'(in_valid_i & in_ready);
    received <= rst ? '0 : received + W'(pop);
    was_waiting <= !rst && out_valid && !out_ready_i;
    was_taken <= !rst && in_valid_i && in_ready;
    was_data <= out_data;
    if (!rst) begin
      state : assert (held == W'(out_valid) + W'(!in_ready) && held <= 2);
      state_behind : assert (in_ready || behind == received + W'(1));
      state_turns : assert (!Paired || (\u_dut.gen_pair.write_second_q ^ \u_dut.gen_pair.read_second_q ) == held[0]);
      order : assert (!out_valid || out_data == received);
      hold : assert (!was_waiting || (out_valid && out_data == was_data));
      progress : assert (out_valid == (held != '0));
      full_rate : assert (in_ready || was_waiting);
    end
  end
endmodule
