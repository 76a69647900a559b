// SPDX-License-Identifier: Apache-2.0
// atomic_reads: each slot's request is answered once, with its own cell of its own line, by a read that left in the cycle in which the
// request came or later. A request that is offered stays. Memory answers its reads in any order, with the line and the read's number.
module atomic_reads_formal #(
    parameter int unsigned NumSlots = 2
) (
    input logic clk_i,
    input logic soon_i,
    input logic in_valid_i,
    input logic in_same_i,
    input logic in_line_i,
    input logic in_lane_i,
    input logic in_prepare_i,
    input logic [$clog2(NumSlots)-1:0] in_slot_i,
    input logic rd_ready_i,
    input logic memory_i,
    input logic [$clog2(NumSlots)-1:0] memory_slot_i
);
  localparam int unsigned SlotW = $clog2(NumSlots);
  localparam int unsigned NumberW = 3;
  logic rst = 1'b1;
  logic in_ready, comes, rd_valid, rd_line, taken, memory, rsp_valid, last_line, waited, waited_line;
  logic [SlotW-1:0] rd_slot, rsp_slot, waited_slot;
  logic [31:0] rsp_value;  // {number of the read, line, lane}
  logic [NumberW:0] read;  // that memory answers: its number, and the line
  logic [1:0] rsp_resp;
  logic [NumberW-1:0] number;  // of the next read
  logic [NumSlots-1:0] pending, flying;  // slots; reads by their first slot
  logic [NumSlots-1:0] lines, lanes, read_lines;
  logic [NumSlots*NumberW-1:0] since, read_numbers;  // of a slot: the read that leaves in the cycle of its request
  logic [1:0] silent;  // cycles without anything

  assign comes  = in_valid_i && in_ready && !pending[in_slot_i] && !rst;
  assign taken  = rd_valid && rd_ready_i && !rst;
  assign memory = memory_i && flying[memory_slot_i] && !rst;
  assign read   = {read_numbers[memory_slot_i*NumberW+:NumberW], read_lines[memory_slot_i]};
  atomic_reads #(
      .NumSlots(NumSlots),
      .CellW   (2),
      .LineBits(64)
  ) u_dut (
      .clk_i,
      .rst_i         (rst),
      .soon_i,
      .in_valid_i    (comes),
      .in_ready_o    (in_ready),
      .in_prepare_i  (comes || (in_prepare_i && !pending[in_slot_i])),
      .in_slot_i,
      .in_cell_i     ({in_line_i, in_lane_i}),
      .in_words_i    (1'b1),
      .in_same_i     (in_same_i && in_line_i == last_line),
      .rd_valid_o    (rd_valid),
      .rd_ready_i,
      .rd_slot_o     (rd_slot),
      .rd_line_o     (rd_line),
      .rd_rsp_valid_i(memory),
      .rd_rsp_slot_i (memory_slot_i),
      .rd_rsp_data_i ({32'({read, 1'b1}), 32'({read, 1'b0})}),
      .rd_rsp_resp_i (2'b00),
      .rsp_valid_o   (rsp_valid),
      .rsp_slot_o    (rsp_slot),
      .rsp_value_o   (rsp_value),
      .rsp_resp_o    (rsp_resp)
  );

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    if (rsp_valid) pending[rsp_slot] <= 1'b0;
    if (comes) begin
      pending[in_slot_i] <= 1'b1;
      lines[in_slot_i]   <= in_line_i;
      lanes[in_slot_i]   <= in_lane_i;
      since[in_slot_i*NumberW+:NumberW] <= number;
      last_line <= in_line_i;
    end
    if (memory) flying[memory_slot_i] <= 1'b0;
    if (taken) begin
      flying[rd_slot]     <= 1'b1;
      read_lines[rd_slot] <= rd_line;
      read_numbers[rd_slot*NumberW+:NumberW] <= number;
      number <= number + 1'b1;
    end
    silent <= comes || rd_valid || memory || flying != '0 ? '0 : silent + 2'(silent != '1);
    {waited, waited_slot, waited_line} <= {rd_valid && !rd_ready_i && !rst, rd_slot, rd_line};
    if (rst) begin
      {pending, flying} <= '0;
      number <= '0;
      silent <= '0;
    end else begin
      // Fewer reads than their numbers have values.
      assume (number != '1);
      if (rsp_valid) begin
        awaited : assert (pending[rsp_slot]);
        its_cell : assert (rsp_value[1:0] == {lines[rsp_slot], lanes[rsp_slot]});
        left_later : assert (rsp_value[NumberW+1:2] >= since[rsp_slot*NumberW+:NumberW]);
      end
      if (taken) assert (pending[rd_slot] && !flying[rd_slot] && rd_line == lines[rd_slot]);
      if (waited) stays : assert (rd_valid && rd_slot == waited_slot && rd_line == waited_line);
      all_answered : assert (silent != '1 || pending == '0);
    end
  end
endmodule
