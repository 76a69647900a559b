// SPDX-License-Identifier: Apache-2.0
// The bank of the first word of a line that lies in a way of a set, where each lane has a way and a bank: as many times x, in the field of
// 2^WayW elements, or what is nearly one. Words at the same place of their lines lie in different banks, and hardly any two meet where each
// lies a word further than that of the lane before. Combinational.
module way_bank #(
    parameter int unsigned WayW = 2
) (
    input  logic [WayW-1:0] way_i,
    output logic [WayW-1:0] bank_o
);
  if (WayW == 1) begin : gen_two
    assign bank_o = way_i;
  end else begin : gen_field
    assign bank_o = (way_i << 1) ^ (way_i[WayW-1] ? WayW'(3) : '0);
  end
endmodule
