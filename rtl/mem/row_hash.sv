// SPDX-License-Identifier: Apache-2.0
// What a row of banks is turned by, exclusive or: word w of the row lies in bank w ^ hash_o. Rows that are a power of two apart
// are turned differently, so that lanes that read at such a distance meet in no bank. Combinational.
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
