// SPDX-License-Identifier: Apache-2.0
// Store unit for consecutive addresses: consecutive stores to one line leave as one line request. A line leaves when all
// its bytes are written, when a store to another line comes, or one behind a store out of bounds, or after 16 cycles without a
// store.
// Latency from the last store of a line to its request 5; initiation interval 1 for elements of a line and for lines alike.
// Registered: req_ready_o, ack_valid_o, line_req_*, fault_*.
module lsu_store_stream #(
    parameter int unsigned Bytes = 4,
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 64,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Depth = 4  // lines not yet acknowledged by memory; 12 or more for full rate
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [           AddrBits-1:0] req_addr_i,
    input  logic [            Bytes*8-1:0] req_data_i,
    output logic                           ack_valid_o,
    input  logic                           ack_ready_i,
    output logic                           line_req_valid_o,
    input  logic                           line_req_ready_i,
    output logic [           AddrBits-1:0] line_req_addr_o,
    output logic [           LineBits-1:0] line_req_data_o,
    output logic [         LineBits/8-1:0] line_req_strb_o,
    input  logic                           line_ack_valid_i,
    output logic                           fault_o,
    output logic [           AddrBits-1:0] fault_addr_o,
    output logic                           idle_o
);
  localparam int unsigned ElemBits = Bytes * 8;
  localparam int unsigned LineBytes = LineBits / 8;
  localparam int unsigned Lanes = LineBits / ElemBits;
  localparam int unsigned LaneW = Lanes > 1 ? $clog2(Lanes) : 1;
  localparam int unsigned ElemShift = $clog2(Bytes);
  localparam int unsigned LineShift = $clog2(LineBytes);
  localparam int unsigned LineAddrW = AddrBits - LineShift;
  localparam int unsigned Rows = 8;  // lines being merged or waiting to leave
  localparam int unsigned RowW = $clog2(Rows);
  localparam int unsigned ElemPtrW = $clog2(Rows * Lanes);
  localparam int unsigned NoLane = Lanes > 1 ? 0 : 1;  // bits of a lane that select nothing
  localparam int unsigned GroupCountW = $clog2(Depth + 1);
  localparam int unsigned Stores = Depth * (Lanes > 4 ? Lanes : 4);  // accepted, not yet acknowledged
  localparam int unsigned MaxMerge = Stores < 255 ? Stores : 255;  // stores in one line request
  localparam int unsigned MergeW = $clog2(MaxMerge + 1);
  localparam int unsigned IdleCycles = 16;
  localparam int unsigned IdleW = $clog2(IdleCycles);

  // Entry. Stores that leave together form a group: at most one line, and the faulty stores among them. An accepted store
  // holds a row and a group entry until it turns out that it joins what is there.
  logic accept, checked, checked_ok, same_line, join_group, uses_row, row_sent, group_done, acknowledged;
  logic [LineAddrW-1:0] line, line_q;
  logic [LaneW-1:0] lane;
  logic [ElemBits-1:0] checked_data;
  logic [GroupCountW-1:0] groups_q;
  logic joined_q, done_q, group_room;  // as in lsu_front: counted a cycle later, and room told by the count now

  assign group_room = joined_q || done_q || groups_q != (accept ? GroupCountW'(Depth - 1) : GroupCountW'(Depth));
  always_ff @(posedge clk_i) begin
    joined_q <= join_group && !rst_i;
    done_q <= group_done && !rst_i;
    groups_q <= rst_i ? '0 : groups_q + GroupCountW'(accept) - GroupCountW'(joined_q) - GroupCountW'(done_q);
  end
  lsu_front #(
      .Bytes     (Bytes),
      .AddrBits  (AddrBits),
      .LineBits  (LineBits),
      .NumRegions(NumRegions),
      .Width     (ElemBits),
      .Entries   (Stores),
      .Requests  (Rows)
  ) u_front (
      .clk_i,
      .rst_i,
      .base_i,
      .limit_i,
      .req_valid_i,
      .req_ready_o,
      .req_addr_i,
      .req_payload_i(req_data_i),
      .accept_o     (accept),
      .room_i       (group_room),
      .entry_done_i (acknowledged),
      .unsent_i     (checked & ~uses_row),
      .sent_i       (row_sent),
      .empty_o      (idle_o),
      .valid_o      (checked),
      .ok_o         (checked_ok),
      .line_o       (line),
      .same_line_o  (same_line),
      .lane_o       (lane),
      .payload_o    (checked_data),
      .fault_o,
      .fault_addr_o
  );

  // Merging.
  logic [LineBytes-1:0] strb_q, strb_d, lane_strb;
  logic [MergeW-1:0] merged_q, merged_d;
  logic [IdleW-1:0] idle_q;
  logic open_q, has_line_q, full_q, close, close_line, written_q;  // written_q: the last cycle's store goes into its row
  logic [RowW-1:0] row_q, row, written_row_q;
  logic [LaneW-1:0] written_lane_q;
  logic [ElemBits-1:0] written_data_q;

  assign lane_strb = LineBytes'({Bytes{1'b1}}) << (32'(lane) << ElemShift);
  assign join_group = checked && open_q && !full_q && (!checked_ok || !has_line_q || same_line);
  assign close = open_q && (full_q || (checked ? !join_group : idle_q == IdleW'(IdleCycles - 1)));
  assign close_line = close & has_line_q;
  assign uses_row = checked_ok & ~(join_group & has_line_q);
  assign strb_d = (join_group ? strb_q : '0) | (checked_ok ? lane_strb : '0);
  assign merged_d = join_group ? merged_q + MergeW'(1) : MergeW'(1);
  assign row = close_line ? row_q + RowW'(1) : row_q;
  always_ff @(posedge clk_i) begin
    idle_q <= checked ? '0 : idle_q + IdleW'(1);
    row_q <= row;
    // A row is read two cycles after its last store at the earliest.
    written_q <= checked & checked_ok;
    written_row_q <= row;
    written_lane_q <= lane;
    written_data_q <= checked_data;
    if (checked) begin
      open_q <= 1'b1;
      has_line_q <= checked_ok | (join_group & has_line_q);
      strb_q <= strb_d;
      merged_q <= merged_d;
      full_q <= strb_d == '1 || merged_d == MergeW'(MaxMerge);
      if (checked_ok) line_q <= line;
    end else if (close) begin
      open_q <= 1'b0;
    end
    if (rst_i) begin
      open_q <= 1'b0;
      row_q <= '0;
    end
  end

  // Rows: a ring of lines. Closed ones leave through the output register.
  logic any_closed;
  logic [RowW-1:0] send_row_q;
  logic out_valid_q;
  logic [LineBits-1:0] out_data_q;
  logic [LineBytes-1:0] out_strb_q;
  logic [LineAddrW-1:0] out_line_q;
  // A row is read only in cycles in which nothing writes it, so collisions do not matter. Data is written by elements and
  // read by whole lines.
  (* no_rw_check *)
  logic [ElemBits-1:0] data_mem[0:Rows*Lanes-1];
  (* no_rw_check *)
  logic [LineBytes-1:0] strb_mem[0:Rows-1];
  (* no_rw_check *)
  logic [LineAddrW-1:0] line_mem[0:Rows-1];

  credit_counter #(
      .Max(Rows)
  ) u_closed (
      .clk_i,
      .rst_i,
      .give_i(close_line),
      .take_i(row_sent),
      .any_o (any_closed)
  );
  assign row_sent = any_closed && (!out_valid_q || line_req_ready_i);
  always_ff @(posedge clk_i) begin
    if (close_line) begin
      strb_mem[row_q] <= strb_q;
      line_mem[row_q] <= line_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (written_q) data_mem[ElemPtrW'({written_row_q, written_lane_q} >> NoLane)] <= written_data_q;
  end
  always_ff @(posedge clk_i) begin
    if (row_sent) begin
      for (int l = 0; l < Lanes; l++) out_data_q[l*ElemBits+:ElemBits] <= data_mem[ElemPtrW'({send_row_q, LaneW'(l)} >> NoLane)];
    end
  end
  always_ff @(posedge clk_i) begin
    if (row_sent) begin
      out_strb_q <= strb_mem[send_row_q];
      out_line_q <= line_mem[send_row_q];
    end
  end
  always_ff @(posedge clk_i) begin
    if (row_sent) send_row_q <= send_row_q + RowW'(1);
    if (!out_valid_q || line_req_ready_i) out_valid_q <= row_sent;
    if (rst_i) begin
      send_row_q <= '0;
      out_valid_q <= 1'b0;
    end
  end
  assign line_req_valid_o = out_valid_q;
  assign line_req_addr_o = {out_line_q, LineShift'(0)};
  assign line_req_data_o = out_data_q;
  assign line_req_strb_o = out_strb_q;

  // Groups wait in order for memory's acknowledgement (those without a line: for nothing), then acknowledge their stores.
  logic group_valid, group_has_line, line_acked, unused_group_ready;
  logic [MergeW-1:0] group_merged;
  stream_fifo #(
      .Width(MergeW + 1),
      .Depth(Depth),
      .Reserved(1'b1)
  ) u_groups (
      .clk_i,
      .rst_i,
      .in_valid_i (close),
      .in_ready_o (unused_group_ready),
      .in_data_i  ({has_line_q, merged_q}),
      .out_valid_o(group_valid),
      .out_ready_i(group_done),
      .out_data_o ({group_has_line, group_merged})
  );
  assign group_done = group_valid & (~group_has_line | line_acked);
  credit_counter #(
      .Max(Depth)
  ) u_line_acks (
      .clk_i,
      .rst_i,
      .give_i(line_ack_valid_i),
      .take_i(group_done & group_has_line),
      .any_o (line_acked)
  );
  assign acknowledged = ack_valid_o & ack_ready_i;
  credit_counter #(
      .Max  (Stores),
      .GiveW(MergeW)
  ) u_acks (
      .clk_i,
      .rst_i,
      .give_i(group_done ? group_merged : '0),
      .take_i(acknowledged),
      .any_o (ack_valid_o)
  );
endmodule
