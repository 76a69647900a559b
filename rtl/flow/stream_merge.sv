// SPDX-License-Identifier: Apache-2.0
// Merges streams into one. RoundRobin 1: inputs take turns, one ends behind every Run-th token and where its input offers none.
// RoundRobin 0: the lowest index goes first (the back edge of a loop), but another input that was granted goes on for up to Run tokens,
// as long as it offers one in each cycle. Where there are runs and tokens go round (input 0), others that begin to offer wait for 3 * Run
// cycles first, so that those behind them are there, too: tokens that came one by one would stand between others in each round.
// OthersFirst, with RoundRobin 0: behind their pause the others go first, the lowest of them; input 0 waits for as long as they offer.
// Either way neighbours stay together.
// Latency 0, initiation interval 1. Valid, ready and data pass combinationally; a grant is held while the output waits.
module stream_merge #(
    parameter int unsigned Width = 8,
    parameter int unsigned NumInputs = 2,
    parameter int unsigned RoundRobin = 0,
    parameter int unsigned Run = 1,
    parameter bit OthersFirst = 1'b0
) (
    input  logic                       clk_i,
    input  logic                       rst_i,
    input  logic [      NumInputs-1:0] in_valid_i,
    output logic [      NumInputs-1:0] in_ready_o,
    input  logic [NumInputs*Width-1:0] in_data_i,
    output logic                       out_valid_o,
    input  logic                       out_ready_i,
    output logic [          Width-1:0] out_data_o
);
  if (NumInputs == 1) begin : gen_wire
    logic unused_clock;
    assign unused_clock = clk_i ^ rst_i;
    assign out_valid_o = in_valid_i;
    assign in_ready_o = out_ready_i;
    assign out_data_o = in_data_i;
  end else begin : gen_merge
    // first_q: inputs that go before the others, as their turn is next, an offer was not taken, a run goes on or all but input 0 do;
    // never input 0. Among them and among the others the lowest goes first. barred: another goes before. An input's own offer is no
    // part of that, so that a late one does not come back to where it is from.
    logic [NumInputs-1:0] first_q, offered, there, barred, grant;
    logic pauses_q;  // all but input 0
    assign offered = {in_valid_i[NumInputs-1:1] & {NumInputs - 1{!pauses_q}}, in_valid_i[0]};
    // Without turns and runs only an offer that was not taken goes first, and that is still there.
    assign there = RoundRobin == 0 && Run == 1 && !OthersFirst ? {NumInputs{1'b1}} : offered;
    assign grant = offered & ~barred;
    assign out_valid_o = offered != '0;
    assign in_ready_o = out_ready_i ? ~barred : '0;
    always_comb begin
      for (int unsigned i = 0; i < NumInputs; i++) begin
        barred[i] = i != 0 && pauses_q;
        for (int unsigned j = 0; j < NumInputs; j++) begin
          if (j < i && offered[j] && (first_q[j] || !first_q[i])) barred[i] = 1'b1;
          if (j > i && there[j] && first_q[j] && !first_q[i]) barred[i] = 1'b1;
        end
      end
      // The last input's if no other is granted: without an offer they mean nothing.
      out_data_o = in_data_i[(NumInputs-1)*Width+:Width];
      for (int unsigned i = 0; i < NumInputs - 1; i++) begin
        if (grant[i]) out_data_o = in_data_i[i*Width+:Width];
      end
    end

    if (RoundRobin != 0 || Run == 1) begin : gen_no_pause
      assign pauses_q = 1'b0;
    end else begin : gen_pause
      localparam int unsigned Pause = 3 * Run;
      localparam int unsigned PauseW = $clog2(Pause + 1);
      logic [PauseW-1:0] pause_q, pause;  // cycles in which others have yet to offer until one of them counts
      logic others;
      assign others = in_valid_i[NumInputs-1:1] != '0;
      assign pause = grant[0] && out_ready_i && !others ? PauseW'(Pause) : pause_q - PauseW'(others && pauses_q);
      always_ff @(posedge clk_i) begin
        pause_q  <= rst_i ? '0 : pause;
        pauses_q <= !rst_i && pause != '0;
      end
    end

    if (RoundRobin == 0 && OthersFirst) begin : gen_others
      always_ff @(posedge clk_i) begin
        if (rst_i) first_q <= '0;
        else if (out_valid_o && !out_ready_i) first_q <= {grant[NumInputs-1:1], 1'b0};
        else first_q <= {{NumInputs - 1{1'b1}}, 1'b0};
      end
    end
    if (RoundRobin != 0) begin : gen_turns
      logic [NumInputs-1:0] above;  // inputs behind the granted one: bit 0 is a constant, also for synthesis
      logic ends;  // the turn, with this token
      assign above = ~(grant | (grant - NumInputs'(1)) | NumInputs'(1));
      always_ff @(posedge clk_i) begin
        if (rst_i) first_q <= '0;
        else if (out_valid_o) first_q <= out_ready_i && ends ? above : grant[0] ? '0 : above | {grant[NumInputs-1:1], 1'b0};
      end
      if (Run == 1) begin : gen_single
        assign ends = 1'b1;
      end else begin : gen_run
        // Of all inputs' tokens: whoever else counts the same stream ends its runs with these.
        logic [$clog2(Run)-1:0] count_q;
        assign ends = count_q == ($clog2(Run))'(Run - 1);
        always_ff @(posedge clk_i) begin
          if (rst_i) count_q <= '0;
          else if (out_valid_o && out_ready_i) count_q <= ends ? '0 : count_q + 1'b1;
        end
      end
    end
    if (RoundRobin == 0 && !OthersFirst) begin : gen_priority
      localparam int unsigned RunW = Run > 1 ? $clog2(Run) : 1;
      logic [RunW-1:0] run_q;  // tokens that the run has left
      logic goes_on, ends;  // the run, with this token; with the next one
      assign goes_on = (there & first_q) != '0;
      assign ends = Run == 1 || (goes_on && run_q == RunW'(1));
      always_ff @(posedge clk_i) begin
        run_q   <= goes_on ? run_q - RunW'(out_ready_i) : RunW'(Run - 1);
        first_q <= rst_i || (out_ready_i && ends) ? '0 : {grant[NumInputs-1:1], 1'b0};
      end
    end
  end
endmodule
