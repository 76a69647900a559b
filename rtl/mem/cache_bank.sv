// SPDX-License-Identifier: Apache-2.0
// The bank of a word of a cache, of which the word's address alone decides (row_hash) while each line has a row of the banks of its
// own. Where 2^SharedW lines share a row, so many bits of the bank follow from the line's index instead, and differ among them.
// Combinational.
module cache_bank #(
    parameter int unsigned IndexW = 8,
    parameter int unsigned LaneW = 4,
    parameter int unsigned PlaceW = 2,  // of a word within its line, at most LaneW
    parameter int unsigned SharedW = 0  // at most LaneW - PlaceW
) (
    input  logic [IndexW-1:0] index_i,
    input  logic [ LaneW-1:0] bank_i,   // row_hash of the word's address
    output logic [ LaneW-1:0] bank_o
);
  if (SharedW == 0) begin : gen_own
    logic unused_index;
    assign unused_index = ^index_i;
    assign bank_o = bank_i;
  end else begin : gen_shared
    localparam logic [LaneW-1:0] Shared = ((LaneW'(1) << SharedW) - LaneW'(1)) << PlaceW;
    logic [LaneW-1:0] hash;
    row_hash #(
        .RowW (IndexW + PlaceW),
        .LaneW(LaneW)
    ) u_hash (
        .row_i ((IndexW + PlaceW)'(index_i) << PlaceW),
        .hash_o(hash)
    );
    assign bank_o = (bank_i & ~Shared) | (hash & Shared);
  end
endmodule
