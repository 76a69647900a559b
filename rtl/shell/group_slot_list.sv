// SPDX-License-Identifier: Apache-2.0
// Free list of group slots: slots never used in this launch in order, then those that come back, first in first out.
//
// A slot that comes back can be taken three cycles later; one a cycle. Registered: `slot_valid_o`; `slot_o` is two
// registers and a multiplexer, so that the list itself is a plain memory.
module group_slot_list #(
    parameter int unsigned MaxGroups = 16,
    localparam int unsigned GroupW   = MaxGroups > 1 ? $clog2(MaxGroups) : 1
) (
    input  logic              clk_i,
    input  logic              rst_i,
    input  logic              start_i,
    input  logic [31:0]       groups_max_i,
    input  logic              free_valid_i,
    input  logic [GroupW-1:0] free_slot_i,
    output logic              slot_valid_o,
    output logic [GroupW-1:0] slot_o,
    input  logic              slot_take_i
);
  logic unused_high;  // of a launch word: zero
  assign unused_high = ^groups_max_i;
  // Never more entries than slots, so it cannot overflow; pointers carry a wrap bit.
  (* no_rw_check *) logic [GroupW-1:0] list[0:2**GroupW-1];
  logic [GroupW:0] write_q, read_q;
  logic [GroupW:0] fresh_q;  // next slot that was never used
  logic            fresh_left, list_left, load;
  logic            from_fresh_q;
  logic [GroupW-1:0] fresh_slot_q, list_slot_q;

  assign fresh_left = fresh_q != (GroupW + 1)'(groups_max_i);
  assign list_left  = write_q != read_q;
  assign load       = !slot_valid_o || slot_take_i;
  assign slot_o     = from_fresh_q ? fresh_slot_q : list_slot_q;

  always_ff @(posedge clk_i) if (free_valid_i) list[write_q[GroupW-1:0]] <= free_slot_i;
  always_ff @(posedge clk_i) if (load) list_slot_q <= list[read_q[GroupW-1:0]];

  always_ff @(posedge clk_i) begin
    if (free_valid_i) write_q <= write_q + 1'b1;
    if (load) begin
      from_fresh_q <= fresh_left;
      fresh_slot_q <= fresh_q[GroupW-1:0];
      slot_valid_o <= fresh_left || list_left;
      if (fresh_left) fresh_q <= fresh_q + 1'b1;
      else if (list_left) read_q <= read_q + 1'b1;
    end
    if (rst_i || start_i) begin
      write_q      <= '0;
      read_q       <= '0;
      fresh_q      <= '0;
      slot_valid_o <= 1'b0;
    end
  end
endmodule
