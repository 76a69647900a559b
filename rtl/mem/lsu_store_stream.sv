// SPDX-License-Identifier: Apache-2.0
// Store unit for consecutive addresses: consecutive stores to one line leave as one line request. A line leaves when all
// its bytes are written, when a store to another line comes, or after 16 cycles without a store.
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
  localparam int unsigned RowCountW = $clog2(Rows + 1);
  localparam int unsigned GroupCountW = $clog2(Depth + 1);
  localparam int unsigned Stores = Depth * (Lanes > 4 ? Lanes : 4);  // accepted, not yet acknowledged
  localparam int unsigned StoreCountW = $clog2(Stores + 1);
  localparam int unsigned MaxMerge = Stores < 255 ? Stores : 255;  // stores in one line request
  localparam int unsigned MergeW = $clog2(MaxMerge + 1);
  localparam int unsigned IdleCycles = 16;
  localparam int unsigned IdleW = $clog2(IdleCycles);

  // Entry. Stores that leave together form a group: at most one line, and the faulty stores among them. An accepted store
  // holds a row and a group entry until it turns out that it joins what is there.
  logic accept, ready_q, checked, checked_ok, join_group, uses_row, row_freed, row_sent, group_done, acknowledged;
  logic [AddrBits-1:0] checked_addr;
  logic [ElemBits-1:0] checked_data;
  logic [StoreCountW-1:0] stores_q, stores_d;
  logic [RowCountW-1:0] rows_q, rows_d;
  logic [GroupCountW-1:0] groups_q, groups_d;

  assign req_ready_o = ready_q;
  assign accept = req_valid_i & ready_q;
  assign row_freed = checked & ~uses_row;
  assign stores_d = stores_q + StoreCountW'(accept) - StoreCountW'(acknowledged);
  assign rows_d = rows_q + RowCountW'(accept) - RowCountW'(row_freed) - RowCountW'(row_sent);
  assign groups_d = groups_q + GroupCountW'(accept) - GroupCountW'(join_group) - GroupCountW'(group_done);
  always_ff @(posedge clk_i) begin
    stores_q <= stores_d;
    rows_q <= rows_d;
    groups_q <= groups_d;
    ready_q <= stores_d != StoreCountW'(Stores) && rows_d != RowCountW'(Rows) && groups_d != GroupCountW'(Depth);
    if (rst_i) begin
      stores_q <= '0;
      rows_q <= '0;
      groups_q <= '0;
      ready_q <= 1'b0;
    end
  end

  lsu_check #(
      .Bytes     (Bytes),
      .AddrBits  (AddrBits),
      .NumRegions(NumRegions),
      .Width     (ElemBits)
  ) u_check (
      .clk_i,
      .rst_i,
      .base_i,
      .limit_i,
      .valid_i  (accept),
      .addr_i   (req_addr_i),
      .payload_i(req_data_i),
      .valid_o  (checked),
      .ok_o     (checked_ok),
      .addr_o   (checked_addr),
      .payload_o(checked_data),
      .fault_o,
      .fault_addr_o
  );

  // Merging.
  logic [LineAddrW-1:0] line, line_q;
  logic [LaneW-1:0] lane;
  logic [LineBytes-1:0] strb_q, strb_d, lane_strb;
  logic [MergeW-1:0] merged_q, merged_d;
  logic [IdleW-1:0] idle_q;
  logic open_q, has_line_q, full_q, close, close_line, row_written;
  logic [RowW-1:0] row_q, row;

  assign line = checked_addr[AddrBits-1:LineShift];
  assign lane = Lanes > 1 ? LaneW'(checked_addr >> ElemShift) : '0;
  assign lane_strb = LineBytes'({Bytes{1'b1}}) << (32'(lane) << ElemShift);
  assign join_group = checked && open_q && !full_q && (!checked_ok || !has_line_q || line == line_q);
  assign close = open_q && (full_q || (checked ? !join_group : idle_q == IdleW'(IdleCycles - 1)));
  assign close_line = close & has_line_q;
  assign uses_row = checked_ok & ~(join_group & has_line_q);
  assign strb_d = (join_group ? strb_q : '0) | (checked_ok ? lane_strb : '0);
  assign merged_d = join_group ? merged_q + MergeW'(1) : MergeW'(1);
  assign row = close_line ? row_q + RowW'(1) : row_q;
  assign row_written = checked & checked_ok;
  always_ff @(posedge clk_i) begin
    idle_q <= checked ? '0 : idle_q + IdleW'(1);
    row_q <= row;
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
  logic [RowCountW-1:0] closed_q;
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

  assign row_sent = closed_q != '0 && (!out_valid_q || line_req_ready_i);
  always_ff @(posedge clk_i) begin
    if (close_line) begin
      strb_mem[row_q] <= strb_q;
      line_mem[row_q] <= line_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (row_written) data_mem[ElemPtrW'({row, lane} >> NoLane)] <= checked_data;
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
    closed_q <= closed_q + RowCountW'(close_line) - RowCountW'(row_sent);
    if (row_sent) send_row_q <= send_row_q + RowW'(1);
    if (!out_valid_q || line_req_ready_i) out_valid_q <= row_sent;
    if (rst_i) begin
      closed_q <= '0;
      send_row_q <= '0;
      out_valid_q <= 1'b0;
    end
  end
  assign line_req_valid_o = out_valid_q;
  assign line_req_addr_o = {out_line_q, LineShift'(0)};
  assign line_req_data_o = out_data_q;
  assign line_req_strb_o = out_strb_q;

  // Groups wait in order for memory's acknowledgement (those without a line: for nothing), then acknowledge their stores.
  logic group_valid, group_has_line, group_line_done, line_acked_q, ack_valid_q, unused_group_ready;
  logic [MergeW-1:0] group_merged;
  logic [GroupCountW-1:0] line_acks_q, line_acks_d;
  logic [StoreCountW-1:0] acks_q, acks_d;
  stream_fifo #(
      .Width(MergeW + 1),
      .Depth(Depth)
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
  assign group_done = group_valid & (~group_has_line | line_acked_q);
  assign group_line_done = group_done & group_has_line;
  assign line_acks_d = line_acks_q + GroupCountW'(line_ack_valid_i) - GroupCountW'(group_line_done);
  assign acknowledged = ack_valid_q & ack_ready_i;
  assign acks_d = acks_q + (group_done ? StoreCountW'(group_merged) : '0) - StoreCountW'(acknowledged);
  always_ff @(posedge clk_i) begin
    line_acks_q <= line_acks_d;
    line_acked_q <= line_acks_d != '0;
    acks_q <= acks_d;
    ack_valid_q <= acks_d != '0;
    if (rst_i) begin
      line_acks_q <= '0;
      line_acked_q <= 1'b0;
      acks_q <= '0;
      ack_valid_q <= 1'b0;
    end
  end
  assign ack_valid_o = ack_valid_q;
  assign idle_o = stores_q == '0;
endmodule
