// SPDX-License-Identifier: Apache-2.0
// Is the unsigned `data_i` less than the constant `Limit`? Combinational: look-up tables, where an operator would
// become a carry chain, which is larger and slower for the few bits of an exponent.
module less_than #(
    parameter int unsigned Width = 8,
    parameter int unsigned Limit = 127
) (
    input  logic [Width-1:0] data_i,
    output logic             less_o
);
  if (Limit >= 1 << Width) begin : gen_always
    logic unused_data;
    assign unused_data = ^data_i;
    assign less_o = 1'b1;
  end else begin : gen_digits
    localparam logic [Width-1:0] Digits = Width'(Limit);
    always_comb begin
      less_o = 1'b0;
      for (int k = 0; k < Width; k++) less_o = Digits[k] ? !data_i[k] | less_o : !data_i[k] & less_o;
    end
  end
endmodule
