// SPDX-License-Identifier: Apache-2.0
// Issues the work-items of groups that come as a stream, in linear local order, one work-item a cycle, and counts those in flight.
// The part of ndrange_dispatcher behind the walk of groups, whose parameters these are; of a compute unit, whose groups come from
// group_source.
//
// `next_group_active_i`: with packets of the whole range, the lanes in use. `more_groups_i`: groups may come that are not offered
// yet, so that a cycle without one is not the end. `start_i` begins a launch; `halt_i` ends one, and begins none.
// Registered: every output but `next_group_ready_o`, which is combinational from `out_ready_i`.
module ndrange_issue #(
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
    input  logic [31:0]       local_size_x_i,
    input  logic [31:0]       local_size_y_i,
    input  logic [31:0]       local_size_z_i,
    input  logic [31:0]       group_size_i,
    input  logic [31:0]       group_shift_i,
    input  logic [31:0]       groups_max_i,
    input  logic              start_i,
    input  logic              halt_i,
    input  logic              more_groups_i,
    input  logic              next_group_valid_i,
    output logic              next_group_ready_o,
    input  logic [31:0]       next_group_x_i,
    input  logic [31:0]       next_group_y_i,
    input  logic [31:0]       next_group_z_i,
    input  logic [31:0]       next_group_base_x_i,
    input  logic [31:0]       next_group_base_y_i,
    input  logic [31:0]       next_group_base_z_i,
    input  logic [Lanes-1:0]  next_group_active_i,
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
  localparam bit Single = MaxSize == 1;
  localparam bit GroupPackets = Lanes > 1 && InGroups;
  logic unused_high;  // of launch words: zero, or for another SlotUse
  assign unused_high = ^{group_size_i, group_shift_i, groups_max_i, local_size_x_i, local_size_y_i, local_size_z_i, retire_slot_i};

  // ---- Issue: the output registers are the counters.
  localparam int unsigned PacketW = GroupPackets ? $clog2(Lanes) : 0;
  localparam int unsigned Step = 2 ** PacketW;  // in x, from a token to the next
  localparam int unsigned SizeW = $clog2(MaxSize + 1);
  localparam int unsigned LinearW = $clog2(MaxSize * Step + 1);
  logic clear, take_group, advance, issue, more_q, wrap_x, wrap_y, slot_valid;
  logic [SizeW-1:0] last_place, last_local_y_q;  // of launch constants
  logic [31:0] row_x_q, row_y_q;  // first global id of the group in x and y
  logic [SizeW-1:0] place_q, local_y_q, local_z_q;  // place: of the token in its row
  logic [LinearW-1:0] linear_q;
  logic [PacketW:0] row_step;  // work-items in the row's last token at a row's end, else Step
  logic [SizeW-1:0] left_q;  // tokens of the group, the one issued last included; more_q: it is not the group's last
  assign out_local_id_x_o      = 32'(place_q) << PacketW;
  assign out_local_id_y_o      = 32'(local_y_q);
  assign out_local_id_z_o      = 32'(local_z_q);
  assign out_linear_local_id_o = 32'(linear_q);
  assign advance = !out_valid_o || out_ready_i;
  assign next_group_ready_o = advance && !more_q && slot_valid;
  assign take_group = next_group_ready_o && next_group_valid_i;
  assign issue = take_group || (advance && more_q && (slot_valid || SlotUse == 0));
  assign clear = rst_i || halt_i || start_i;
  assign last_place = SizeW'((local_size_x_i - 32'd1) >> PacketW);
  assign wrap_y = local_y_q == last_local_y_q;

  if (GroupPackets) begin : gen_tails
    logic               unused_active;
    logic [PacketW-1:0] last_lane;  // of a row's last packet
    logic [Lanes-1:0]   tail_q;     // that packet's lanes in use
    logic [PacketW:0]   tail_step_q;
    logic [SizeW-1:0]   second_last_q;  // place
    logic               alone_q;        // rows are of one packet
    logic               tail, wrap_q;   // the packet to issue, and the one issued last, is its row's last

    assign unused_active = ^next_group_active_i;
    assign last_lane = PacketW'(local_size_x_i - 32'd1);
    assign tail = alone_q || (more_q && place_q == second_last_q);
    assign wrap_x = wrap_q;
    assign row_step = wrap_q ? tail_step_q : (PacketW + 1)'(Step);
    always_ff @(posedge clk_i) begin
      for (int unsigned l = 0; l < Lanes; l++) tail_q[l] <= PacketW'(l) <= last_lane;
      tail_step_q   <= {1'b0, last_lane} + 1'b1;
      second_last_q <= last_place - 1'b1;
      alone_q       <= Single || last_place == '0;
      if (issue) begin
        wrap_q       <= tail;
        out_active_o <= tail_q | {Lanes{!tail}};
      end
    end
  end else begin : gen_no_tails
    logic [SizeW-1:0] last_place_q;
    assign wrap_x = place_q == last_place_q;
    assign row_step = 1'b1;
    always_ff @(posedge clk_i) last_place_q <= last_place;
    if (Lanes == 1) begin : gen_items
      logic unused_active;
      assign unused_active = ^next_group_active_i;
      assign out_active_o = '1;
    end else begin : gen_packets
      always_ff @(posedge clk_i) if (take_group) out_active_o <= next_group_active_i;
    end
  end

  always_ff @(posedge clk_i) begin
    last_local_y_q <= SizeW'(local_size_y_i - 32'd1);
    if (take_group) begin
      out_global_id_x_o <= next_group_base_x_i;
      out_global_id_y_o <= next_group_base_y_i;
      out_global_id_z_o <= next_group_base_z_i;
      row_x_q           <= next_group_base_x_i;
      row_y_q           <= next_group_base_y_i;
      place_q           <= '0;
      local_y_q         <= '0;
      local_z_q         <= '0;
      out_group_id_x_o  <= next_group_x_i;
      out_group_id_y_o  <= next_group_y_i;
      out_group_id_z_o  <= next_group_z_i;
      linear_q          <= '0;
      left_q            <= SizeW'(group_size_i);
      more_q            <= !Single && SizeW'(group_size_i) != SizeW'(1);
    end else if (issue && !Single) begin
      linear_q          <= linear_q + LinearW'(row_step);
      left_q            <= left_q - 1'b1;
      more_q            <= !Single && left_q != SizeW'(2);
      place_q           <= wrap_x ? '0 : place_q + 1'b1;
      out_global_id_x_o <= wrap_x ? row_x_q : out_global_id_x_o + 32'(Step);
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
    if (clear) begin
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
        .start_i(start_i || halt_i),
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
        .start_i(start_i || halt_i),
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
        .start_i(start_i || halt_i),
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
        .rst_i (clear),
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
    if (running_q && !more_groups_i && !next_group_valid_i && !more_q && !out_valid_o && in_flight_o == '0) begin
      running_q  <= 1'b0;
      all_done_o <= 1'b1;
    end
    admitting_o <= out_valid_o || ((more_q || next_group_valid_i || more_groups_i) && slot_valid);
    if (clear) begin
      in_flight_o <= '0;
      all_done_o  <= 1'b0;
      running_q   <= start_i && !rst_i && !halt_i;
      admitting_o <= start_i && !rst_i && !halt_i;
    end
  end
endmodule
