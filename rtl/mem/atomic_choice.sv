// SPDX-License-Identifier: Apache-2.0
// What an atomic operation leaves in memory, as the choice between its data and another value. op_i is the AXI5 AWATOP encoding;
// AtomicCompare stores data_i where memory holds compare_i. Operands of fewer bits lie in the upper ones with zeros below, and so does
// the result. Combinational.
// Comparisons are late: all they do is choose, which whoever has no time for it does in the next cycle. atomic_alu has both.
// Ops: which operations come; of others the result means nothing. Bits 0 to 7 by the code's low three bits, 8 AtomicSwap, 9 AtomicCompare.
module atomic_choice #(
    parameter int unsigned Width = 32,
    parameter int unsigned Ops = 1023
) (
    input  logic [      5:0] op_i,
    input  logic [Width-1:0] old_i,
    input  logic [Width-1:0] data_i,
    input  logic [Width-1:0] compare_i,
    output logic             takes_data_o,
    output logic [Width-1:0] otherwise_o
);
  // A code is {swap or compare, low bits}. Bits in which all that come are the same are constants, which leaves of the logic what they need.
  function automatic logic [3:0] same(input logic value);
    same = '1;
    for (int unsigned k = 0; k < 10; k++)
      if (Ops[k]) same &= k < 8 ? {1'b0, 3'(k)} ^ {4{!value}} : {1'b1, 3'(k - 8)} ^ {4{!value}};
  endfunction
  localparam logic [3:0] Ones  = same(1'b1);
  localparam logic [3:0] Zeros = same(1'b0);
  logic [3:0] code;
  assign code = ({op_i[5:4] == 2'b11, op_i[2:0]} | Ones) & ~Zeros;

  logic less;  // old < data, signed for SMAX and SMIN: with the highest bits inverted, so that the carry is all there is
  assign less = {old_i[Width-1] ^ !code[1], old_i[Width-2:0]} < {data_i[Width-1] ^ !code[1], data_i[Width-2:0]};

  always_comb begin
    takes_data_o = 1'b0;
    otherwise_o  = old_i;
    if (code[3]) takes_data_o = !code[0] || old_i == compare_i;  // AtomicSwap, AtomicCompare
    else if (code[2]) takes_data_o = less != code[0];  // MAX, MIN
    else
      unique case (code[1:0])
        2'd0: otherwise_o = old_i + data_i;
        2'd1: otherwise_o = old_i & ~data_i;
        2'd2: otherwise_o = old_i ^ data_i;
        default: otherwise_o = old_i | data_i;
      endcase
  end

  logic unused_op;
  assign unused_op = op_i[3];  // endianness: little
endmodule
