// SPDX-License-Identifier: Apache-2.0
// The way of groups to compute units: group_source, stream_deal and an ndrange_issue for each unit, whose ports lie side by side.
module units_bench #(
    parameter int unsigned NumUnits  = 3,
    parameter int unsigned Run       = 1,
    parameter int unsigned NumSlots  = 64,
    parameter int unsigned MaxGroups = 8,
    parameter int unsigned MaxSize   = 64,
    parameter int unsigned SlotUse   = 0,
    parameter int unsigned Lanes     = 1,
    parameter bit          InGroups  = 1'b0,
    localparam int unsigned SlotW    = SlotUse > 1 ? 1 : $clog2(NumSlots),
    localparam int unsigned CountW   = $clog2(NumSlots) + 1
) (
    input  logic                       clk_i,
    input  logic                       rst_i,
    input  logic [31:0]                global_offset_x_i,
    input  logic [31:0]                global_offset_y_i,
    input  logic [31:0]                global_offset_z_i,
    input  logic [31:0]                local_size_x_i,
    input  logic [31:0]                local_size_y_i,
    input  logic [31:0]                local_size_z_i,
    input  logic [31:0]                num_groups_x_i,
    input  logic [31:0]                num_groups_y_i,
    input  logic [31:0]                num_groups_z_i,
    input  logic [31:0]                group_size_i,
    input  logic [31:0]                group_shift_i,
    input  logic [31:0]                groups_max_i,
    input  logic                       start_i,
    input  logic                       stop_i,
    output logic [NumUnits-1:0]        out_valid_o,
    input  logic [NumUnits-1:0]        out_ready_i,
    output logic [NumUnits*SlotW-1:0]  out_slot_o,
    output logic [NumUnits*96-1:0]     out_global_id_o,
    output logic [NumUnits*96-1:0]     out_group_id_o,
    output logic [NumUnits*32-1:0]     out_linear_local_id_o,
    output logic [NumUnits*Lanes-1:0]  out_active_o,
    input  logic [NumUnits-1:0]        retire_valid_i,
    input  logic [NumUnits*SlotW-1:0]  retire_slot_i,
    output logic [NumUnits*CountW-1:0] in_flight_o,
    output logic [NumUnits-1:0]        admitting_o,
    output logic [NumUnits-1:0]        all_done_o
);
  localparam int unsigned Width = 6 * 32 + Lanes;
  logic more_groups, walk_valid, walk_ready;
  logic [31:0] x, y, z, base_x, base_y, base_z;
  logic [Lanes-1:0] active;
  logic [NumUnits-1:0] group_valid, group_ready;
  logic [NumUnits*Width-1:0] group_data;
  group_source #(
      .MaxSize (MaxSize),
      .Lanes   (Lanes),
      .InGroups(InGroups)
  ) u_groups (
      .clk_i,
      .rst_i,
      .global_offset_x_i,
      .global_offset_y_i,
      .global_offset_z_i,
      .local_size_x_i,
      .local_size_y_i,
      .local_size_z_i,
      .num_groups_x_i,
      .num_groups_y_i,
      .num_groups_z_i,
      .group_size_i,
      .start_i,
      .stop_i,
      .more_groups_o      (more_groups),
      .next_group_valid_o (walk_valid),
      .next_group_ready_i (walk_ready),
      .next_group_x_o     (x),
      .next_group_y_o     (y),
      .next_group_z_o     (z),
      .next_group_base_x_o(base_x),
      .next_group_base_y_o(base_y),
      .next_group_base_z_o(base_z),
      .next_group_active_o(active)
  );
  stream_deal #(
      .Width     (Width),
      .NumOutputs(NumUnits),
      .Run       (Run)
  ) u_deal (
      .clk_i,
      .rst_i,
      .in_valid_i (walk_valid),
      .in_ready_o (walk_ready),
      .in_data_i  ({active, base_z, base_y, base_x, z, y, x}),
      .out_valid_o(group_valid),
      .out_ready_i(group_ready),
      .out_data_o (group_data)
  );
  for (genvar u = 0; u < NumUnits; u++) begin : gen_unit
    logic [31:0] unused_x, unused_y, unused_z;  // ids within the group
    ndrange_issue #(
        .NumSlots (NumSlots),
        .MaxGroups(MaxGroups),
        .MaxSize  (MaxSize),
        .SlotUse  (SlotUse),
        .Lanes    (Lanes),
        .InGroups (InGroups)
    ) u_issue (
        .clk_i,
        .rst_i,
        .local_size_x_i,
        .local_size_y_i,
        .local_size_z_i,
        .group_size_i,
        .group_shift_i,
        .groups_max_i,
        .start_i,
        .halt_i               (1'b0),
        .more_groups_i        (more_groups),
        .next_group_valid_i   (group_valid[u]),
        .next_group_ready_o   (group_ready[u]),
        .next_group_x_i       (group_data[u*Width+:32]),
        .next_group_y_i       (group_data[u*Width+32+:32]),
        .next_group_z_i       (group_data[u*Width+64+:32]),
        .next_group_base_x_i  (group_data[u*Width+96+:32]),
        .next_group_base_y_i  (group_data[u*Width+128+:32]),
        .next_group_base_z_i  (group_data[u*Width+160+:32]),
        .next_group_active_i  (group_data[u*Width+192+:Lanes]),
        .out_valid_o          (out_valid_o[u]),
        .out_ready_i          (out_ready_i[u]),
        .out_slot_o           (out_slot_o[u*SlotW+:SlotW]),
        .out_global_id_x_o    (out_global_id_o[u*96+:32]),
        .out_global_id_y_o    (out_global_id_o[u*96+32+:32]),
        .out_global_id_z_o    (out_global_id_o[u*96+64+:32]),
        .out_local_id_x_o     (unused_x),
        .out_local_id_y_o     (unused_y),
        .out_local_id_z_o     (unused_z),
        .out_group_id_x_o     (out_group_id_o[u*96+:32]),
        .out_group_id_y_o     (out_group_id_o[u*96+32+:32]),
        .out_group_id_z_o     (out_group_id_o[u*96+64+:32]),
        .out_linear_local_id_o(out_linear_local_id_o[u*32+:32]),
        .out_active_o         (out_active_o[u*Lanes+:Lanes]),
        .retire_valid_i       (retire_valid_i[u]),
        .retire_slot_i        (retire_slot_i[u*SlotW+:SlotW]),
        .in_flight_o          (in_flight_o[u*CountW+:CountW]),
        .admitting_o          (admitting_o[u]),
        .all_done_o           (all_done_o[u])
    );
  end
endmodule
