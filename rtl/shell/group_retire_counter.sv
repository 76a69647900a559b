// SPDX-License-Identifier: Apache-2.0
// Counts retired work-items per group slot and reports a group slot whose last work-item retired.
//
// One retirement a cycle, always accepted. Latency 3 from the last retirement to `freed_valid_o`. The counts lie in a
// memory with one synchronous read and one write port; the two results still on their way to it are forwarded.
// Registered: both outputs.
module group_retire_counter #(
    parameter int unsigned NumSlots  = 1024,
    parameter int unsigned MaxGroups = 16,
    localparam int unsigned SlotW    = NumSlots > 1 ? $clog2(NumSlots) : 1,
    localparam int unsigned GroupW   = MaxGroups > 1 ? $clog2(MaxGroups) : 1
) (
    input  logic              clk_i,
    input  logic              rst_i,
    input  logic              start_i,
    input  logic [31:0]       group_size_i,
    input  logic [31:0]       group_shift_i,
    input  logic              retire_valid_i,
    input  logic [SlotW-1:0]  retire_slot_i,
    output logic              freed_valid_o,
    output logic [GroupW-1:0] freed_slot_o
);
  logic unused_high;  // of launch words: zero
  assign unused_high = ^{group_size_i, group_shift_i};
  // Retired so far, less than the group size; above that, whether the next one is the group's last: the comparison is made where
  // the count is, not behind the choice of it.
  (* no_rw_check *) logic [SlotW:0] counts[0:2**GroupW-1];

  // Stage 1: group of the retirement. Stage 2: its count read. Stage 3: the incremented count, being written.
  logic              valid1_q, valid2_q, valid3_q;
  logic [GroupW-1:0] group1_q, group2_q, group3_q;
  logic [SlotW:0]    read_q, count3_q, none_q;  // none_q: of no retirement
  logic [SlotW-1:0]  second_last_q;  // group size less two
  logic              same2_q;     // stage 3 is of the same group
  logic              forward2_q;  // the stage-3 write of the cycle in which stage 2 was read hit the same group
  logic              counted2_q;  // before that write
  logic [SlotW:0]    forward_count2_q;
  logic [2**GroupW-1:0] counted_q;  // the memory holds this slot's count (it is not cleared at a start)

  logic [SlotW-1:0] count2;
  logic             last2;
  always_comb begin
    if (same2_q) {last2, count2} = count3_q;
    else if (forward2_q) {last2, count2} = forward_count2_q;
    else if (counted2_q) {last2, count2} = read_q;
    else {last2, count2} = none_q;
  end

  always_ff @(posedge clk_i) if (valid3_q) counts[group3_q] <= count3_q;
  always_ff @(posedge clk_i) read_q <= counts[group1_q];

  always_ff @(posedge clk_i) begin
    group1_q         <= GroupW'(retire_slot_i >> group_shift_i[$clog2(SlotW+1)-1:0]);
    group2_q         <= group1_q;
    group3_q         <= group2_q;
    none_q           <= {group_size_i == 32'd1, SlotW'(0)};
    second_last_q    <= SlotW'(group_size_i - 32'd2);
    count3_q         <= last2 ? none_q : {count2 == second_last_q, count2 + 1'b1};
    forward_count2_q <= count3_q;
    freed_slot_o     <= group2_q;
    valid1_q         <= retire_valid_i;
    valid2_q         <= valid1_q;
    valid3_q         <= valid2_q;
    same2_q          <= valid2_q && group2_q == group1_q;
    forward2_q       <= valid3_q && group3_q == group1_q;
    counted2_q       <= counted_q[group1_q];
    freed_valid_o    <= valid2_q && last2;
    if (valid3_q) counted_q[group3_q] <= 1'b1;
    if (rst_i || start_i) begin
      valid1_q      <= 1'b0;
      valid2_q      <= 1'b0;
      valid3_q      <= 1'b0;
      freed_valid_o <= 1'b0;
      counted_q     <= '0;
    end
  end
endmodule
