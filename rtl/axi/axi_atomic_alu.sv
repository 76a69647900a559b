// SPDX-License-Identifier: Apache-2.0
// One AXI5 atomic on a 32-bit operand within its aligned pair of words. Combinational.
//
// `atop_i[5:4]`: 01 AtomicStore, 10 AtomicLoad (operation in [2:0], little endian), 11 AtomicSwap or AtomicCompare ([0]).
module axi_atomic_alu (
    /* verilator lint_off UNUSED */  // bit 3: endianness, checked before
    input  logic [5:0]  atop_i,
    /* verilator lint_on UNUSED */
    input  logic        upper_i,   // the operand is the upper word of the pair
    input  logic [63:0] operand_i, // by lane; AtomicCompare: the swap value lies in the other lane
    input  logic [63:0] value_i,
    output logic [31:0] old_o,
    output logic [63:0] result_o
);
  logic [31:0] data, other, result;
  logic        less_signed, less_unsigned;
  assign data          = upper_i ? operand_i[63:32] : operand_i[31:0];
  assign other         = upper_i ? operand_i[31:0] : operand_i[63:32];
  assign old_o         = upper_i ? value_i[63:32] : value_i[31:0];
  assign less_unsigned = old_o < data;
  assign less_signed   = (old_o[31] != data[31]) ? old_o[31] : less_unsigned;

  always_comb begin
    if (atop_i[5:4] == 2'b11) begin
      if (atop_i[0]) result = old_o == data ? other : old_o;
      else result = data;
    end else begin
      unique case (atop_i[2:0])
        3'd0: result = old_o + data;
        3'd1: result = old_o & ~data;
        3'd2: result = old_o ^ data;
        3'd3: result = old_o | data;
        3'd4: result = less_signed ? data : old_o;
        3'd5: result = less_signed ? old_o : data;
        3'd6: result = less_unsigned ? data : old_o;
        default: result = less_unsigned ? old_o : data;
      endcase
    end
  end
  assign result_o = upper_i ? {result, value_i[31:0]} : {value_i[63:32], result};
endmodule
