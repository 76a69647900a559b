// SPDX-License-Identifier: Apache-2.0
// One AXI5 atomic on a 32-bit word. Combinational.
//
// `atop_i[5:4]`: 01 AtomicStore, 10 AtomicLoad (operation in [2:0], little endian), 11 AtomicSwap or AtomicCompare ([0]).
module axi_atomic_alu (
    /* verilator lint_off UNUSED */  // bit 3: endianness, checked before
    input  logic [5:0]  atop_i,
    /* verilator lint_on UNUSED */
    input  logic [31:0] data_i,   // operand; AtomicCompare: compare value
    input  logic [31:0] swap_i,   // AtomicCompare: swap value
    input  logic [31:0] value_i,
    output logic [31:0] result_o
);
  logic less_signed, less_unsigned;
  assign less_unsigned = value_i < data_i;
  assign less_signed   = (value_i[31] != data_i[31]) ? value_i[31] : less_unsigned;

  always_comb begin
    if (atop_i[5:4] == 2'b11) begin
      if (atop_i[0]) result_o = value_i == data_i ? swap_i : value_i;
      else result_o = data_i;
    end else begin
      unique case (atop_i[2:0])
        3'd0: result_o = value_i + data_i;
        3'd1: result_o = value_i & ~data_i;
        3'd2: result_o = value_i ^ data_i;
        3'd3: result_o = value_i | data_i;
        3'd4: result_o = less_signed ? data_i : value_i;
        3'd5: result_o = less_signed ? value_i : data_i;
        3'd6: result_o = less_unsigned ? data_i : value_i;
        default: result_o = less_unsigned ? value_i : data_i;
      endcase
    end
  end
endmodule
