// SPDX-License-Identifier: Apache-2.0
// Division by a constant is the high half of a product, a remainder has as few bits as it needs, a product by few digits is
// additions; powers of two are wires, also of signed operands.
__kernel void constants(__global uint *restrict u, __global int *restrict s, __global const uchar *restrict c) {
  size_t i = get_global_id(0);
  u[i] = u[i] / 10 + u[i] % 10;
  s[i] = s[i] % 16;
  u[i + 100] = c[i] / 7 * 40;
}
// RUN: --options=-weft-lanes=1
// CHECK: kernel @constants {
// CHECK-NOT: div
// CHECK-NOT: urem
// CHECK-NOT: srem
// CHECK: :29 = umulhi ({{%[a-z0-9._]+}}, {{%[a-z0-9._]+}})
// CHECK: :4 = sub
// CHECK: :5 = concat
// CHECK-NEXT: :32 = sext
// CHECK: :8 = umulhi
// CHECK-NOT: mul
// CHECK: node @exit
