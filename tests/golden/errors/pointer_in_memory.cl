// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a, global int *b, int n) {
  global int *table[2];
  table[n & 1] = a;
  table[(n + 1) & 1] = b;
  table[(n >> 1) & 1][0] = 1;
}
// CHECK: pointer_in_memory.cl:4:16: error: a pointer that is stored in memory is not supported
// CHECK: pointer_in_memory.cl:5:22: error: a pointer that is stored in memory is not supported
// CHECK: pointer_in_memory.cl:6:3: error: a pointer that is read from memory is not supported
