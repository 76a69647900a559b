// SPDX-License-Identifier: Apache-2.0
// Merges any number of streams into one through a tree of round-robin merges of at most four inputs, with a register slice
// between levels. Each merge goes on to another input behind every Run-th token and where its input offers none.
// Latency 0 for up to 4 inputs, one more for each further level; initiation interval 1.
// The last level is not registered: valid and data reach the output combinationally from its slices (or the inputs).
// In trees of more than two levels slices are spread: their readies come from far away, and enable none of their data registers (Paired).
module arbiter_tree #(
    parameter int unsigned Width = 8,
    parameter int unsigned NumInputs = 5,
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
  localparam int unsigned Levels = NumInputs <= 4 ? 1 : NumInputs <= 16 ? 2 : NumInputs <= 64 ? 3 : NumInputs <= 256 ? 4 : 5;

  if (NumInputs > 1024) begin : gen_size_check
    $fatal(1, "arbiter_tree: at most 1024 inputs");
  end

  for (genvar l = 0; l < Levels; l++) begin : gen_level
    localparam int unsigned Inputs = (NumInputs + (1 << (2 * l)) - 1) >> (2 * l);
    localparam int unsigned Outputs = (Inputs + 3) / 4;
    logic [Inputs-1:0] valid, ready;
    logic [Inputs*Width-1:0] data;
    logic [Outputs-1:0] merged_valid, merged_ready, next_valid, next_ready;
    logic [Outputs*Width-1:0] merged_data, next_data;

    if (l == 0) begin : gen_inputs
      assign valid = in_valid_i;
      assign data = in_data_i;
      assign in_ready_o = ready;
    end else begin : gen_inner
      assign valid = gen_level[l-1].next_valid;
      assign data = gen_level[l-1].next_data;
      assign gen_level[l-1].next_ready = ready;
    end

    for (genvar g = 0; g < Outputs; g++) begin : gen_group
      localparam int unsigned First = Inputs * g / Outputs;
      localparam int unsigned Count = Inputs * (g + 1) / Outputs - First;
      stream_merge #(
          .Width     (Width),
          .NumInputs (Count),
          .RoundRobin(1),
          .Run       (Run)
      ) u_merge (
          .clk_i,
          .rst_i,
          .in_valid_i (valid[First+:Count]),
          .in_ready_o (ready[First+:Count]),
          .in_data_i  (data[First*Width+:Count*Width]),
          .out_valid_o(merged_valid[g]),
          .out_ready_i(merged_ready[g]),
          .out_data_o (merged_data[g*Width+:Width])
      );
      if (l + 1 < Levels) begin : gen_register
        stream_slice #(
            .Width (Width),
            .Paired(Levels > 2)
        ) u_slice (
            .clk_i,
            .rst_i,
            .in_valid_i (merged_valid[g]),
            .in_ready_o (merged_ready[g]),
            .in_data_i  (merged_data[g*Width+:Width]),
            .out_valid_o(next_valid[g]),
            .out_ready_i(next_ready[g]),
            .out_data_o (next_data[g*Width+:Width])
        );
      end
    end

    if (l + 1 == Levels) begin : gen_root
      assign out_valid_o = merged_valid;
      assign out_data_o = merged_data;
      assign merged_ready = out_ready_i;
      assign next_valid = '0;
      assign next_data = '0;
      assign next_ready = '0;
      logic unused_next;
      assign unused_next = ^{next_valid, next_ready, next_data};
    end
  end
endmodule
