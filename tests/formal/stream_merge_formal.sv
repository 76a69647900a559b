// SPDX-License-Identifier: Apache-2.0
// stream_merge of three inputs: each token passes once and in order, a grant holds while it waits, the lowest index wins
// (RoundRobin 0), nobody waits for more than two others (RoundRobin 1).
module stream_merge_formal #(
    parameter int unsigned RoundRobin = 0
) (
    input logic       clk_i,
    input logic [2:0] offer_i,
    input logic       out_ready_i
);
  localparam int unsigned W = 3;
  localparam int unsigned Width = W + 2;
  logic rst = 1'b1;
  logic [2:0] in_valid, in_ready, waiting, taken;
  logic [3*Width-1:0] in_data;
  logic out_valid, was_waiting;
  logic [Width-1:0] out_data, was_data;
  logic [W-1:0] number[3];
  logic [1:0] port, passed[3];  // passed: other tokens since this input began to wait

  assign in_valid = offer_i | waiting;  // the environment keeps the handshake rules
  assign taken = in_valid & in_ready;
  assign port = out_data[Width-1:W];

  stream_merge #(
      .Width     (Width),
      .NumInputs (3),
      .RoundRobin(RoundRobin)
  ) u_dut (
      .clk_i,
      .rst_i      (rst),
      .in_valid_i (in_valid),
      .in_ready_o (in_ready),
      .in_data_i  (in_data),
      .out_valid_o(out_valid),
      .out_ready_i,
      .out_data_o (out_data)
  );

  // What is inside, for induction.
  (* hierconn *)
  wire [2:0] \u_dut.gen_merge.barred_q ;
  (* hierconn *)
  wire [2:0] \u_dut.gen_merge.gen_turns.u_turns.after_q ;

  // Turns to come before input i's: its distance from the input behind the last winner.
  logic [1:0] turn;
  logic [1:0] distance[3];
  logic [2:0] fair_so_far;
  assign turn = \u_dut.gen_merge.gen_turns.u_turns.after_q == 3'b110 ? 2'd1 : \u_dut.gen_merge.gen_turns.u_turns.after_q == 3'b100 ? 2'd2 : 2'd0;

  for (genvar i = 0; i < 3; i++) begin : gen_input
    assign distance[i] = turn > i ? 2'(i + 3) - turn : 2'(i) - turn;
    // A grant that is held may be behind an input that came later, but then nothing has passed that one yet.
    assign fair_so_far[i] = 3'(passed[i]) + 3'(distance[i]) <= 2 &&
                            (!was_waiting || distance[i] >= distance[was_data[Width-1:W]] || passed[i] == '0);
    assign in_data[i*Width+:Width] = {2'(i), number[i]};
    always_ff @(posedge clk_i) begin
      number[i] <= rst ? '0 : number[i] + W'(taken[i]);
      waiting[i] <= !rst && in_valid[i] && !taken[i];
      passed[i] <= rst || !in_valid[i] || taken[i] ? '0 : passed[i] + 2'(taken != '0);
    end
  end

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    was_waiting <= !rst && out_valid && !out_ready_i;
    was_data <= out_data;
    if (!rst) begin
      state_barred : assert (\u_dut.gen_merge.barred_q == (was_waiting ? ~(3'd1 << was_data[Width-1:W]) : 3'd0));
      state_port : assert (!was_waiting || was_data[Width-1:W] < 3);
      state_waits : assert (!was_waiting || waiting[was_data[Width-1:W]]);
      one : assert ((taken & (taken - 3'd1)) == '0);
      passes : assert ((taken != '0) == (out_valid && out_ready_i));
      offers : assert (out_valid == (in_valid != '0));
      source : assert (!out_valid || (port < 3 && in_valid[port] && (!out_ready_i || taken[port])));
      order : assert (!out_valid || out_data[W-1:0] == number[port]);
      hold : assert (!was_waiting || (out_valid && out_data == was_data));
      if (RoundRobin == 0) begin
        lowest : assert (was_waiting || !out_valid || (in_valid & ((3'd1 << port) - 3'd1)) == '0);
      end else begin
        state_fair : assert (fair_so_far == '1);
        state_turn : assert (\u_dut.gen_merge.gen_turns.u_turns.after_q == 3'b111 || \u_dut.gen_merge.gen_turns.u_turns.after_q == 3'b110 ||
                             \u_dut.gen_merge.gen_turns.u_turns.after_q == 3'b100 || \u_dut.gen_merge.gen_turns.u_turns.after_q == 3'b000);
        fair : assert (passed[0] <= 2 && passed[1] <= 2 && passed[2] <= 2);
      end
    end
  end
endmodule
