// SPDX-License-Identifier: Apache-2.0
// stream_deal of three outputs: each token that is taken goes to one output, whose FIFO has room; those of a run follow each other at
// one output and are at most Run; a run begins where none waits; and whoever has none waiting gets the next run but two at most. What
// a FIFO does with them is proved for stream_fifo.
module stream_deal_formal #(
    parameter int unsigned Run = 2
) (
    input logic       clk_i,
    input logic       in_valid_i,
    input logic [2:0] out_ready_i
);
  localparam int unsigned N = 3;
  localparam int unsigned LeftW = Run > 1 ? $clog2(Run) : 1;
  localparam int unsigned CountW = $clog2(Run + 1);
  logic rst = 1'b1;
  logic in_ready, take;
  logic [N-1:0] out_valid;
  assign take = in_valid_i && in_ready;
  logic unused_data;
  stream_deal #(
      .Width     (1),
      .NumOutputs(N),
      .Run       (Run)
  ) u_dut (
      .clk_i,
      .rst_i      (rst),
      .in_valid_i,
      .in_ready_o (in_ready),
      .in_data_i  (1'b0),
      .out_valid_o(out_valid),
      .out_ready_i,
      .out_data_o ()
  );

  // What is inside.
  (* hierconn *)
  wire [N-1:0] \u_dut.push ;
  (* hierconn *)
  wire [LeftW-1:0] \u_dut.gen_run.left_q ;
  (* hierconn *)
  wire [N-1:0] \u_dut.gen_run.chosen_q ;
  (* hierconn *)
  wire [N-1:0] \u_dut.u_turns.after_q ;
  (* hierconn *)
  wire [CountW-1:0] \u_dut.gen_output[0].u_fifo.count ;
  (* hierconn *)
  wire [CountW-1:0] \u_dut.gen_output[1].u_fifo.count ;
  (* hierconn *)
  wire [CountW-1:0] \u_dut.gen_output[2].u_fifo.count ;
  logic [CountW-1:0] count[N];
  assign count[0] = \u_dut.gen_output[0].u_fifo.count ;
  assign count[1] = \u_dut.gen_output[1].u_fifo.count ;
  assign count[2] = \u_dut.gen_output[2].u_fifo.count ;
  logic [N-1:0] push, chosen, room, fits;
  logic [LeftW-1:0] left;
  logic goes_on;
  assign push = \u_dut.push ;
  assign left = Run > 1 ? \u_dut.gen_run.left_q : '0;
  assign chosen = \u_dut.gen_run.chosen_q ;
  assign goes_on = left != '0;

  // Runs that others began while an output had none waiting, and how many may still come before its own.
  logic [1:0] passed[N];
  logic [1:0] next, distance[N];
  logic begins;
  logic [N-1:0] fair;
  assign begins = take && !goes_on;
  assign next = \u_dut.u_turns.after_q == 3'b110 ? 2'd1 : \u_dut.u_turns.after_q == 3'b100 ? 2'd2 : 2'd0;
  for (genvar i = 0; i < N; i++) begin : gen_output
    assign room[i] = 32'(count[i]) < Run;
    // The run that goes on has room for all that it may still have.
    assign fits[i] = !(goes_on && chosen[i]) || 32'(count[i]) + 32'(left) <= Run;
    assign distance[i] = next > i ? 2'(i + 3) - next : 2'(i) - next;
    assign fair[i] = 3'(passed[i]) + 3'(distance[i]) <= 3'd2;
    always_ff @(posedge clk_i) begin
      if (rst || out_valid[i] || push[i] || (goes_on && chosen[i])) passed[i] <= '0;
      else passed[i] <= passed[i] + 2'(begins);
    end
  end

  logic was_run;
  logic [N-1:0] was_push;
  logic [CountW-1:0] length;  // tokens of the run, with those of the present cycle
  logic [CountW-1:0] length_q;
  assign length = begins ? CountW'(1) : length_q + CountW'(take);
  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    length_q <= rst ? '0 : length;
    was_push <= take ? push : was_push;
    if (!rst) begin
      state_valid : assert (out_valid == {count[2] != '0, count[1] != '0, count[0] != '0});
      state_count : assert (32'(count[0]) <= Run && 32'(count[1]) <= Run && 32'(count[2]) <= Run);
      state_chosen : assert (!goes_on || chosen == 3'b001 || chosen == 3'b010 || chosen == 3'b100);
      state_fits : assert (fits == '1);
      state_left : assert (!goes_on || 32'(length_q) + 32'(left) == Run);
      state_was : assert (!goes_on || was_push == chosen);
      state_turn : assert (\u_dut.u_turns.after_q == 3'b111 || \u_dut.u_turns.after_q == 3'b110 || \u_dut.u_turns.after_q == 3'b100 || \u_dut.u_turns.after_q == 3'b000);
      ready : assert (in_ready == (goes_on || out_valid != '1));
      one : assert ((push & (push - 3'd1)) == '0 && (push != '0) == take);
      has_room : assert ((push & ~room) == '0);
      begins_empty : assert (!begins || (push & out_valid) == '0);
      stays : assert (!(take && goes_on) || push == was_push);
      most : assert (32'(length) <= Run);
      state_fair : assert (fair == '1);
      fair_turns : assert (passed[0] <= 2 && passed[1] <= 2 && passed[2] <= 2);
    end
  end
endmodule
