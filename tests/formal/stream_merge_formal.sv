// SPDX-License-Identifier: Apache-2.0
// stream_merge of three inputs: each token passes once and in order, a grant holds while it waits. RoundRobin 0: the lowest index goes
// first, but for runs of another input, of at most Run tokens, which end only there or where it offers nothing; others than the first
// pause for no longer than they have to. OthersFirst: behind the pause all but the first go before it, the lowest first. RoundRobin 1:
// nobody waits for more than two turns of Run tokens, and a turn that goes on is not interrupted.
module stream_merge_formal #(
    parameter int unsigned RoundRobin = 0,
    parameter int unsigned Run = 3,
    parameter bit OthersFirst = 1'b0
) (
    input logic       clk_i,
    input logic [2:0] offer_i,
    input logic       out_ready_i
);
  localparam int unsigned W = 3;
  localparam int unsigned Width = W + 2;
  localparam int unsigned RunW = Run > 1 ? $clog2(Run) : 1;
  localparam int unsigned Most = Run > 1 ? Run - 1 : 1;  // tokens of others that input 0 waits for
  localparam int unsigned PassedW = $clog2(2 * Run + 2);
  logic rst = 1'b1;
  logic [2:0] in_valid, in_ready, waiting, taken;
  logic [3*Width-1:0] in_data;
  logic out_valid, was_waiting, was_reset;
  logic [Width-1:0] out_data, was_data;
  logic [W-1:0] number[3];
  logic [1:0] port;
  logic [PassedW-1:0] passed[3];  // other tokens since this input began to wait

  assign in_valid = offer_i | waiting;  // the environment keeps the handshake rules
  assign taken = in_valid & in_ready;
  assign port = out_data[Width-1:W];

  stream_merge #(
      .Width      (Width),
      .NumInputs  (3),
      .RoundRobin (RoundRobin),
      .Run        (Run),
      .OthersFirst(OthersFirst)
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
  wire [2:0] \u_dut.gen_merge.first_q ;
  (* hierconn *)
  wire [RunW-1:0] \u_dut.gen_merge.gen_priority.run_q ;

  // What counts as offered: all but the first input may pause.
  localparam int unsigned Pause = 3 * Run;
  localparam int unsigned PauseW = $clog2(Pause + 1);
  (* hierconn *)
  wire [PauseW-1:0] \u_dut.gen_merge.gen_pause.pause_q ;
  (* hierconn *)
  wire \u_dut.gen_merge.pauses_q ;
  logic [PauseW-1:0] pause, was_pause;
  logic [2:0] shown;
  logic others_waited;
  assign pause = RoundRobin != 0 || Run == 1 ? '0 : \u_dut.gen_merge.gen_pause.pause_q ;
  assign shown = {in_valid[2:1] & {2{pause == '0}}, in_valid[0]};

  // The tokens of the run that goes on with the next cycle's, the one that may wait among them; 0: none does. A run is of one input but the
  // first, and ends in a cycle in which that one offers nothing.
  logic [1:0] run, longer;
  logic is_next;  // the input that the run is of has the next token
  assign is_next = run != '0 && shown[was_data[Width-1:W]];
  assign longer = is_next ? run + 2'(out_ready_i) : 2'd1;

  // Turns to come before input i's: its distance from the input whose turn it is. The tokens of others in these turns bound its wait.
  (* hierconn *)
  wire [RunW-1:0] \u_dut.gen_merge.gen_turns.gen_run.count_q ;
  logic [RunW-1:0] count;  // tokens behind the last that ended a turn by its number
  logic [1:0] turn;
  logic [1:0] distance[3];
  logic [PassedW:0] others[3];
  logic [2:0] fair_so_far;
  logic turn_ends, keeps_turn;
  assign turn_ends = out_valid && out_ready_i && 32'(count) == Run - 1;
  assign turn = \u_dut.gen_merge.first_q == 3'b110 ? 2'd1 : \u_dut.gen_merge.first_q == 3'b100 ? 2'd2 : 2'd0;

  for (genvar i = 0; i < 3; i++) begin : gen_input
    assign distance[i] = turn > i ? 2'(i + 3) - turn : 2'(i) - turn;
    assign others[i] = distance[i] == '0 ? '0 : (PassedW + 1)'(distance[i] * Run) - (PassedW + 1)'(count);
    assign fair_so_far[i] = (PassedW + 1)'(passed[i]) + others[i] <= (PassedW + 1)'(2 * Run);
    assign in_data[i*Width+:Width] = {2'(i), number[i]};
    always_ff @(posedge clk_i) begin
      number[i] <= rst ? '0 : number[i] + W'(taken[i]);
      waiting[i] <= !rst && in_valid[i] && !taken[i];
      passed[i] <= rst || !in_valid[i] || taken[i] ? '0 : passed[i] + PassedW'(taken != '0);
    end
  end

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    was_waiting <= !rst && out_valid && !out_ready_i;
    was_reset <= rst;
    was_data <= out_data;
    was_pause <= pause;
    others_waited <= !rst && in_valid[2:1] != '0;
    if (rst || turn_ends) count <= '0;
    else count <= count + RunW'(out_valid && out_ready_i);
    keeps_turn <= !rst && out_valid && !turn_ends;
    run <= rst || !out_valid || port == '0 || (out_ready_i && longer >= 2'(Run)) ? '0 : longer;
    if (!rst) begin
      state_port : assert (!was_waiting || was_data[Width-1:W] < 3);
      state_waits : assert (!was_waiting || waiting[was_data[Width-1:W]]);
      one : assert ((taken & (taken - 3'd1)) == '0);
      passes : assert ((taken != '0) == (out_valid && out_ready_i));
      offers : assert (out_valid == (shown != '0));
      source : assert (!out_valid || (port < 3 && shown[port] && (!out_ready_i || taken[port])));
      order : assert (!out_valid || out_data[W-1:0] == number[port]);
      hold : assert (!was_waiting || (out_valid && out_data == was_data));
      if (RoundRobin == 0) begin
        state_pause : assert (32'(pause) <= Pause && \u_dut.gen_merge.pauses_q == (pause != '0));
        pause_ends : assert (!others_waited || was_pause == '0 || pause == was_pause - 1'd1);
      end
      if (RoundRobin == 0 && OthersFirst) begin
        state_first : assert (\u_dut.gen_merge.first_q == (was_reset ? 3'd0 : was_waiting ? (3'd1 << was_data[Width-1:W]) & 3'd6 : 3'd6));
        state_held : assert (!was_waiting || was_data[Width-1:W] == '0 || pause == '0);
        goes_before : assert (was_waiting || was_reset || port != '0 || !out_valid || shown[2:1] == '0);
        lowest : assert (was_waiting || was_reset || port != 2'd2 || !out_valid || !shown[1]);
      end else if (RoundRobin == 0) begin
        state_first : assert (\u_dut.gen_merge.first_q == (run == '0 ? 3'd0 : 3'd1 << was_data[Width-1:W]));
        state_run : assert (run == '0 || (run <= 2'(Most) && was_data[Width-1:W] != '0 && was_data[Width-1:W] < 3));
        state_left : assert (run == '0 || Run == 1 || 2'(\u_dut.gen_merge.gen_priority.run_q ) == 2'(Run) - run);
        state_held : assert (!was_waiting || run != '0 || was_data[Width-1:W] == '0);
        goes_on : assert (!is_next || port == was_data[Width-1:W]);
        lowest : assert (is_next || !out_valid || (shown & ((3'd1 << port) - 3'd1)) == '0);
        state_pause_run : assert (run == '0 || pause == '0);
        state_passed : assert (!waiting[0] || (run == '0 ? passed[0] <= Most : passed[0] + 1'd1 <= run));
        bounded : assert (!waiting[0] || passed[0] <= Most);
      end else begin
        state_held : assert (!was_waiting || turn == was_data[Width-1:W]);
        state_count : assert (32'(count) < Run && (Run == 1 || count == \u_dut.gen_merge.gen_turns.gen_run.count_q ));
        state_keeps : assert (!keeps_turn || turn == was_data[Width-1:W]);
        stays : assert (!keeps_turn || !in_valid[turn] || port == turn);
        state_fair : assert (fair_so_far == '1);
        state_turn : assert (\u_dut.gen_merge.first_q == 3'b110 || \u_dut.gen_merge.first_q == 3'b100 || \u_dut.gen_merge.first_q == 3'b000);
        fair : assert (32'(passed[0]) <= 2 * Run && 32'(passed[1]) <= 2 * Run && 32'(passed[2]) <= 2 * Run);
      end
    end
  end
endmodule
