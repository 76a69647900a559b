// SPDX-License-Identifier: Apache-2.0
// Executes the operations of axi_atomics, one a cycle, also on one operand: an operation on the operand of the one before it takes what
// that leaves. That is half computed then (atomic_choice): it is chosen where it is used, so a loop through here is a choice of
// registers, a sum or a comparison.
// Latency 1 to the old value, 2 to the result. Registered: all outputs, but for choices of registers.
module atomic_execute #(
    parameter int unsigned OperandBits = 32
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic                   valid_i,
    input  logic                   apply_i,    // the operand is changed
    input  logic                   same_i,     // it is that of the operation in the cycle before, if there is one
    input  logic [5:0]             atop_i,
    input  logic [OperandBits-1:0] data_i,
    input  logic [OperandBits-1:0] compare_i,
    input  logic [OperandBits-1:0] value_i,    // of the operand, but for what the operation in the cycle before makes of it
    output logic                   applies_o,  // an operation that changes its operand came in the cycle before
    output logic [OperandBits-1:0] old_o,      // its operand's value before it
    output logic                   done_o,     // that was in the cycle before
    output logic [OperandBits-1:0] result_o    // the value after it
);
  logic                   valid_q, apply_q, same_q, takes_data, takes_data_q;
  logic [5:0]             atop_q;
  logic [OperandBits-1:0] data_q, compare_q, value_q, otherwise, otherwise_q, done_data_q;
  assign applies_o = valid_q && apply_q;
  assign old_o     = same_q ? result_o : value_q;
  assign result_o  = takes_data_q ? done_data_q : otherwise_q;
  atomic_choice #(
      .Width(OperandBits)
  ) u_choice (
      .op_i        (atop_q),
      .old_i       (old_o),
      .data_i      (data_q),
      .compare_i   (compare_q),
      .takes_data_o(takes_data),
      .otherwise_o (otherwise)
  );
  always_ff @(posedge clk_i) begin
    valid_q <= valid_i && !rst_i;
    if (valid_i) begin
      {apply_q, same_q} <= {apply_i, same_i && applies_o};
      {atop_q, data_q, compare_q, value_q} <= {atop_i, data_i, compare_i, value_i};
    end
    done_o <= applies_o && !rst_i;
    if (valid_q) {takes_data_q, done_data_q, otherwise_q} <= {takes_data, data_q, otherwise};
  end
endmodule
