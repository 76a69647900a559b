// SPDX-License-Identifier: Apache-2.0
// What an atomic operation leaves in memory (atomic_choice). Combinational.
module atomic_alu #(
    parameter int unsigned Width = 32,
    parameter int unsigned Ops = 1023  // which operations come, as atomic_choice's
) (
    input  logic [      5:0] op_i,
    input  logic [Width-1:0] old_i,
    input  logic [Width-1:0] data_i,
    input  logic [Width-1:0] compare_i,
    output logic [Width-1:0] new_o
);
  logic takes_data;
  logic [Width-1:0] otherwise;
  atomic_choice #(
      .Width(Width),
      .Ops  (Ops)
  ) u_choice (
      .op_i,
      .old_i,
      .data_i,
      .compare_i,
      .takes_data_o(takes_data),
      .otherwise_o (otherwise)
  );
  assign new_o = takes_data ? data_i : otherwise;
endmodule
