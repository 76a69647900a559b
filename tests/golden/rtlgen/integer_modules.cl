// SPDX-License-Identifier: Apache-2.0
// Modules of high halves and saturation with their parameters.
kernel void k(global ulong *restrict wide, global int *restrict sum, global const uint *restrict a, global const int *restrict b) {
  size_t i = get_global_id(0);
  wide[i] = (ulong)a[i] * a[i + 1];
  sum[i] = sub_sat(b[i], b[i + 1]);
}
// CHECK-LABEL: module node_0_entry (
// CHECK-DAG: int_mul_hi #(.Width(32), .ResultW(64), .Signed(1'b0), .Latency({{[0-9]+}})) u_op_
// CHECK-DAG: int_add_sat #(.Width(32), .Signed(1'b1), .Subtract(1'b1), .Latency({{[0-9]+}})) u_op_
// CHECK-LABEL: module kernel_region (
