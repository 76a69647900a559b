// SPDX-License-Identifier: Apache-2.0
// Clang 19 accepts it, and crashes when it generates code.
kernel void k(global int *dest) {
  int3 sum = (int3)(barrier(CLK_LOCAL_MEM_FENCE));
  dest[0] = sum.x;
}
// CHECK: vector_of_nothing.cl:4:{{[0-9]+}}: error: an expression without a value is used as one of type 'int
