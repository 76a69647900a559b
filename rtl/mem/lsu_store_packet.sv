// SPDX-License-Identifier: Apache-2.0
// Store unit for packets: a request writes those of `Lanes` consecutive elements that its mask has, lane 0 at req_addr_i, lane l
// at req_addr_i + l * Bytes modulo 2^AddrBits. Consecutive stores to one line leave as one line request. A line leaves when all
// its bytes are written, when a store to another line comes, or after 16 cycles without a store.
// Lanes out of bounds are not written; fault_o tells the lowest one of a packet. A packet that writes nothing is acknowledged too.
// Latency from the last store of a line to its request 7, 8 if that store began in the line before; initiation interval 1, and
// 2 behind a packet that reaches into the next line.
// Full rate of packets as long as a line takes a Depth of 12 more than the cycles from a line request to its acknowledgement.
// Registered: req_ready_o, ack_valid_o, line_req_*, fault_*.
module lsu_store_packet #(
    parameter int unsigned Bytes = 4,  // of an element
    parameter int unsigned Lanes = 4,  // a power of two, at least 2; a packet is at most a line
    parameter int unsigned AddrBits = 32,
    parameter int unsigned LineBits = 128,
    parameter int unsigned NumRegions = 1,
    parameter int unsigned Depth = 4,  // lines not yet acknowledged by memory: at least 2, or 1 if Aligned
    parameter bit Aligned = 1'b0  // addresses are multiples of a packet's size
) (
    input  logic                           clk_i,
    input  logic                           rst_i,
    input  logic [NumRegions*AddrBits-1:0] base_i,
    input  logic [NumRegions*AddrBits-1:0] limit_i,
    input  logic                           req_valid_i,
    output logic                           req_ready_o,
    input  logic [           AddrBits-1:0] req_addr_i,
    input  logic [              Lanes-1:0] req_mask_i,
    input  logic [      Lanes*Bytes*8-1:0] req_data_i,
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
  localparam int unsigned Elements = LineBits / ElemBits;
  localparam int unsigned Packets = Elements / Lanes;  // in a line
  localparam int unsigned LineShift = $clog2(LineBits / 8);
  localparam int unsigned LineAddrW = AddrBits - LineShift;
  localparam int unsigned Rows = 16;  // lines being merged or waiting to leave
  localparam int unsigned RowW = $clog2(Rows);
  localparam int unsigned RowCountW = $clog2(Rows + 1);
  localparam int unsigned GroupCountW = $clog2(Depth + 1);
  localparam int unsigned Stores = Depth * (Packets > 4 ? Packets : 4);  // accepted, not yet acknowledged
  localparam int unsigned StoreCountW = $clog2(Stores + 1);
  localparam int unsigned MaxMerge = Stores < 255 ? Stores : 255;  // stores in one line request
  localparam int unsigned MergeW = $clog2(MaxMerge + 1);
  localparam int unsigned MaxParts = Aligned ? 1 : 2;
  localparam int unsigned IdleCycles = 16;
  localparam int unsigned IdleW = $clog2(IdleCycles);
  if (Depth < MaxParts) $fatal(1, "a packet may take two lines");

  // Admission. Stores that leave together form a group: at most one line, and the stores among them that write nothing. An
  // accepted store holds a row and a group for each part that it may have, until that joins what is there or is not. What is
  // given back counts a cycle later, so that it is no long path to the next request's admission.
  logic accept, crosses, accept_two, ready_q, acknowledged, acknowledged_q, row_sent, row_sent_q, group_done, group_done_q;
  logic part, part_any, part_last, part_spare, same_line, join_group, uses_row, spare_q, joined_q, unsent_q;
  logic [StoreCountW-1:0] stores_q;
  logic [RowCountW-1:0] rows_q;
  logic [GroupCountW-1:0] groups_q;

  assign req_ready_o = ready_q;
  assign accept = req_valid_i & ready_q;
  assign accept_two = accept & crosses;
  assign idle_o = stores_q == '0;
  always_ff @(posedge clk_i) begin
    acknowledged_q <= acknowledged;
    row_sent_q <= row_sent;
    unsent_q <= part & ~uses_row;
    group_done_q <= group_done;
    joined_q <= join_group;
    spare_q <= part_spare;
    stores_q <= stores_q + StoreCountW'(accept) - StoreCountW'(acknowledged_q);
    rows_q <= rows_q + RowCountW'(accept) + RowCountW'(accept_two) - RowCountW'(row_sent_q) - RowCountW'(unsent_q) -
              RowCountW'(spare_q);
    groups_q <= groups_q + GroupCountW'(accept) + GroupCountW'(accept_two) - GroupCountW'(group_done_q) -
                GroupCountW'(joined_q) - GroupCountW'(spare_q);
    // The other part of a packet takes the cycle behind it.
    ready_q <= !accept_two && stores_q < (accept ? StoreCountW'(Stores - 1) : StoreCountW'(Stores)) &&
               rows_q < (accept ? RowCountW'(Rows - MaxParts) : RowCountW'(Rows - MaxParts + 1)) &&
               groups_q < (accept ? GroupCountW'(Depth - MaxParts) : GroupCountW'(Depth - MaxParts + 1));
    if (rst_i) begin
      acknowledged_q <= 1'b0;
      row_sent_q <= 1'b0;
      unsent_q <= 1'b0;
      group_done_q <= 1'b0;
      joined_q <= 1'b0;
      spare_q <= 1'b0;
      stores_q <= '0;
      rows_q <= '0;
      groups_q <= '0;
      ready_q <= 1'b0;
    end
  end

  logic [LineAddrW-1:0] line;
  logic [Elements-1:0] part_strb;
  logic [Lanes*ElemBits-1:0] written_data;
  store_packet_parts #(
      .Bytes     (Bytes),
      .Lanes     (Lanes),
      .AddrBits  (AddrBits),
      .LineBits  (LineBits),
      .NumRegions(NumRegions),
      .Aligned   (Aligned)
  ) u_parts (
      .clk_i,
      .rst_i,
      .base_i,
      .limit_i,
      .accept_i    (accept),
      .addr_i      (req_addr_i),
      .mask_i      (req_mask_i),
      .data_i      (req_data_i),
      .crosses_o   (crosses),
      .part_valid_o(part),
      .any_o       (part_any),
      .last_o      (part_last),
      .spare_o     (part_spare),
      .same_line_o (same_line),
      .line_o      (line),
      .strb_o      (part_strb),
      .data_o      (written_data),
      .fault_o,
      .fault_addr_o
  );

  // Merging.
  logic [Elements-1:0] strb_q, written_strb_q;
  logic [LineAddrW-1:0] line_q;
  logic [MergeW-1:0] merged_q;
  logic [IdleW-1:0] idle_q;
  logic open_q, has_line_q, full_q, close, close_line;
  logic [RowW-1:0] row_q, row, written_row_q;

  assign join_group = part && open_q && !full_q && (!part_any || !has_line_q || same_line);
  assign close = open_q && (full_q || (part ? !join_group : idle_q == IdleW'(IdleCycles - 1)));
  assign close_line = close & has_line_q;
  assign uses_row = part_any & ~(join_group & has_line_q);
  assign row = close_line ? row_q + RowW'(1) : row_q;
  always_ff @(posedge clk_i) begin
    idle_q <= part ? '0 : idle_q + IdleW'(1);
    row_q <= row;
    // A row is read two cycles after its last store at the earliest.
    written_strb_q <= part_strb;
    written_row_q <= row;
    if (part) begin
      open_q <= 1'b1;
      has_line_q <= part_any | (join_group & has_line_q);
      strb_q <= (join_group ? strb_q : '0) | part_strb;
      merged_q <= (join_group ? merged_q : '0) + MergeW'(part_last);  // with its last part a store is acknowledged
      full_q <= join_group ? (strb_q | part_strb) == '1 || (part_last && merged_q == MergeW'(MaxMerge - 1)) : part_strb == '1;
      if (part_any) line_q <= line;
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
  logic [Elements-1:0] out_strb_q;
  logic [LineAddrW-1:0] out_line_q;
  // A row is read only in cycles in which nothing writes it, so collisions do not matter.
  (* no_rw_check *)
  logic [Elements-1:0] strb_mem[0:Rows-1];
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
    if (row_sent) begin
      out_strb_q <= strb_mem[send_row_q];
      out_line_q <= line_mem[send_row_q];
    end
  end
  // Each element of a line has a memory of its own: a part writes many, and all are read together.
  for (genvar e = 0; e < Elements; e++) begin : gen_element
    (* no_rw_check *)
    logic [ElemBits-1:0] mem[0:Rows-1];
    always_ff @(posedge clk_i) if (written_strb_q[e]) mem[written_row_q] <= written_data[(e%Lanes)*ElemBits+:ElemBits];
    always_ff @(posedge clk_i) if (row_sent) out_data_q[e*ElemBits+:ElemBits] <= mem[send_row_q];
    assign line_req_strb_o[e*Bytes+:Bytes] = {Bytes{out_strb_q[e]}};
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
