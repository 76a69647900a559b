// SPDX-License-Identifier: Apache-2.0
// High halves and products of extended operands take a multiplier of the operands' width; saturation is one operation.
__kernel void products(__global const int *restrict a, __global const int *restrict b, __global long *restrict wide,
                       __global int *restrict high, __global const ulong *restrict u, __global ulong *restrict w,
                       __global int *restrict sums) {
  size_t i = get_global_id(0);
  wide[i] = (long)a[i] * b[i];
  high[i] = (int)((long)a[i] * b[i + 1] >> 16);
  w[i] = mad_hi(u[i], u[i + 1], u[i + 2]);
  sums[i] = add_sat(a[i], b[i]) ^ sub_sat(a[i], b[i]);
}
// CHECK: kernel @products {
// CHECK-NOT: = mul
// CHECK-DAG: :64 = smulhi ([[A:%[a-z0-9._]+]], [[B:%[a-z0-9._]+]])
// CHECK-DAG: :48 = smulhi ([[A]], {{%[a-z0-9._]+}})
// CHECK-DAG: :64 = umulhi
// CHECK-DAG: :32 = saddsat ([[A]], [[B]])
// CHECK-DAG: :32 = ssubsat ([[A]], [[B]])
// CHECK-NOT: = mul
// CHECK: node @exit
// RUN: --options=-weft-lanes=1
