// SPDX-License-Identifier: Apache-2.0
// Writes the lanes of a packet to the banks of a memory, each lane to any of them: those that meet in a bank one by one, higher
// lanes later. Latency from an operation to the first cycle in which a read sees all of it: 3 + the rounds that it takes
// (bank_rounds), at least 1; initiation interval the number of rounds.
// Crossed 0: lane b writes to bank b. Latency 2, initiation interval 1.
// Registered: all outputs but in_ready_o, which is a function of registers.
module bank_writes #(
    parameter int unsigned LaneWidth = 44,  // {row, strobes, data}
    parameter int unsigned Banks = 4,  // a power of two, at least 2
    parameter bit Crossed = 1'b1,
    localparam int unsigned LaneW = $clog2(Banks)
) (
    input  logic                       clk_i,
    input  logic                       rst_i,
    input  logic                       in_valid_i,
    output logic                       in_ready_o,
    input  logic [          Banks-1:0] in_waits_i,  // lanes that write
    input  logic [    Banks*LaneW-1:0] in_banks_i,  // each lane's bank
    input  logic [Banks*LaneWidth-1:0] in_lanes_i,
    output logic                       done_o,      // with the last of an operation's writes
    output logic [          Banks-1:0] wr_valid_o,
    output logic [Banks*LaneWidth-1:0] wr_lanes_o
);
  if (!Crossed) begin : gen_direct
    logic unused_banks;
    assign unused_banks = ^in_banks_i;
    assign in_ready_o   = 1'b1;
    always_ff @(posedge clk_i) begin
      wr_lanes_o <= in_lanes_i;
      wr_valid_o <= in_valid_i && !rst_i ? in_waits_i : '0;
      done_o <= in_valid_i && !rst_i;
    end
  end else begin : gen_crossed
    logic round_1, last_1;
    logic [Banks-1:0] serves_1, unused_served, unused_second;
    logic [Banks*LaneW-1:0] lanes_1;
    logic [Banks*LaneWidth-1:0] values_1, chosen;
    bank_rounds #(
        .Width(Banks * LaneWidth),
        .Banks(Banks)
    ) u_rounds (
        .clk_i,
        .rst_i,
        .in_valid_i,
        .in_ready_o,
        .in_waits_i,
        .in_banks_i,
        .in_data_i   (in_lanes_i),
        .out_valid_o (round_1),
        .out_last_o  (last_1),
        .out_served_o(unused_served),
        .out_second_o(unused_second),
        .out_serves_o(serves_1),
        .out_lanes_o (lanes_1),
        .out_data_o  (values_1)
    );
    for (genvar b = 0; b < Banks; b++) begin : gen_bank
      lane_select #(
          .Width(LaneWidth),
          .Lanes(Banks)
      ) u_value (
          .line_i  (values_1),
          .lane_i  (lanes_1[b*LaneW+:LaneW]),
          .zero_i  (1'b0),
          .result_o(chosen[b*LaneWidth+:LaneWidth])
      );
    end
    always_ff @(posedge clk_i) begin
      wr_lanes_o <= chosen;
      wr_valid_o <= round_1 && !rst_i ? serves_1 : '0;
      done_o <= round_1 && last_1 && !rst_i;
    end
  end
endmodule
