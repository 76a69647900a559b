// SPDX-License-Identifier: Apache-2.0
// Reads of the operands of axi_atomics: an operand joins the read of the line before it if that is the same and has not left. It never
// joins one that has: an ordinary store that is ordered before the operation may have come to memory in between.
//
// A read waits for an operand that is about to join it (soon_i), and leaves at once otherwise: an operand alone is read as if there
// were no others. Latency 1. Registered: the request; rd_valid_o depends on soon_i. The answers are combinational from memory's.
module atomic_reads #(
    parameter int unsigned NumSlots    = 32,
    parameter int unsigned CellW       = 30,  // of an address
    parameter int unsigned LineBits    = 512,
    parameter int unsigned OperandBits = 32,  // of a cell
    localparam int unsigned SlotW      = $clog2(NumSlots),
    localparam int unsigned Words      = OperandBits / 32,
    localparam int unsigned LaneW      = $clog2(LineBits / OperandBits),
    localparam int unsigned LineW      = CellW - LaneW
) (
    input  logic                clk_i,
    input  logic                rst_i,
    input  logic                soon_i,       // an operand of the line that came last probably comes in this cycle
    input  logic                in_valid_i,   // only if in_ready_o
    output logic                in_ready_o,
    input  logic                in_prepare_i, // in_valid_i may follow in this cycle: that is known late
    input  logic [SlotW-1:0]    in_slot_i,
    input  logic [CellW-1:0]    in_cell_i,
    input  logic [Words-1:0]    in_words_i,   // of the cell
    input  logic                in_same_i,    // its line is the one that came last
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
    output logic [OperandBits-1:0] rsp_value_o,  // a single word of two is the upper one, with zeros below
    output logic [1:0]          rsp_resp_o
);
  logic begins, joins, open, may_join, may_hold_q;
  assign joins      = in_valid_i && in_same_i && open && may_join;
  assign begins     = in_valid_i && !joins;
  assign rd_valid_o = open && !(may_hold_q && soon_i && may_join);
  // An operand came in the cycle before, to a request that is the only one and has not been offered.
  always_ff @(posedge clk_i) may_hold_q <= !rst_i && (joins ? !rd_valid_o : begins && (!open || (rd_valid_o && rd_ready_i)));

  stream_slice #(
      .Width(SlotW + LineW),
      .LoadIdle(1'b1)
  ) u_requests (
      .clk_i,
      .rst_i,
      .in_valid_i (begins),
      .in_ready_o,
      .in_data_i  ({in_slot_i, in_cell_i[CellW-1-:LineW]}),
      .out_valid_o(open),
      .out_ready_i(rd_valid_o && rd_ready_i),
      .out_data_o ({rd_slot_o, rd_line_o})
  );

  // ---- Answers: to the first slot of a group, or to a further one. The operand of each is chosen before which of them it is.
  logic                more_valid;
  logic [SlotW-1:0]    more_slot;
  logic [LineBits-1:0] more_line;
  logic [1:0]          more_resp;
  slot_groups #(
      .NumSlots(NumSlots),
      .Width   (LineBits + 2)
  ) u_groups (
      .clk_i,
      .rst_i,
      .push_i      (begins),
      .join_i      (joins),
      .slot_i      (in_slot_i),
      .may_join_o  (may_join),
      .rsp_valid_i (rd_rsp_valid_i),
      .rsp_slot_i  (rd_rsp_slot_i),
      .rsp_data_i  ({rd_rsp_resp_i, rd_rsp_data_i}),
      .more_valid_o(more_valid),
      .more_slot_o (more_slot),
      .more_data_o ({more_resp, more_line})
  );

  logic [LaneW+Words-1:0] places[0:NumSlots-1];  // of a slot's operand in its line: the cell, and its words
  always_ff @(posedge clk_i) if (in_prepare_i) places[in_slot_i] <= {in_cell_i[LaneW-1:0], in_words_i};

  function automatic logic [OperandBits-1:0] operand(input logic [LineBits-1:0] line, input logic [LaneW+Words-1:0] at);
    logic [OperandBits-1:0] read;
    read = line[at[Words+:LaneW]*OperandBits+:OperandBits];
    operand = read;
    if (OperandBits == 64 && at[Words-1:0] != {Words{1'b1}}) begin
      operand[31:0] = '0;
      operand[OperandBits-1-:32] = at[Words-1] ? read[OperandBits-1-:32] : read[31:0];
    end
  endfunction

  assign rsp_valid_o              = rd_rsp_valid_i || more_valid;
  assign {rsp_slot_o, rsp_resp_o} = rd_rsp_valid_i ? {rd_rsp_slot_i, rd_rsp_resp_i} : {more_slot, more_resp};
  assign rsp_value_o              = rd_rsp_valid_i ? operand(rd_rsp_data_i, places[rd_rsp_slot_i]) : operand(more_line, places[more_slot]);
endmodule
