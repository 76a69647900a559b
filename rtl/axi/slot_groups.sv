// SPDX-License-Identifier: Apache-2.0
// Slots that share a request to memory: each gets the answer, one slot a cycle. The first of a group has it when memory answers, to that
// slot's number, and is no business of this module; the others get it here, from a queue, in the order in which they joined, in cycles
// in which memory does not answer.
//
// push_i begins a group with a slot, join_i adds one to the last group, if may_join_o and it has not left. A group has
// NumSlots / 16 slots, two at least: its first waits until the last has come, and its last until the others are answered, and a slot
// that waits is one that others lack.
// Registered: may_join_o (of two registers), more_slot_o, more_data_o. more_valid_o depends on rsp_valid_i.
module slot_groups #(
    parameter int unsigned NumSlots = 32,
    parameter int unsigned Width    = 2,  // of an answer
    localparam int unsigned SlotW   = $clog2(NumSlots)
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             push_i,
    input  logic             join_i,
    input  logic [SlotW-1:0] slot_i,
    output logic             may_join_o,
    // Memory's answers, by the group's first slot, and those of its further slots.
    input  logic             rsp_valid_i,
    input  logic [SlotW-1:0] rsp_slot_i,
    input  logic [Width-1:0] rsp_data_i,
    output logic             more_valid_o,
    output logic [SlotW-1:0] more_slot_o,
    output logic [Width-1:0] more_data_o
);
  localparam int unsigned Most   = NumSlots < 32 ? 2 : NumSlots / 16;
  localparam int unsigned MoreW  = $clog2(Most);
  // Groups of several slots in flight, at most: one fewer than may join, since whether there is room is known a cycle late.
  localparam int unsigned Depth  = NumSlots < 32 ? NumSlots / 2 + 1 : 16;
  localparam int unsigned CountW = $clog2(Depth + 1);

  // ---- A slot's row: whether there is a further one in its group, and which. That of the last slot is written in each cycle, with what
  // comes in it: before a group has left, which takes a cycle, it is there.
  logic [SlotW:0]   links[0:NumSlots-1];
  logic [SlotW-1:0] last_q;
  logic [MoreW-1:0] more_q;  // further slots of the last group
  logic             shares, ends, room_q;
  logic             shared_q, ended_q;  // counted a cycle later: what joins and what ends is known late
  logic [CountW-1:0] in_flight_q, in_flight;
  assign may_join_o = more_q != MoreW'(Most - 1) && (more_q != '0 || room_q);
  assign shares     = join_i && more_q == '0;
  assign in_flight  = in_flight_q + CountW'(shared_q) - CountW'(ended_q);
  always_ff @(posedge clk_i) begin
    links[last_q] <= {join_i, slot_i};
    if (push_i || join_i) last_q <= slot_i;
    if (push_i || join_i) more_q <= join_i ? more_q + 1'b1 : '0;
    in_flight_q <= in_flight;
    shared_q    <= shares;
    ended_q     <= ends;
    room_q      <= in_flight < CountW'(Depth - 1);
    if (rst_i) begin
      in_flight_q <= '0;
      shared_q    <= 1'b0;
      ended_q     <= 1'b0;
      room_q      <= 1'b1;
    end
  end

  // ---- Answers.
  logic             first_more, next_more, waiting_valid, unused_room, next_valid_q;
  logic [SlotW-1:0] first_next, next_next, waiting_slot;
  assign {first_more, first_next} = links[rsp_slot_i];
  assign {next_more, next_next}   = links[more_slot_o];
  stream_fifo #(
      .Width   (SlotW + Width),
      .Depth   (Depth),
      .Reserved(1'b1)
  ) u_waiting (
      .clk_i,
      .rst_i,
      .in_valid_i (rsp_valid_i && first_more),
      .in_ready_o (unused_room),
      .in_data_i  ({first_next, rsp_data_i}),
      .out_valid_o(waiting_valid),
      .out_ready_i(ends),
      .out_data_o ({waiting_slot, more_data_o})
  );
  assign more_valid_o = next_valid_q && !rsp_valid_i;
  assign ends         = more_valid_o && !next_more;
  always_ff @(posedge clk_i) begin
    if (!next_valid_q) begin
      next_valid_q <= waiting_valid || (rsp_valid_i && first_more);
      // Whether one follows is late, but without an answer nothing may change: rsp_slot_i has any value then.
      if (waiting_valid || rsp_valid_i) more_slot_o <= waiting_valid ? waiting_slot : first_next;
    end else if (more_valid_o) begin
      next_valid_q <= next_more;
      more_slot_o  <= next_next;
    end
    if (rst_i) next_valid_q <= 1'b0;
  end
endmodule
