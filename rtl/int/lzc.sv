// SPDX-License-Identifier: Apache-2.0
// Leading-zero count of `data_i`; `Width` when it is zero. Combinational: one test and one 2:1 shift per output bit.
module lzc #(
    parameter int unsigned Width  = 32,
    localparam int unsigned CountW = $clog2(Width + 1)
) (
    input  logic [Width-1:0]  data_i,
    output logic [CountW-1:0] count_o
);
  // A one below the last bit ends the count of a zero word at `Width`.
  localparam int unsigned Padded = 1 << CountW;
  logic [Padded-1:0] rest;

  always_comb begin
    rest = Padded'({data_i, 1'b1}) << (Padded - Width - 1);
    for (int k = CountW - 1; k >= 0; k--) begin
      count_o[k] = (rest >> (Padded - (1 << k))) == '0;
      if (count_o[k]) rest = rest << (1 << k);
    end
  end
endmodule
