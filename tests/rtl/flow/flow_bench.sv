// SPDX-License-Identifier: Apache-2.0
// Everything of rtl/flow in several sizes, side by side, for flow_test.cpp.
module flow_bench (
    input  logic          clk_i,
    input  logic          rst_i,
    // order-keeping channels: FIFOs, slice, segments
    input  logic [  11:0] ch_in_valid_i,
    output logic [  11:0] ch_in_ready_o,
    input  logic [12*32-1:0] ch_in_data_i,
    output logic [  11:0] ch_out_valid_o,
    input  logic [  11:0] ch_out_ready_i,
    output logic [12*32-1:0] ch_out_data_o,
    // merges of 2, 5, 3, 5 inputs (5 ports each), the first two by priority, the others in turns
    input  logic [  19:0] merge_in_valid_i,
    output logic [  19:0] merge_in_ready_o,
    input  logic [20*32-1:0] merge_in_data_i,
    output logic [   3:0] merge_out_valid_o,
    input  logic [   3:0] merge_out_ready_i,
    output logic [4*32-1:0] merge_out_data_o,
    // a branch to 3 outputs
    input  logic          branch_in_valid_i,
    output logic          branch_in_ready_o,
    input  logic [  31:0] branch_in_data_i,
    input  logic [   2:0] branch_in_select_i,
    output logic [   2:0] branch_out_valid_o,
    input  logic [   2:0] branch_out_ready_i,
    output logic [  31:0] branch_out_data_o,
    // barriers of 8, 64 and 1024 slots
    input  logic [  31:0] group_shift_i,
    input  logic [  31:0] group_size_i,
    input  logic [   2:0] barrier_in_valid_i,
    output logic [   2:0] barrier_in_ready_o,
    input  logic [3*32-1:0] barrier_in_slot_i,
    input  logic [3*32-1:0] barrier_in_data_i,
    output logic [   2:0] barrier_out_valid_o,
    input  logic [   2:0] barrier_out_ready_i,
    output logic [3*32-1:0] barrier_out_slot_o,
    output logic [3*32-1:0] barrier_out_data_o,
    output logic [3*32-1:0] barrier_waiting_o
);
  for (genvar i = 0; i < 12; i++) begin : gen_channel
    logic in_valid, in_ready, out_valid, out_ready;
    logic [31:0] in_data, out_data;
    assign in_valid = ch_in_valid_i[i];
    assign in_data = ch_in_data_i[i*32+:32];
    assign ch_in_ready_o[i] = in_ready;
    assign ch_out_valid_o[i] = out_valid;
    assign ch_out_data_o[i*32+:32] = out_data;
    assign out_ready = ch_out_ready_i[i];
    if (i < 7) begin : gen_fifo
      localparam int unsigned Depth = i == 0 ? 1 : i == 1 ? 2 : i == 2 ? 3 : i == 3 ? 16 : i == 4 ? 17 : i == 5 ? 64 : 100;
      stream_fifo #(
          .Width(32),
          .Depth(Depth)
      ) u_fifo (
          .clk_i,
          .rst_i,
          .in_valid_i (in_valid),
          .in_ready_o (in_ready),
          .in_data_i  (in_data),
          .out_valid_o(out_valid),
          .out_ready_i(out_ready),
          .out_data_o (out_data)
      );
    end else if (i == 7) begin : gen_slice
      stream_slice #(
          .Width(32)
      ) u_slice (
          .clk_i,
          .rst_i,
          .in_valid_i (in_valid),
          .in_ready_o (in_ready),
          .in_data_i  (in_data),
          .out_valid_o(out_valid),
          .out_ready_i(out_ready),
          .out_data_o (out_data)
      );
    end else begin : gen_segment
      // Segments of latency 5, 0 and 20 with the least depth of full rate; the last one drops every third value.
      localparam int unsigned Latency = i == 8 ? 5 : i == 9 ? 0 : i == 10 ? 20 : 5;
      localparam int unsigned Depth = i == 8 ? 7 : i == 9 ? 2 : i == 10 ? 23 : 4;
      logic credit, drop;
      logic [Latency:0] stage_valid;
      logic [31:0] arrived;
      assign drop = i == 11 && arrived % 3 == 0;
      segment_ctrl #(
          .Latency(Latency)
      ) u_ctrl (
          .clk_i,
          .rst_i,
          .in_valid_i   (in_valid),
          .in_ready_o   (in_ready),
          .credit_i     (credit),
          .stage_valid_o(stage_valid)
      );
      if (i < 10) begin : gen_line
        delay_line #(
            .Width  (32),
            .Latency(Latency)
        ) u_delay (
            .clk_i,
            .data_i(in_data),
            .data_o(arrived)
        );
      end else begin : gen_memory
        delay_memory #(
            .Width  (32),
            .Latency(Latency)
        ) u_delay (
            .clk_i,
            .rst_i,
            .data_i(in_data),
            .data_o(arrived)
        );
      end
      credit_fifo #(
          .Width(32),
          .Depth(Depth)
      ) u_fifo (
          .clk_i,
          .rst_i,
          .credit_o (credit),
          .reserve_i(stage_valid[0]),
          .push_i   (stage_valid[Latency] & ~drop),
          .data_i   (arrived),
          .release_i(stage_valid[Latency] & drop),
          .valid_o  (out_valid),
          .ready_i  (out_ready),
          .data_o   (out_data)
      );
    end
  end

  for (genvar i = 0; i < 4; i++) begin : gen_merge
    localparam int unsigned Inputs = i == 0 ? 2 : i == 2 ? 3 : 5;
    stream_merge #(
        .Width     (32),
        .NumInputs (Inputs),
        .RoundRobin(i / 2),
        .Run       (i == 2 ? 1 : 16)
    ) u_merge (
        .clk_i,
        .rst_i,
        .in_valid_i (merge_in_valid_i[i*5+:Inputs]),
        .in_ready_o (merge_in_ready_o[i*5+:Inputs]),
        .in_data_i  (merge_in_data_i[i*160+:Inputs*32]),
        .out_valid_o(merge_out_valid_o[i]),
        .out_ready_i(merge_out_ready_i[i]),
        .out_data_o (merge_out_data_o[i*32+:32])
    );
    if (Inputs < 5) begin : gen_unused
      assign merge_in_ready_o[i*5+4:i*5+Inputs] = '0;
    end
  end

  stream_branch #(
      .Width     (32),
      .NumOutputs(3)
  ) u_branch (
      .in_valid_i (branch_in_valid_i),
      .in_ready_o (branch_in_ready_o),
      .in_data_i  (branch_in_data_i),
      .in_select_i(branch_in_select_i),
      .out_valid_o(branch_out_valid_o),
      .out_ready_i(branch_out_ready_i),
      .out_data_o (branch_out_data_o)
  );

  for (genvar i = 0; i < 3; i++) begin : gen_barrier
    localparam int unsigned Slots = i == 0 ? 8 : i == 1 ? 64 : 1024;
    localparam int unsigned Groups = i == 0 ? 8 : i == 1 ? 4 : 64;
    localparam int unsigned SlotW = $clog2(Slots);
    logic [SlotW-1:0] out_slot;
    logic [SlotW:0] waiting;
    barrier #(
        .Width    (32),
        .NumSlots (Slots),
        .MaxGroups(Groups)
    ) u_barrier (
        .clk_i,
        .rst_i,
        .group_shift_i,
        .group_size_i,
        .in_valid_i (barrier_in_valid_i[i]),
        .in_ready_o (barrier_in_ready_o[i]),
        .in_slot_i  (barrier_in_slot_i[i*32+:SlotW]),
        .in_data_i  (barrier_in_data_i[i*32+:32]),
        .out_valid_o(barrier_out_valid_o[i]),
        .out_ready_i(barrier_out_ready_i[i]),
        .out_slot_o (out_slot),
        .out_data_o (barrier_out_data_o[i*32+:32]),
        .waiting_o  (waiting)
    );
    assign barrier_out_slot_o[i*32+:32] = 32'(out_slot);
    assign barrier_waiting_o[i*32+:32] = 32'(waiting);
  end
endmodule
