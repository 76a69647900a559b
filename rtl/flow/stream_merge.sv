// SPDX-License-Identifier: Apache-2.0
// Merges streams into one. RoundRobin 0: the lowest index wins (the back edge of a loop); 1: turns.
// Latency 0, initiation interval 1. Valid, ready and data pass combinationally; a grant is held while the output waits.
module stream_merge #(
    parameter int unsigned Width = 8,
    parameter int unsigned NumInputs = 2,
    parameter int unsigned RoundRobin = 0
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
    // An offer that was not taken bars all others, so it is the only request then. That is known from a register, and of two inputs the
    // data are a function of four bits.
    logic [NumInputs-1:0] request, grant, barred_q;
    assign request = in_valid_i & ~barred_q;
    assign out_valid_o = in_valid_i != '0;
    assign in_ready_o = out_ready_i ? grant : '0;

    if (RoundRobin != 0) begin : gen_turns
      arbiter_rr #(
          .N(NumInputs)
      ) u_turns (
          .clk_i,
          .rst_i,
          .request_i(request),
          .grant_o  (grant),
          .served_i (in_ready_o)
      );
      always_comb begin
        out_data_o = in_data_i[0+:Width];
        for (int unsigned i = 1; i < NumInputs; i++) begin
          if (grant[i]) out_data_o = in_data_i[i*Width+:Width];
        end
      end
    end else begin : gen_priority
      assign grant = request & (~request + NumInputs'(1));
      // The last input's if no other requests: without a request they mean nothing.
      always_comb begin
        out_data_o = in_data_i[(NumInputs-1)*Width+:Width];
        for (int unsigned i = NumInputs - 1; i > 0; i--) begin
          if (request[i-1]) out_data_o = in_data_i[(i-1)*Width+:Width];
        end
      end
    end

    always_ff @(posedge clk_i) barred_q <= !rst_i && out_valid_o && !out_ready_i ? ~grant : '0;
  end
endmodule
