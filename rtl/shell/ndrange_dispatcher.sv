// SPDX-License-Identifier: Apache-2.0
// Walks an NDRange: groups in x, y, z order, work-items of a group in linear local order, one work-item a cycle.
//
// Work-items are admitted while there are slots. SlotUse says what a slot is:
//   0  one of `groups_max_i` group slots is taken with the first work-item of a group and comes back with its last: its
//      work-items have consecutive numbers, the first of them a multiple of 2^group_shift_i;
//   1  each work-item takes one of NumSlots, whose number comes back when it retires;
//   2  as 1, but slots are only counted: `out_slot_o` is zero.
// Ids come from incremental counters (no multiplier). Launch words must be stable from `start_i` on.
// MaxSize 1: every group is one work-item, and what counts within a group is left out.
// Lanes above 1: a token is a packet of as many work-items whose ids in x follow each other, and `out_active_o` says which
// lanes hold one. The ids are lane 0's. InGroups says what packets are cut from:
//   0  rows of the whole range, with MaxSize 1. Packets begin at multiples of Lanes, whatever the offset, so only the first
//      and the last of a row may have empty lanes. There are no ids of groups;
//   1  rows of a group. Packets begin at local ids that are multiples of Lanes, so only the last of a row may have empty
//      lanes. Slots, MaxSize, `group_size_i`, `group_shift_i` and `in_flight_o` count packets in place of work-items.
// Latency: first token three cycles after `start_i`, four with packets of the whole range's rows; interval 1 (also for groups of
// one token while slots are free).
// A launch without groups is done two cycles after the start.
// Registered: every output. `out_ready_i` drives only register enables.
module ndrange_dispatcher #(
    parameter int unsigned NumSlots  = 1024,
    parameter int unsigned MaxGroups = 16,       // SlotUse 0: group slots
    parameter int unsigned MaxSize   = NumSlots,  // of a group, tokens
    parameter int unsigned SlotUse   = 0,
    parameter int unsigned Lanes     = 1,         // a power of two
    parameter bit          InGroups  = 1'b0,
    localparam int unsigned SlotW    = SlotUse > 1 ? 1 : NumSlots > 1 ? $clog2(NumSlots) : 1,
    localparam int unsigned CountW   = $clog2(NumSlots) + 1
) (
    input  logic              clk_i,
    input  logic              rst_i,
    input  logic [31:0]       global_offset_x_i,
    input  logic [31:0]       global_offset_y_i,
    input  logic [31:0]       global_offset_z_i,
    input  logic [31:0]       local_size_x_i,
    input  logic [31:0]       local_size_y_i,
    input  logic [31:0]       local_size_z_i,
    input  logic [31:0]       num_groups_x_i,
    input  logic [31:0]       num_groups_y_i,
    input  logic [31:0]       num_groups_z_i,
    input  logic [31:0]       group_size_i,
    input  logic [31:0]       group_shift_i,
    input  logic [31:0]       groups_max_i,
    input  logic              start_i,
    output logic              out_valid_o,
    input  logic              out_ready_i,
    output logic [SlotW-1:0]  out_slot_o,
    output logic [31:0]       out_global_id_x_o,
    output logic [31:0]       out_global_id_y_o,
    output logic [31:0]       out_global_id_z_o,
    output logic [31:0]       out_local_id_x_o,
    output logic [31:0]       out_local_id_y_o,
    output logic [31:0]       out_local_id_z_o,
    output logic [31:0]       out_group_id_x_o,
    output logic [31:0]       out_group_id_y_o,
    output logic [31:0]       out_group_id_z_o,
    output logic [31:0]       out_linear_local_id_o,
    output logic [Lanes-1:0]  out_active_o,
    input  logic              retire_valid_i,
    input  logic [SlotW-1:0]  retire_slot_i,
    output logic [CountW-1:0] in_flight_o,
    output logic              admitting_o,
    output logic              all_done_o
);
  // ---- The next group to admit, or packet of the whole range.
  logic             start, clear, group_valid, group_ready;
  logic [31:0]      group_x, group_y, group_z, base_x, base_y, base_z;
  logic [Lanes-1:0] active;
  ndrange_groups #(
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
      .start_o  (start),
      .clear_o  (clear),
      .take_i   (group_valid && group_ready),
      .valid_o  (group_valid),
      .group_x_o(group_x),
      .group_y_o(group_y),
      .group_z_o(group_z),
      .base_x_o (base_x),
      .base_y_o (base_y),
      .base_z_o (base_z),
      .active_o (active)
  );

  // ---- Its work-items.
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
      .start_i            (start),
      .halt_i             (clear && !start),
      .more_groups_i      (1'b0),
      .next_group_valid_i (group_valid),
      .next_group_ready_o (group_ready),
      .next_group_x_i     (group_x),
      .next_group_y_i     (group_y),
      .next_group_z_i     (group_z),
      .next_group_base_x_i(base_x),
      .next_group_base_y_i(base_y),
      .next_group_base_z_i(base_z),
      .next_group_active_i(active),
      .out_valid_o,
      .out_ready_i,
      .out_slot_o,
      .out_global_id_x_o,
      .out_global_id_y_o,
      .out_global_id_z_o,
      .out_local_id_x_o,
      .out_local_id_y_o,
      .out_local_id_z_o,
      .out_group_id_x_o,
      .out_group_id_y_o,
      .out_group_id_z_o,
      .out_linear_local_id_o,
      .out_active_o,
      .retire_valid_i,
      .retire_slot_i,
      .in_flight_o,
      .admitting_o,
      .all_done_o
  );
endmodule
