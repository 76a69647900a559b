// SPDX-License-Identifier: Apache-2.0
// Reads an element for each lane of a packet from memories of their own: element e lies in row e / Banks of memory e mod Banks, and
// with Reads 2 of a second copy of that memory, so that two lanes of a packet that meet in a bank read at once.
// Lanes with the same address are served together. Latency of a packet whose lanes meet in no bank 6 (to the row 3, of the memory 2,
// into the answer 1), initiation interval 1; as many cycles more as there are rounds beyond the first (bank_rounds). An answer is in
// order, with zero in lanes that do not read. Room for it is reserved as a request is accepted.
// Registered: row_o, data_valid_o; gather_ready_o is a function of registers.
module bank_gather #(
    parameter int unsigned WordBits = 32,
    parameter int unsigned Words = 64,
    parameter int unsigned Banks = 4,
    parameter int unsigned Depth = 4,  // packets under way; 7 or more for full rate
    parameter int unsigned Reads = 1,  // copies of each memory, or 2
    localparam int unsigned AW = $clog2(Words),
    localparam int unsigned LaneW = $clog2(Banks),
    localparam int unsigned RowW = Words > Banks ? AW - LaneW : 1
) (
    input  logic                      clk_i,
    input  logic                      rst_i,
    input  logic                      gather_valid_i,
    output logic                      gather_ready_o,
    input  logic [      Banks*AW-1:0] gather_addr_i,
    input  logic [         Banks-1:0] gather_mask_i,
    output logic [Reads*Banks*RowW-1:0] row_o,  // of the first copies, then of the second
    input  logic [Reads*Banks*WordBits-1:0] word_i,  // 2 cycles after row_o
    output logic                      data_valid_o,
    input  logic                      data_ready_i,
    output logic [Banks*WordBits-1:0] data_data_o
);
  localparam int unsigned ReadLatency = 2;
  localparam int unsigned PtrW = Depth > 1 ? $clog2(Depth) : 1;
  localparam int unsigned Width = Banks * (LaneW + RowW + 1 + Banks);
  localparam int unsigned SourceW = LaneW + Reads - 1;  // of a memory's number
  localparam int unsigned LaneInfoW = SourceW + 2;

  // Lanes with the same address: the lowest waits for the bank, the others follow it.
  logic [Banks*Banks-1:0] same, same_1;  // bit i * Banks + j: lane i takes what lane j reads
  logic [Banks-1:0] leads;
  logic [Banks*LaneW-1:0] banks, banks_1;
  logic [Banks*RowW-1:0] rows, rows_1;
  for (genvar i = 0; i < Banks; i++) begin : gen_address
    assign banks[i*LaneW+:LaneW] = gather_addr_i[i*AW+:LaneW];
    if (Words > Banks) begin : gen_row
      assign rows[i*RowW+:RowW] = gather_addr_i[i*AW+LaneW+:RowW];
    end else begin : gen_one_row
      assign rows[i*RowW+:RowW] = '0;
    end
    for (genvar j = 0; j < Banks; j++) begin : gen_other
      assign same[i*Banks+j] = j <= i && gather_mask_i[i] && gather_mask_i[j] && gather_addr_i[i*AW+:AW] == gather_addr_i[j*AW+:AW];
    end
    assign leads[i] = gather_mask_i[i] && (same[i*Banks+:Banks] & ~(Banks'(1) << i)) == '0;
  end

  logic room, rounds_ready, round_1, last_1;
  logic [Banks-1:0] mask_1, served_1, second_1;
  logic [Reads*Banks-1:0] unused_serves;
  logic [Reads*Banks*LaneW-1:0] lanes_1;
  assign gather_ready_o = rounds_ready & room;
  bank_rounds #(
      .Width(Width),
      .Banks(Banks),
      .Reads(Reads)
  ) u_rounds (
      .clk_i,
      .rst_i,
      .in_valid_i  (gather_valid_i & room),
      .in_ready_o  (rounds_ready),
      .in_waits_i  (leads),
      .in_banks_i  (banks),
      .in_data_i   ({same, gather_mask_i, rows, banks}),
      .out_valid_o (round_1),
      .out_last_o  (last_1),
      .out_served_o(served_1),
      .out_second_o(second_1),
      .out_serves_o(unused_serves),
      .out_lanes_o (lanes_1),
      .out_data_o  ({same_1, mask_1, rows_1, banks_1})
  );

  // A round's rows at the banks, and what each lane does with them when they come: {it takes something, it reads, the memory}.
  logic [Reads*Banks*RowW-1:0] rows_chosen;
  logic [Banks*LaneInfoW-1:0] info_1, info_2q, info;
  logic last_2q, last_3q, last_4q;
  for (genvar i = 0; i < Reads * Banks; i++) begin : gen_row
    lane_select #(
        .Width(RowW),
        .Lanes(Banks)
    ) u_row (
        .line_i  (rows_1),
        .lane_i  (lanes_1[i*LaneW+:LaneW]),
        .zero_i  (1'b0),
        .result_o(rows_chosen[i*RowW+:RowW])
    );
  end
  for (genvar i = 0; i < Banks; i++) begin : gen_round
    logic [SourceW-1:0] source;
    if (Reads == 1) begin : gen_bank
      assign source = banks_1[i*LaneW+:LaneW];
    end else begin : gen_copy
      assign source = {(second_1 & same_1[i*Banks+:Banks]) != '0, banks_1[i*LaneW+:LaneW]};
    end
    assign info_1[i*LaneInfoW+:LaneInfoW] = {
      round_1 && (!mask_1[i] || (served_1 & same_1[i*Banks+:Banks]) != '0), mask_1[i], source
    };
  end
  if (Reads == 1) begin : gen_no_second
    logic unused_second;
    assign unused_second = ^second_1;
  end
  always_ff @(posedge clk_i) begin
    row_o   <= rows_chosen;
    info_2q <= info_1;
    last_2q <= round_1 && last_1 && !rst_i;
    last_3q <= last_2q && !rst_i;
    last_4q <= last_3q && !rst_i;
  end
  delay_line #(
      .Width  (Banks * LaneInfoW),
      .Latency(ReadLatency)
  ) u_info (
      .clk_i,
      .data_i(info_2q),
      .data_o(info)
  );

  // The answers: a row is filled in the course of its rounds.
  logic [PtrW-1:0] fill_q, take_q;
  logic leave;
  assign leave = data_valid_o & data_ready_i;
  ack_counter #(
      .Depth(Depth)
  ) u_answers (
      .clk_i,
      .rst_i,
      .room_o     (room),
      .take_i     (gather_valid_i & gather_ready_o),
      .done_i     (last_4q),
      .ack_valid_o(data_valid_o),
      .ack_ready_i(data_ready_i)
  );
  always_ff @(posedge clk_i) begin
    if (last_4q) fill_q <= fill_q + PtrW'(1);
    if (leave) take_q <= take_q + PtrW'(1);
    if (rst_i) begin
      fill_q <= '0;
      take_q <= '0;
    end
  end
  for (genvar i = 0; i < Banks; i++) begin : gen_answer
    logic takes, reads;
    logic [SourceW-1:0] source;
    logic [WordBits-1:0] value;
    logic [WordBits-1:0] mem[0:(1<<PtrW)-1];
    assign {takes, reads, source} = info[i*LaneInfoW+:LaneInfoW];
    lane_select #(
        .Width(WordBits),
        .Lanes(Reads * Banks)
    ) u_value (
        .line_i  (word_i),
        .lane_i  (source),
        .zero_i  (!reads),
        .result_o(value)
    );
    always_ff @(posedge clk_i) if (takes) mem[fill_q] <= value;
    assign data_data_o[i*WordBits+:WordBits] = mem[take_q];
  end
endmodule
