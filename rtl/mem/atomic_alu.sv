// SPDX-License-Identifier: Apache-2.0
// What an atomic operation leaves in memory. op_i is the AXI5 AWATOP encoding; AtomicCompare stores data_i where memory
// holds compare_i. Operands of fewer bits lie in the upper ones with zeros below, and so does the result. Combinational.
module atomic_alu #(
    parameter int unsigned Width = 32
) (
    input  logic [      5:0] op_i,
    input  logic [Width-1:0] old_i,
    input  logic [Width-1:0] data_i,
    input  logic [Width-1:0] compare_i,
    output logic [Width-1:0] new_o
);
  logic less;  // old < data, signed for SMAX and SMIN
  assign less = (op_i[1] ^ old_i[Width-1]) == (op_i[1] ^ data_i[Width-1]) ? old_i[Width-2:0] < data_i[Width-2:0] :
                op_i[1] ? data_i[Width-1] : old_i[Width-1];

  always_comb begin
    if (op_i[5:4] == 2'b11) begin  // AtomicSwap, AtomicCompare
      new_o = !op_i[0] || old_i == compare_i ? data_i : old_i;
    end else begin
      unique case (op_i[2:0])
        3'd0: new_o = old_i + data_i;
        3'd1: new_o = old_i & ~data_i;
        3'd2: new_o = old_i ^ data_i;
        3'd3: new_o = old_i | data_i;
        3'd4, 3'd6: new_o = less ? data_i : old_i;
        default: new_o = less ? old_i : data_i;
      endcase
    end
  end

  logic unused_op;
  assign unused_op = op_i[3];  // endianness: little
endmodule
