// SPDX-License-Identifier: Apache-2.0
// atomic_alu made for some operations gives the results of the one for all.
module atomic_alu_formal #(
    parameter int unsigned Ops = 1
) (
    input logic       clk_i,
    input logic [5:0] op_i,
    input logic [3:0] old_i,
    input logic [3:0] data_i,
    input logic [3:0] compare_i
);
  logic comes;  // AtomicStore, AtomicLoad; AtomicSwap, AtomicCompare
  assign comes = op_i[5:4] == 2'b11 ? op_i[3:1] == '0 && Ops[8+32'(op_i[0])] : (op_i[5] ^ op_i[4]) && !op_i[3] && Ops[32'(op_i[2:0])];

  logic [3:0] result, expected;
  atomic_alu #(
      .Width(4),
      .Ops  (Ops)
  ) u_dut (
      .op_i,
      .old_i,
      .data_i,
      .compare_i,
      .new_o(result)
  );
  atomic_alu #(
      .Width(4)
  ) u_all (
      .op_i,
      .old_i,
      .data_i,
      .compare_i,
      .new_o(expected)
  );
  always_ff @(posedge clk_i) if (comes) same : assert (result == expected);
endmodule
