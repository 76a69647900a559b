// SPDX-License-Identifier: Apache-2.0
// The digits of a number to base 2^LaneW, added without carry: which of so many banks or ports has the word, or the row, of that
// number. Of numbers any power of two apart 2^LaneW that begin at a multiple of as many such steps lie in different ones.
// Sums: with carry, but of the digits' sum, and every second digit is subtracted: the same holds, and numbers at other distances that
// are the same for all meet less often where LaneW is 4, as 2^LaneW + 1 is a prime then, of whose remainder this is nearly the sum.
// Combinational.
module row_hash #(
    parameter int unsigned RowW = 8,
    parameter int unsigned LaneW = 4,
    parameter bit Sums = 1'b0
) (
    input  logic [ RowW-1:0] row_i,
    output logic [LaneW-1:0] hash_o
);
  localparam int unsigned Digits = (RowW + LaneW - 1) / LaneW;

  if (Sums) begin : gen_sum
    logic [Digits*LaneW-1:0] digits;
    assign digits = (Digits * LaneW)'(row_i);
    always_comb begin
      hash_o = '0;
      for (int unsigned i = 0; i < Digits; i++) begin
        hash_o = i % 2 == 0 ? hash_o + digits[i*LaneW+:LaneW] : hash_o - digits[i*LaneW+:LaneW];
      end
    end
  end else begin : gen_difference
    always_comb begin
      hash_o = '0;
      for (int unsigned i = 0; i < RowW; i++) hash_o[i%LaneW] = hash_o[i%LaneW] ^ row_i[i];
    end
  end
endmodule
