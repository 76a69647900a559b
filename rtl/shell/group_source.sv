// SPDX-License-Identifier: Apache-2.0
// The groups of an NDRange as a stream, for compute units that issue their work-items (ndrange_issue): in x, y, z order, or, with
// packets of the whole range's rows, the packets. Parameters are those of ndrange_dispatcher, launch words as there.
//
// `stop_i`: those that are left are not wanted; one that is offered stays until it is taken. `more_groups_o`: from the cycle behind
// `start_i` until the last one was taken.
// Latency: the first group a cycle after `start_i`, two with packets of the whole range's rows; interval 1.
// Registered: `next_group_valid_o` and the ids; `next_group_active_o` and `more_groups_o` are combinational from registers.
module group_source #(
    parameter int unsigned MaxSize  = 1024,
    parameter int unsigned Lanes    = 1,
    parameter bit          InGroups = 1'b0
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic [31:0]      global_offset_x_i,
    input  logic [31:0]      global_offset_y_i,
    input  logic [31:0]      global_offset_z_i,
    input  logic [31:0]      local_size_x_i,
    input  logic [31:0]      local_size_y_i,
    input  logic [31:0]      local_size_z_i,
    input  logic [31:0]      num_groups_x_i,
    input  logic [31:0]      num_groups_y_i,
    input  logic [31:0]      num_groups_z_i,
    input  logic [31:0]      group_size_i,
    input  logic             start_i,
    input  logic             stop_i,
    output logic             more_groups_o,
    output logic             next_group_valid_o,
    input  logic             next_group_ready_i,
    output logic [31:0]      next_group_x_o,
    output logic [31:0]      next_group_y_o,
    output logic [31:0]      next_group_z_o,
    output logic [31:0]      next_group_base_x_o,
    output logic [31:0]      next_group_base_y_o,
    output logic [31:0]      next_group_base_z_o,
    output logic [Lanes-1:0] next_group_active_o
);
  localparam bit Later = Lanes > 1 && !InGroups;  // the walk begins a cycle after the start
  logic begins, unused_clear, valid, stopped_q;
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
      .start_o  (begins),
      .clear_o  (unused_clear),
      .take_i   (next_group_valid_o && next_group_ready_i),
      .valid_o  (valid),
      .group_x_o(next_group_x_o),
      .group_y_o(next_group_y_o),
      .group_z_o(next_group_z_o),
      .base_x_o (next_group_base_x_o),
      .base_y_o (next_group_base_y_o),
      .base_z_o (next_group_base_z_o),
      .active_o (next_group_active_o)
  );
  assign next_group_valid_o = valid && !stopped_q;
  assign more_groups_o = next_group_valid_o || (Later && begins);
  always_ff @(posedge clk_i) begin
    if (stop_i && (!valid || next_group_ready_i)) stopped_q <= 1'b1;
    if (rst_i || start_i) stopped_q <= 1'b0;
  end
endmodule
