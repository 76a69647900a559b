// SPDX-License-Identifier: Apache-2.0
// A line on its way into the banks of a cache, to one row: its word w goes to bank w ^ turn_i, with Sums to (w + turn_i) mod Banks.
// Latency 1, initiation interval 1. Registered: all outputs.
module cache_fill #(
    parameter int unsigned WordBits = 32,
    parameter int unsigned LineWords = 4,  // a power of two, at most Banks
    parameter int unsigned Banks = 4,  // a power of two
    parameter int unsigned RowW = 8,
    parameter bit Sums = 1'b0,
    localparam int unsigned LaneW = $clog2(Banks)
) (
    input  logic                          clk_i,
    input  logic                          rst_i,
    input  logic                          line_valid_i,
    input  logic [              RowW-1:0] row_i,
    input  logic [             LaneW-1:0] turn_i,
    input  logic [LineWords*WordBits-1:0] line_i,
    output logic [             Banks-1:0] write_o,
    output logic [              RowW-1:0] row_o,
    output logic [    Banks*WordBits-1:0] data_o
);
  localparam int unsigned PlaceW = $clog2(LineWords);

  // The line for each part of the banks that it may go to, turned bit by bit.
  for (genvar k = 0; k <= PlaceW; k++) begin : gen_turn
    logic [Banks*WordBits-1:0] words;
    if (k == 0) begin : gen_line
      assign words = {(Banks / LineWords) {line_i}};
    end else begin : gen_bit
      for (genvar b = 0; b < Banks; b++) begin : gen_bank
        localparam int unsigned From = Sums ? (b + Banks - (1 << (k - 1))) % Banks : b ^ (1 << (k - 1));
        assign words[b*WordBits+:WordBits] = turn_i[k-1] ? gen_turn[k-1].words[From*WordBits+:WordBits] : gen_turn[k-1].words[b*WordBits+:WordBits];
      end
    end
  end

  for (genvar b = 0; b < Banks; b++) begin : gen_write
    logic [LaneW-1:0] word;
    assign word = Sums ? LaneW'(b) - turn_i : LaneW'(b) ^ turn_i;
    always_ff @(posedge clk_i) write_o[b] <= line_valid_i && word >> PlaceW == '0 && !rst_i;
  end
  always_ff @(posedge clk_i) begin
    row_o  <= row_i;
    data_o <= gen_turn[PlaceW].words;
  end
endmodule
