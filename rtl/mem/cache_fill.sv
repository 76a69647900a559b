// SPDX-License-Identifier: Apache-2.0
// A line on its way into the banks of a cache: word w of line i is word i * LineWords + w of all, which lies in row
// (i * LineWords + w) / Banks and, as row_hash has it, in bank (i * LineWords + w) mod Banks ^ hash of the row.
// Latency 1, initiation interval 1. Registered: all outputs.
module cache_fill #(
    parameter int unsigned WordBits = 32,
    parameter int unsigned LineWords = 4,  // a power of two, at most Banks
    parameter int unsigned Banks = 4,  // a power of two
    parameter int unsigned Lines = 256,
    localparam int unsigned IndexW = $clog2(Lines),
    localparam int unsigned RowW = $clog2(Lines * LineWords / Banks)
) (
    input  logic                          clk_i,
    input  logic                          rst_i,
    input  logic                          line_valid_i,
    input  logic [            IndexW-1:0] index_i,
    input  logic [LineWords*WordBits-1:0] line_i,
    output logic [             Banks-1:0] write_o,
    output logic [              RowW-1:0] row_o,
    output logic [    Banks*WordBits-1:0] data_o
);
  localparam int unsigned LaneW = $clog2(Banks);
  localparam int unsigned PlaceW = $clog2(LineWords);
  localparam int unsigned GroupW = LaneW - PlaceW;  // lines that lie in one row

  logic [RowW-1:0] row;
  logic [LaneW-1:0] hash;
  assign row = RowW'(index_i >> GroupW);
  row_hash #(
      .RowW (RowW),
      .LaneW(LaneW)
  ) u_hash (
      .row_i (row),
      .hash_o(hash)
  );

  // The line for each of the row's parts, turned bit by bit.
  for (genvar k = 0; k <= PlaceW; k++) begin : gen_turn
    logic [Banks*WordBits-1:0] words;
    if (k == 0) begin : gen_line
      assign words = {(1 << GroupW) {line_i}};
    end else begin : gen_bit
      for (genvar b = 0; b < Banks; b++) begin : gen_bank
        assign words[b*WordBits+:WordBits] =
            hash[k-1] ? gen_turn[k-1].words[(b^(1<<(k-1)))*WordBits+:WordBits] : gen_turn[k-1].words[b*WordBits+:WordBits];
      end
    end
  end

  for (genvar b = 0; b < Banks; b++) begin : gen_write
    logic here;
    if (GroupW == 0) begin : gen_whole
      assign here = 1'b1;
    end else begin : gen_part
      logic [LaneW-1:0] word;
      logic unused_word;
      assign word = LaneW'(b) ^ hash;
      assign here = word[LaneW-1:PlaceW] == index_i[GroupW-1:0];
      assign unused_word = ^word;
    end
    always_ff @(posedge clk_i) write_o[b] <= line_valid_i && here && !rst_i;
  end
  always_ff @(posedge clk_i) begin
    row_o  <= row;
    data_o <= gen_turn[PlaceW].words;
  end
endmodule
