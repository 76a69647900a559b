// SPDX-License-Identifier: Apache-2.0
// Work-group barrier: work-items wait in a RAM addressed by slot; a group whose last work-item has arrived leaves in slot order.
// Latency from last arrival to first departure 6 (8 with more than 16 groups); initiation interval 1 in and out, always ready.
// Registered: out_valid_o, out_slot_o, out_data_o, waiting_o. The RAM's slow output has a register behind it.
// Slot = group slot << group_shift_i | linear local id. A slot may arrive again as soon as it has left (barriers in loops).
module barrier #(
    parameter int unsigned Width = 8,
    parameter int unsigned NumSlots = 8,   // power of two, at least 2
    parameter int unsigned MaxGroups = 2,  // power of two
    localparam int unsigned SlotW = $clog2(NumSlots)
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic [     31:0] group_shift_i,
    input  logic [     31:0] group_size_i,
    input  logic             in_valid_i,
    output logic             in_ready_o,
    input  logic [SlotW-1:0] in_slot_i,
    input  logic [Width-1:0] in_data_i,
    output logic             out_valid_o,
    input  logic             out_ready_i,
    output logic [SlotW-1:0] out_slot_o,
    output logic [Width-1:0] out_data_o,
    output logic [  SlotW:0] waiting_o
);
  localparam int unsigned ShiftW = $clog2(SlotW + 1);
  localparam int unsigned GroupW = MaxGroups > 1 ? $clog2(MaxGroups) : 1;

  // Arrival: read its group's count in the next cycle, and count it in the one after.
  logic arrived_q, counting_q, same_q, group_full, full_q, single_q, unused_high;  // same_q: group_q is counted_q
  logic [ShiftW-1:0] shift;
  logic [SlotW-1:0] slot_q, group_bits_q;  // of the last arrival; which bits of a slot are its group's
  logic [GroupW-1:0] group, group_q, counted_q, full_group_q;
  logic [SlotW-1:0] last_q, second_last_q;  // group size less one, less two
  // Arrivals, and above them whether the next one is the group's last: so that is not compared where the count is read.
  logic [SlotW:0] counts[0:(1<<GroupW)-1];
  logic [(1<<GroupW)-1:0] started_q;  // counts[g] is valid; else it stands for 0, so that reset needs no walk over the RAM
  logic [SlotW:0] none, next;         // of a group without arrivals; of group counted_q with this one
  logic next_is_last_q;
  logic [SlotW-1:0] count_q;
  logic [SlotW:0] waiting_q;

  assign in_ready_o = 1'b1;
  assign group = GroupW'(in_slot_i >> shift);
  assign none = {single_q, SlotW'(0)};
  assign next = {count_q == second_last_q, count_q + SlotW'(1)};
  assign group_full = counting_q && next_is_last_q;
  assign waiting_o = waiting_q;
  assign shift = group_shift_i[ShiftW-1:0];
  assign unused_high = ^{group_size_i[31:SlotW], group_shift_i[31:ShiftW]};  // group_size_i - 1 < NumSlots

  always_ff @(posedge clk_i) begin
    last_q <= group_size_i[SlotW-1:0] - SlotW'(1);
    second_last_q <= group_size_i[SlotW-1:0] - SlotW'(2);
    single_q <= group_size_i[SlotW-1:0] == SlotW'(1);
    arrived_q <= in_valid_i && !rst_i;
    group_q <= group;
    slot_q <= in_slot_i;
    group_bits_q <= {SlotW{1'b1}} << shift;
    same_q <= arrived_q && ((in_slot_i ^ slot_q) & group_bits_q) == '0;  // not of `group`, behind the shift
    counting_q <= arrived_q && !rst_i;
    counted_q <= group_q;
    // What the arrival before it has made of the count is not in the RAM yet.
    if (same_q) {next_is_last_q, count_q} <= next_is_last_q ? none : next;
    else {next_is_last_q, count_q} <= started_q[group_q] ? counts[group_q] : none;
    full_q <= group_full && !rst_i;
    full_group_q <= counted_q;
    if (counting_q) begin
      counts[counted_q] <= next;
      started_q[counted_q] <= !next_is_last_q;
      waiting_q <= group_full ? waiting_q - {1'b0, last_q} : waiting_q + (SlotW + 1)'(1);
    end
    if (rst_i) begin
      started_q <= '0;
      waiting_q <= '0;
    end
  end

  // Complete groups queue for release, by their first slots: the RAM's address is far off, and has no shift before it. At most MaxGroups
  // can wait, because a queued group has all its work-items in here.
  logic queue_valid, queue_ready, unused_ready;
  logic [SlotW-1:0] queue_first;
  stream_fifo #(
      .Width(SlotW),
      .Depth(MaxGroups),
      .Reserved(1'b1)
  ) u_queue (
      .clk_i,
      .rst_i,
      .in_valid_i (full_q),
      .in_ready_o (unused_ready),
      .in_data_i  (SlotW'(full_group_q) << shift),
      .out_valid_o(queue_valid),
      .out_ready_i(queue_ready),
      .out_data_o (queue_first)
  );

  // Release: one work-item a cycle, straight from one group into the next.
  logic advance, read_free, out_free, read_valid_q, out_valid_q, index_last_q;  // index_last_q: index_q is last_q
  logic [SlotW-1:0] index_q, read_slot_d, read_slot_q, out_slot_q;
  logic [Width-1:0] read_q, out_data_q;
  // A slot is read before it can arrive again, so collisions do not matter.
  (* ram_style = "block", no_rw_check *)
  logic [Width-1:0] mem[0:NumSlots-1];

  assign out_free = !out_valid_q || out_ready_i;
  assign read_free = !read_valid_q || out_free;
  assign advance = queue_valid && read_free;
  assign queue_ready = advance && index_last_q;
  assign read_slot_d = queue_first | index_q;
  assign out_valid_o = out_valid_q;
  assign out_slot_o = out_slot_q;
  assign out_data_o = out_data_q;

  always_ff @(posedge clk_i) begin
    if (in_valid_i) mem[in_slot_i] <= in_data_i;
  end
  always_ff @(posedge clk_i) begin
    if (read_free) read_q <= mem[read_slot_d];
  end
  always_ff @(posedge clk_i) begin
    if (read_free) begin
      read_slot_q <= read_slot_d;
      read_valid_q <= queue_valid;
    end
    if (advance) index_q <= queue_ready ? '0 : index_q + SlotW'(1);
    index_last_q <= !advance ? index_q == last_q : index_last_q ? single_q : index_q == second_last_q;
    if (out_free) begin
      out_slot_q <= read_slot_q;
      out_data_q <= read_q;
      out_valid_q <= read_valid_q;
    end
    if (rst_i) begin
      index_q <= '0;
      read_valid_q <= 1'b0;
      out_valid_q <= 1'b0;
    end
  end
endmodule
