// SPDX-License-Identifier: Apache-2.0
// Merges streams into one. RoundRobin 1: inputs take turns. RoundRobin 0: the lowest index goes first (the back edge of a loop), but
// another input that was granted goes on for up to Run tokens, as long as it offers one in each cycle: neighbours stay together.
// Latency 0, initiation interval 1. Valid, ready and data pass combinationally; a grant is held while the output waits.
module stream_merge #(
    parameter int unsigned Width = 8,
    parameter int unsigned NumInputs = 2,
    parameter int unsigned RoundRobin = 0,
    parameter int unsigned Run = 1
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
    logic [NumInputs-1:0] grant;
    assign out_valid_o = in_valid_i != '0;
    assign in_ready_o = out_ready_i ? grant : '0;

    if (RoundRobin != 0) begin : gen_turns
      // An offer that was not taken bars all others, so it is the only request then.
      logic [NumInputs-1:0] barred_q;
      arbiter_rr #(
          .N(NumInputs)
      ) u_turns (
          .clk_i,
          .rst_i,
          .request_i(in_valid_i & ~barred_q),
          .grant_o  (grant),
          .served_i (in_ready_o)
      );
      always_comb begin
        out_data_o = in_data_i[0+:Width];
        for (int unsigned i = 1; i < NumInputs; i++) begin
          if (grant[i]) out_data_o = in_data_i[i*Width+:Width];
        end
      end
      always_ff @(posedge clk_i) barred_q <= !rst_i && out_valid_o && !out_ready_i ? ~grant : '0;
    end else begin : gen_priority
      // first_q: the input that goes before all others, never input 0: its offer was not taken, or its run goes on. Without one the
      // lowest goes first, so an offer of input 0 that was not taken stands by itself. Of two inputs the choice is a function of two bits
      // without runs, of three with them.
      localparam int unsigned RunW = Run > 1 ? $clog2(Run) : 1;
      logic [NumInputs-1:0] kept, first_q;
      logic [RunW-1:0] run_q;  // tokens that the run has left
      logic ends;              // with the next token
      // Without runs it is an offer that was not taken, which is still there.
      assign kept  = Run == 1 ? first_q : in_valid_i & first_q;
      assign grant = kept != '0 ? kept : in_valid_i & (~in_valid_i + NumInputs'(1));
      assign ends  = Run == 1 || (kept != '0 && run_q == RunW'(1));
      // The last input's if no other is granted: without an offer they mean nothing.
      always_comb begin
        out_data_o = in_data_i[(NumInputs-1)*Width+:Width];
        for (int unsigned i = 0; i < NumInputs - 1; i++) begin
          if (grant[i]) out_data_o = in_data_i[i*Width+:Width];
        end
      end
      always_ff @(posedge clk_i) begin
        run_q   <= kept != '0 ? run_q - RunW'(out_ready_i) : RunW'(Run - 1);
        first_q <= rst_i || (out_ready_i && ends) ? '0 : {grant[NumInputs-1:1], 1'b0};
      end
    end
  end
endmodule
