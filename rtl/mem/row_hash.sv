// SPDX-License-Identifier: Apache-2.0
// The digits of a number to base 2^LaneW, added without carry: which of so many banks or ports has the word, or the row, of that
// number. Of numbers any power of two apart 2^LaneW that begin at a multiple of as many such steps lie in different ones.
// Combinational.
module row_hash #(
    parameter int unsigned RowW = 8,
    parameter int unsigned LaneW = 4
) (
    input  logic [ RowW-1:0] row_i,
    output logic [LaneW-1:0] hash_o
);
  always_comb begin
    hash_o = '0;
    for (int unsigned i = 0; i < RowW; i++) hash_o[i%LaneW] = hash_o[i%LaneW] ^ row_i[i];
  end
endmodule
