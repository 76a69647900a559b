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
// Lanes above 1 (with MaxSize 1): a token is a packet of as many work-items whose ids in x follow each other, and `out_active_o`
// says which lanes hold one. Packets begin at multiples of Lanes, whatever the offset, so only the first and the last of
// a row may have empty lanes. The ids are lane 0's; there are none of groups.
// Latency: first token three cycles after `start_i`, four with lanes; interval 1 (also for groups of one work-item while slots are free).
// A launch without groups is done two cycles after the start.
// Registered: every output. `out_ready_i` drives only register enables.
module ndrange_dispatcher #(
    parameter int unsigned NumSlots  = 1024,
    parameter int unsigned MaxGroups = 16,       // SlotUse 0: group slots
    parameter int unsigned MaxSize   = NumSlots,  // of a group, work-items
    parameter int unsigned SlotUse   = 0,
    parameter int unsigned Lanes     = 1,         // a power of two
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
  localparam int unsigned LocalW = $clog2(MaxSize + 1);
  localparam bit Single = MaxSize == 1;
  logic unused_high;  // of launch words: zero, or for another SlotUse
  assign unused_high = ^{group_size_i, group_shift_i, groups_max_i, local_size_x_i, local_size_y_i, local_size_z_i, retire_slot_i};

  // ---- The next group to admit: its id and its first global id, in registers, one group a cycle. Groups that are left
  // are counted down: what ends a row is a comparison with a constant.
  logic        group_valid_q;
  logic [31:0] group_x_q, group_y_q, group_z_q;
  logic [31:0] left_x_q, left_y_q, left_z_q;  // of the row, column and stack, this one included
  logic [31:0] base_x_q, base_y_q, base_z_q;
  logic        take_group;
  // One is left: of the row; of the column; of both; of both and of the stack. Those of several axes are registers too, so that the
  // axes do not wait for each other.
  logic        last_x_q, last_y_q, last_xy_q, last_q;
  logic        last_x_d, last_y_d, last_z_q, last_z_d;

  // ---- Rows of x: groups of work-items, or packets.
  logic        start, halt;
  logic [31:0] row_base, row_groups;  // the first id, and how many there are
  if (Lanes == 1) begin : gen_items
    assign start = start_i;
    assign halt = rst_i;
    assign row_base = global_offset_x_i;
    assign row_groups = num_groups_x_i;
    assign out_active_o = 1'b1;
  end else begin : gen_packets
    localparam int unsigned PacketW = $clog2(Lanes);
    logic [PacketW-1:0] head, tail;  // lanes of the first packet that come before the offset, of the last one those in use
    logic [32:0] span;  // of the first packet's lane 0 to the row's end
    logic start_q, first_q, last;
    logic [31:0] packets_q;
    logic [Lanes-1:0] head_q, tail_q;

    assign head = global_offset_x_i[PacketW-1:0];
    assign span = {1'b0, num_groups_x_i} + 33'(head);
    assign tail = span[PacketW-1:0];
    assign start = start_q;
    assign halt = rst_i || start_i;
    assign row_base = {global_offset_x_i[31:PacketW], PacketW'(0)};
    assign row_groups = packets_q;
    assign last = last_x_q;
    always_ff @(posedge clk_i) begin
      start_q   <= start_i && !rst_i;
      packets_q <= 32'((span + 33'(Lanes - 1)) >> PacketW);
      for (int unsigned l = 0; l < Lanes; l++) begin
        head_q[l] <= PacketW'(l) >= head;
        tail_q[l] <= tail == '0 || PacketW'(l) < tail;
      end
      if (start) first_q <= 1'b1;
      else if (take_group) first_q <= last;
      if (take_group) out_active_o <= (head_q | {Lanes{!first_q}}) & (tail_q | {Lanes{!last}});
    end
  end

  always_comb begin
    last_x_d = last_x_q ? row_groups == 32'd1 : left_x_q == 32'd2;
    last_y_d = last_xy_q ? num_groups_y_i == 32'd1 : last_x_q ? left_y_q == 32'd2 : last_y_q;
    last_z_d = last_xy_q ? left_z_q == 32'd2 : last_z_q;
    if (start) begin
      last_x_d = row_groups == 32'd1;
      last_y_d = num_groups_y_i == 32'd1;
      last_z_d = num_groups_z_i == 32'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start || take_group) begin
      last_x_q  <= last_x_d;
      last_y_q  <= last_y_d;
      last_z_q  <= last_z_d;
      last_xy_q <= last_x_d && last_y_d;
      last_q    <= last_x_d && last_y_d && last_z_d;
    end
    if (start) begin
      group_valid_q <= num_groups_x_i != '0 && num_groups_y_i != '0 && num_groups_z_i != '0 && group_size_i != '0;
      group_x_q     <= '0;
      group_y_q     <= '0;
      group_z_q     <= '0;
      left_x_q      <= row_groups;
      left_y_q      <= num_groups_y_i;
      left_z_q      <= num_groups_z_i;
      base_x_q      <= row_base;
      base_y_q      <= global_offset_y_i;
      base_z_q      <= global_offset_z_i;
    end else if (take_group) begin
      group_x_q <= last_x_q ? '0 : group_x_q + 32'd1;
      left_x_q  <= last_x_q ? row_groups : left_x_q - 32'd1;
      base_x_q  <= last_x_q ? row_base : base_x_q + (Single ? 32'(Lanes) : local_size_x_i);
      if (last_x_q) begin
        group_y_q <= last_y_q ? '0 : group_y_q + 32'd1;
        left_y_q  <= last_y_q ? num_groups_y_i : left_y_q - 32'd1;
        base_y_q  <= last_y_q ? global_offset_y_i : base_y_q + (Single ? 32'd1 : local_size_y_i);
      end
      if (last_xy_q) begin
        group_z_q <= group_z_q + 32'd1;
        left_z_q  <= left_z_q - 32'd1;
        base_z_q  <= base_z_q + (Single ? 32'd1 : local_size_z_i);
      end
      if (last_q) group_valid_q <= 1'b0;
    end
    if (halt) group_valid_q <= 1'b0;
  end

  // ---- Issue: the output registers are the counters.
  logic advance, issue, more_q, wrap_x, wrap_y, slot_valid;
  logic [LocalW-1:0] last_local_x_q, last_local_y_q;  // of launch constants
  logic [31:0] row_x_q, row_y_q;  // first global id of the group in x and y
  logic [LocalW-1:0] local_x_q, local_y_q, local_z_q, linear_q;
  logic [LocalW-1:0] left_q;  // work-items of the group, the one issued last included; more_q: it is not the group's last
  assign out_local_id_x_o      = 32'(local_x_q);
  assign out_local_id_y_o      = 32'(local_y_q);
  assign out_local_id_z_o      = 32'(local_z_q);
  assign out_linear_local_id_o = 32'(linear_q);
  assign advance = !out_valid_o || out_ready_i;
  assign issue = advance && (more_q || group_valid_q) && (slot_valid || (SlotUse == 0 && more_q));
  assign take_group = issue && !more_q;
  assign wrap_x = local_x_q == last_local_x_q;
  assign wrap_y = local_y_q == last_local_y_q;

  always_ff @(posedge clk_i) begin
    last_local_x_q <= LocalW'(local_size_x_i - 32'd1);
    last_local_y_q <= LocalW'(local_size_y_i - 32'd1);
    if (take_group) begin
      out_global_id_x_o <= base_x_q;
      out_global_id_y_o <= base_y_q;
      out_global_id_z_o <= base_z_q;
      row_x_q           <= base_x_q;
      row_y_q           <= base_y_q;
      local_x_q         <= '0;
      local_y_q         <= '0;
      local_z_q         <= '0;
      out_group_id_x_o  <= group_x_q;
      out_group_id_y_o  <= group_y_q;
      out_group_id_z_o  <= group_z_q;
      linear_q          <= '0;
      left_q            <= LocalW'(group_size_i);
      more_q            <= !Single && LocalW'(group_size_i) != LocalW'(1);
    end else if (issue && !Single) begin
      linear_q          <= linear_q + 1'b1;
      left_q            <= left_q - 1'b1;
      more_q            <= !Single && left_q != LocalW'(2);
      local_x_q         <= wrap_x ? '0 : local_x_q + 1'b1;
      out_global_id_x_o <= wrap_x ? row_x_q : out_global_id_x_o + 32'd1;
      if (wrap_x) begin
        local_y_q         <= wrap_y ? '0 : local_y_q + 1'b1;
        out_global_id_y_o <= wrap_y ? row_y_q : out_global_id_y_o + 32'd1;
        if (wrap_y) begin
          local_z_q         <= local_z_q + 1'b1;
          out_global_id_z_o <= out_global_id_z_o + 32'd1;
        end
      end
    end
    if (advance) out_valid_o <= issue;
    if (halt || start) begin
      out_valid_o <= 1'b0;
      more_q      <= 1'b0;
    end
  end

  // ---- Slots: freshly numbered ones first, then those that come back.
  if (SlotUse == 0) begin : gen_group_slots
    localparam int unsigned GroupW = MaxGroups > 1 ? $clog2(MaxGroups) : 1;
    logic              freed_valid;
    logic [GroupW-1:0] freed_slot, slot;
    group_retire_counter #(
        .NumSlots (NumSlots),
        .MaxGroups(MaxGroups)
    ) u_retire (
        .clk_i,
        .rst_i,
        .start_i(start),
        .group_size_i,
        .group_shift_i,
        .retire_valid_i,
        .retire_slot_i,
        .freed_valid_o(freed_valid),
        .freed_slot_o (freed_slot)
    );
    group_slot_list #(
        .MaxGroups(MaxGroups)
    ) u_slots (
        .clk_i,
        .rst_i,
        .start_i(start),
        .groups_max_i,
        .free_valid_i(freed_valid),
        .free_slot_i (freed_slot),
        .slot_valid_o(slot_valid),
        .slot_o      (slot),
        .slot_take_i (take_group)
    );
    always_ff @(posedge clk_i) begin
      if (take_group) out_slot_o <= SlotW'(slot) << group_shift_i[$clog2(SlotW+1)-1:0];
      else if (issue) out_slot_o <= out_slot_o + 1'b1;  // the group's first slot is aligned: low bits count
    end
  end else if (SlotUse == 1) begin : gen_item_slots
    logic [SlotW-1:0] slot;
    group_slot_list #(
        .MaxGroups(NumSlots)
    ) u_slots (
        .clk_i,
        .rst_i,
        .start_i(start),
        .groups_max_i(32'(NumSlots)),
        .free_valid_i(retire_valid_i),
        .free_slot_i (retire_slot_i),
        .slot_valid_o(slot_valid),
        .slot_o      (slot),
        .slot_take_i (issue)
    );
    always_ff @(posedge clk_i) if (issue) out_slot_o <= slot;
  end else begin : gen_counted_slots
    credit_counter #(
        .Max    (NumSlots),
        .Initial(NumSlots)
    ) u_slots (
        .clk_i,
        .rst_i (rst_i || start),
        .give_i(retire_valid_i),
        .take_i(issue),
        .any_o (slot_valid)
    );
    assign out_slot_o = '0;
  end

  logic running_q;
  always_ff @(posedge clk_i) begin
    if (out_valid_o && out_ready_i && !retire_valid_i) in_flight_o <= in_flight_o + 1'b1;
    else if (!(out_valid_o && out_ready_i) && retire_valid_i) in_flight_o <= in_flight_o - 1'b1;
    // A token is counted in flight in the cycle after it left, so all its places are looked at together.
    if (running_q && !group_valid_q && !more_q && !out_valid_o && in_flight_o == '0) begin
      running_q  <= 1'b0;
      all_done_o <= 1'b1;
    end
    admitting_o <= out_valid_o || ((more_q || group_valid_q) && slot_valid);
    if (halt || start) begin
      in_flight_o <= '0;
      all_done_o  <= 1'b0;
      running_q   <= start && !rst_i;
      admitting_o <= start && !rst_i;
    end
  end
endmodule
