// SPDX-License-Identifier: Apache-2.0
// partial_barrier: nobody leaves before all of the group have arrived or stayed from an earlier time; then exactly those up to
// the one that is named leave, in slot order, groups in completion order; each work-item leaves once for each arrival, with its
// own data and what the group has in common then; waiting_o counts those who have not been told to leave. The environment lets
// a slot arrive again as soon as it has left, and all arrivals of a group bring the same value and name the same last one.
module partial_barrier_formal #(
    parameter int unsigned NumSlots = 4,
    parameter int unsigned MaxGroups = 2,
    parameter int unsigned Shift = 1,
    parameter int unsigned Size = 2
) (
    input logic                        clk_i,
    input logic                        in_valid_i,
    input logic [$clog2(NumSlots)-1:0] in_slot_i,
    input logic [                 1:0] in_data_i,
    input logic                        in_value_i,
    input logic [$clog2(NumSlots)-1:0] in_last_i,
    input logic                        out_ready_i
);
  localparam int unsigned SlotW = $clog2(NumSlots);
  localparam int unsigned QueueW = $clog2(MaxGroups + 1);

  logic [1:0] reset_q = 2'b11;  // the launch constants settle during reset
  logic rst, in_ready, out_valid, arrive, leave, complete;
  logic [SlotW-1:0] out_slot, in_local, out_local, in_group, out_group;
  logic [1:0] out_data;
  logic [SlotW:0] reported;
  logic out_value;
  assign rst = reset_q[0];

  // The model: who is inside, who waits by group, complete groups in order, place in the group that is leaving. By group: what
  // its arrivals bring while there are some (open), and what those that leave leave with.
  logic [MaxGroups-1:0] open, brought, leaving_value;
  logic [MaxGroups*SlotW-1:0] named, leaving_last;
  logic [SlotW-1:0] in_last, out_last;
  logic [NumSlots-1:0] inside;
  logic [2*NumSlots-1:0] data;
  logic [MaxGroups*(SlotW+1)-1:0] arrived;
  logic [MaxGroups*SlotW-1:0] order;
  logic [QueueW-1:0] queued, ripe;  // ripe: complete long enough to leave
  logic [SlotW-1:0] place;
  logic [SlotW:0] waiting, waiting_1, waiting_2, in_count;
  logic was_held, complete_1, complete_2, complete_3, complete_4, complete_5, complete_6;
  logic [SlotW-1:0] was_slot;
  logic [1:0] was_data;

  assign in_group = in_slot_i >> Shift;
  assign in_local = in_slot_i - (in_group << Shift);
  assign out_group = out_slot >> Shift;
  assign out_local = out_slot - (out_group << Shift);
  assign arrive = in_valid_i && !rst && in_local < Size && in_group < MaxGroups && !inside[in_slot_i]
      && (!open[in_group] || (in_value_i == brought[in_group] && in_last_i == named[in_group*SlotW+:SlotW]));
  assign in_last = in_last_i < SlotW'(Size - 1) ? in_last_i : SlotW'(Size - 1);
  assign out_last = leaving_last[order[SlotW-1:0]*SlotW+:SlotW];
  assign leave = out_valid && out_ready_i;
  assign in_count = arrived[in_group*(SlotW+1)+:SlotW+1];
  assign complete = arrive && in_count == Size - 1;

  partial_barrier #(
      .Width     (2),
      .GroupWidth(1),
      .NumSlots  (NumSlots),
      .MaxGroups (MaxGroups)
  ) u_dut (
      .clk_i,
      .rst_i        (rst),
      .group_shift_i(Shift),
      .group_size_i (Size),
      .in_valid_i   (arrive),
      .in_ready_o   (in_ready),
      .in_slot_i,
      .in_data_i,
      .in_group_i   (in_value_i),
      .in_last_i,
      .out_valid_o  (out_valid),
      .out_ready_i,
      .out_slot_o   (out_slot),
      .out_data_o   (out_data),
      .out_group_o  (out_value),
      .waiting_o    (reported)
  );

  logic group_leaves;
  logic [QueueW-1:0] tail;
  assign group_leaves = leave && place == out_last;
  assign tail = queued - QueueW'(group_leaves);
  always_ff @(posedge clk_i) begin
    reset_q <= reset_q >> 1;
    if (arrive) begin
      inside[in_slot_i] <= 1'b1;
      data[in_slot_i*2+:2] <= in_data_i;
      arrived[in_group*(SlotW+1)+:SlotW+1] <= complete ? (SlotW + 1)'(Size - 1) - (SlotW + 1)'(in_last) : in_count + 1'b1;
      open[in_group] <= !complete;
      brought[in_group] <= in_value_i;
      named[in_group*SlotW+:SlotW] <= in_last_i;
    end
    if (complete) begin
      leaving_value[in_group] <= in_value_i;
      leaving_last[in_group*SlotW+:SlotW] <= in_last;
    end
    if (leave) inside[out_slot] <= 1'b0;
    place <= group_leaves ? '0 : place + SlotW'(leave);
    queued <= tail + QueueW'(complete);
    for (int i = 0; i < MaxGroups; i++) begin
      if (group_leaves && i + 1 < MaxGroups) order[i*SlotW+:SlotW] <= order[(i+1)%MaxGroups*SlotW+:SlotW];
      if (complete && i == tail) order[i*SlotW+:SlotW] <= in_group;
    end
    waiting <= waiting + (SlotW + 1)'(arrive) - (complete ? (SlotW + 1)'(in_last) + 1'b1 : '0);
    waiting_1 <= waiting;
    waiting_2 <= waiting_1;
    was_held <= !rst && out_valid && !out_ready_i;
    was_slot <= out_slot;
    was_data <= out_data;
    complete_1 <= complete;
    complete_2 <= complete_1;
    complete_3 <= complete_2;
    complete_4 <= complete_3;
    complete_5 <= complete_4;
    complete_6 <= complete_5;
    ripe <= ripe + QueueW'(complete_6) - QueueW'(group_leaves);
    if (rst) begin
      inside <= '0;
      arrived <= '0;
      open <= '0;
      queued <= '0;
      place <= '0;
      waiting <= '0;
      waiting_1 <= '0;
      waiting_2 <= '0;
      complete_1 <= 1'b0;
      complete_2 <= 1'b0;
      complete_3 <= 1'b0;
      complete_4 <= 1'b0;
      complete_5 <= 1'b0;
      complete_6 <= 1'b0;
      ripe <= '0;
    end
    if (!rst) begin
      always_ready : assert (in_ready);
      whole_group : assert (!out_valid || queued != '0);
      needed_alone : assert (!out_valid || out_local <= out_last);
      group_value : assert (!out_valid || out_value == leaving_value[out_group]);
      group_order : assert (!out_valid || out_group == order[SlotW-1:0]);
      slot_order : assert (!out_valid || out_local == place);
      once : assert (!out_valid || inside[out_slot]);
      value : assert (!out_valid || out_data == data[out_slot*2+:2]);
      hold : assert (!was_held || (out_valid && out_slot == was_slot && out_data == was_data));
      count : assert (reported == waiting_2);
      progress : assert ((ripe != '0) == out_valid);
    end
  end
endmodule
