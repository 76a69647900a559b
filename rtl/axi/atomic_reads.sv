// SPDX-License-Identifier: Apache-2.0
// Reads of the operands of axi_atomics: an operand joins the read of the line before it if that is the same and has not left. It never
// joins one that has: an ordinary store that is ordered before the operation may have come to memory in between.
//
// An operand is taken in one cycle, and begins or joins a read in the next: that it came is known late. A read waits for one that joins it,
// and leaves at once otherwise: an operand alone is read as if there were no others.
// Latency 2. Registered: in_ready_o (of two registers), the request; rd_valid_o is of registers.
module atomic_reads #(
    parameter int unsigned NumSlots = 32,
    parameter int unsigned LineW    = 26,
    parameter int unsigned LineBits = 512,
    localparam int unsigned SlotW   = $clog2(NumSlots)
) (
    input  logic                clk_i,
    input  logic                rst_i,
    input  logic                in_valid_i,
    output logic                in_ready_o,
    input  logic [SlotW-1:0]    in_slot_i,
    input  logic [LineW-1:0]    in_line_i,
    input  logic                in_same_i,    // that is the line that came last
    output logic                rd_valid_o,
    input  logic                rd_ready_i,
    output logic [SlotW-1:0]    rd_slot_o,
    output logic [LineW-1:0]    rd_line_o,
    input  logic                rd_rsp_valid_i,
    input  logic [SlotW-1:0]    rd_rsp_slot_i,
    input  logic [LineBits-1:0] rd_rsp_data_i,
    input  logic [1:0]          rd_rsp_resp_i,
    output logic                rsp_valid_o,
    output logic [SlotW-1:0]    rsp_slot_o,
    output logic [LineBits-1:0] rsp_data_o,
    output logic [1:0]          rsp_resp_o
);
  logic             taken_q, same_q;  // the operand that was taken last waits here; it lies on the line of the one before it
  logic [SlotW-1:0] slot_q;
  logic [LineW-1:0] line_q;
  logic             room, begins, joins, open, may_join, may_hold_q;
  assign in_ready_o = !taken_q || room;
  assign joins      = taken_q && room && same_q && open && may_join;
  assign begins     = taken_q && room && !joins;
  assign rd_valid_o = open && !(may_hold_q && joins);
  always_ff @(posedge clk_i) begin
    taken_q <= !rst_i && (in_valid_i || !in_ready_o);
    if (in_ready_o) {same_q, slot_q, line_q} <= {in_same_i, in_slot_i, in_line_i};
    // An operand came in the cycle before, to a request that is the only one and has not been offered.
    may_hold_q <= !rst_i && (joins ? !rd_valid_o : begins && (!open || (rd_valid_o && rd_ready_i)));
  end

  stream_slice #(
      .Width(SlotW + LineW),
      .LoadIdle(1'b1)
  ) u_requests (
      .clk_i,
      .rst_i,
      .in_valid_i (begins),
      .in_ready_o (room),
      .in_data_i  ({slot_q, line_q}),
      .out_valid_o(open),
      .out_ready_i(rd_valid_o && rd_ready_i),
      .out_data_o ({rd_slot_o, rd_line_o})
  );
  slot_groups #(
      .NumSlots(NumSlots),
      .Width   (LineBits + 2)
  ) u_groups (
      .clk_i,
      .rst_i,
      .push_i     (begins),
      .join_i     (joins),
      .slot_i     (slot_q),
      .may_join_o (may_join),
      .rsp_valid_i(rd_rsp_valid_i),
      .rsp_slot_i (rd_rsp_slot_i),
      .rsp_data_i ({rd_rsp_resp_i, rd_rsp_data_i}),
      .rsp_valid_o,
      .rsp_slot_o,
      .rsp_data_o ({rsp_resp_o, rsp_data_o})
  );
endmodule
