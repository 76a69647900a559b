// SPDX-License-Identifier: Apache-2.0
// Walks the groups of an NDRange in x, y, z order: the id and the first global id of the group to admit next, or, with packets
// of the whole range's rows, of the next packet. Part of ndrange_dispatcher and of group_source, whose parameters
// these are.
//
// One `take_i` a cycle. `start_o` is the walk's start: `start_i`, but with packets of the whole range a cycle later. `clear_o`: it,
// or what ends the walk under way.
// Incremental counters; groups that are left are counted down: what ends a row is a comparison with a constant.
// Registered: `valid_o` and the ids. `active_o`, the lanes in use, is combinational from registers.
module ndrange_groups #(
    parameter int unsigned MaxSize  = 1024,
    parameter int unsigned Lanes    = 1,
    parameter bit          InGroups = 1'b0
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic [31:0]      global_offset_x_i,
    input  logic [31:0]      global_offset_y_i,
    input  logic [31:0]      global_offset_z_i,
    input  logic [31:0]      local_size_x_i,
    input  logic [31:0]      local_size_y_i,
    input  logic [31:0]      local_size_z_i,
    input  logic [31:0]      num_groups_x_i,
    input  logic [31:0]      num_groups_y_i,
    input  logic [31:0]      num_groups_z_i,
    input  logic [31:0]      group_size_i,
    input  logic             start_i,
    output logic             start_o,
    output logic             clear_o,
    input  logic             take_i,
    output logic             valid_o,
    output logic [31:0]      group_x_o,
    output logic [31:0]      group_y_o,
    output logic [31:0]      group_z_o,
    output logic [31:0]      base_x_o,
    output logic [31:0]      base_y_o,
    output logic [31:0]      base_z_o,
    output logic [Lanes-1:0] active_o
);
  localparam bit Single = MaxSize == 1;
  localparam bit RangePackets = Lanes > 1 && !InGroups;
  localparam bit UnitX = Single && (Lanes == 1 || !InGroups);  // no launch word is added in x
  if (RangePackets && !Single) $fatal(1, "ndrange_groups: packets of the whole range's rows need MaxSize 1");
  logic unused_sizes;  // of groups of one work-item
  assign unused_sizes = ^{local_size_x_i, local_size_y_i, local_size_z_i};

  logic [31:0] left_x_q, left_y_q, left_z_q;  // of the row, column and stack, this one included
  // One is left: of the row; of the column; of both; of both and of the stack. Those of several axes are registers too, so that the
  // axes do not wait for each other.
  logic        last_x_q, last_y_q, last_xy_q, last_q;
  logic        last_x_d, last_y_d, last_z_q, last_z_d;

  // ---- Rows of x: groups, or packets of the whole range.
  logic        halt;
  logic [31:0] row_base, row_groups;  // the first id, and how many there are
  assign clear_o = halt || start_o;
  if (!RangePackets) begin : gen_items
    assign start_o = start_i;
    assign halt = rst_i;
    assign row_base = global_offset_x_i;
    assign row_groups = num_groups_x_i;
    assign active_o = '1;
  end else begin : gen_packets
    localparam int unsigned PacketW = $clog2(Lanes);
    logic [PacketW-1:0] head, tail;  // lanes of the first packet that come before the offset, of the last one those in use
    logic [32:0] span;  // of the first packet's lane 0 to the row's end
    logic start_q, first_q, last;
    logic [31:0] packets_q;
    logic [Lanes-1:0] head_q, tail_q;

    assign head = global_offset_x_i[PacketW-1:0];
    assign span = {1'b0, num_groups_x_i} + 33'(head);
    assign tail = span[PacketW-1:0];
    assign start_o = start_q;
    assign halt = rst_i || start_i;
    assign row_base = {global_offset_x_i[31:PacketW], PacketW'(0)};
    assign row_groups = packets_q;
    assign last = last_x_q;
    assign active_o = (head_q | {Lanes{!first_q}}) & (tail_q | {Lanes{!last}});
    always_ff @(posedge clk_i) begin
      start_q   <= start_i && !rst_i;
      packets_q <= 32'((span + 33'(Lanes - 1)) >> PacketW);
      for (int unsigned l = 0; l < Lanes; l++) begin
        head_q[l] <= PacketW'(l) >= head;
        tail_q[l] <= tail == '0 || PacketW'(l) < tail;
      end
      if (start_o) first_q <= 1'b1;
      else if (take_i) first_q <= last;
    end
  end

  always_comb begin
    last_x_d = last_x_q ? row_groups == 32'd1 : left_x_q == 32'd2;
    last_y_d = last_xy_q ? num_groups_y_i == 32'd1 : last_x_q ? left_y_q == 32'd2 : last_y_q;
    last_z_d = last_xy_q ? left_z_q == 32'd2 : last_z_q;
    if (start_o) begin
      last_x_d = row_groups == 32'd1;
      last_y_d = num_groups_y_i == 32'd1;
      last_z_d = num_groups_z_i == 32'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_o || take_i) begin
      last_x_q  <= last_x_d;
      last_y_q  <= last_y_d;
      last_z_q  <= last_z_d;
      last_xy_q <= last_x_d && last_y_d;
      last_q    <= last_x_d && last_y_d && last_z_d;
    end
    if (start_o) begin
      valid_o   <= num_groups_x_i != '0 && num_groups_y_i != '0 && num_groups_z_i != '0 && group_size_i != '0;
      group_x_o <= '0;
      group_y_o <= '0;
      group_z_o <= '0;
      left_x_q  <= row_groups;
      left_y_q  <= num_groups_y_i;
      left_z_q  <= num_groups_z_i;
      base_x_o  <= row_base;
      base_y_o  <= global_offset_y_i;
      base_z_o  <= global_offset_z_i;
    end else if (take_i) begin
      group_x_o <= last_x_q ? '0 : group_x_o + 32'd1;
      left_x_q  <= last_x_q ? row_groups : left_x_q - 32'd1;
      base_x_o  <= last_x_q ? row_base : base_x_o + (UnitX ? 32'(Lanes) : local_size_x_i);
      if (last_x_q) begin
        group_y_o <= last_y_q ? '0 : group_y_o + 32'd1;
        left_y_q  <= last_y_q ? num_groups_y_i : left_y_q - 32'd1;
        base_y_o  <= last_y_q ? global_offset_y_i : base_y_o + (Single ? 32'd1 : local_size_y_i);
      end
      if (last_xy_q) begin
        group_z_o <= group_z_o + 32'd1;
        left_z_q  <= left_z_q - 32'd1;
        base_z_o  <= base_z_o + (Single ? 32'd1 : local_size_z_i);
      end
      if (last_q) valid_o <= 1'b0;
    end
    if (halt) valid_o <= 1'b0;
  end
endmodule
