// SPDX-License-Identifier: Apache-2.0
// Right shift by `shift_i * Step` that remembers whether a one was shifted out. Combinational, one 2:1 level per bit of
// the distance.
module fp_shift_sticky #(
    parameter int unsigned Width  = 26,
    parameter int unsigned ShiftW = 5,
    parameter int unsigned Step   = 1
) (
    input  logic [Width-1:0]  data_i,
    input  logic [ShiftW-1:0] shift_i,
    output logic [Width-1:0]  data_o,
    output logic              sticky_o
);
  always_comb begin
    data_o = data_i;
    sticky_o = 1'b0;
    for (int k = 0; k < ShiftW; k++) begin
      if (shift_i[k]) begin
        // A distance of the width or more leaves nothing.
        sticky_o = sticky_o | (((data_o >> (Step << k)) << (Step << k)) != data_o);
        data_o = data_o >> (Step << k);
      end
    end
  end
endmodule
