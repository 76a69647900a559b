// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a, global int *b) {
  unsigned _BitInt(96) sum = a[0];
  b[0] = (int)(sum >> 3);
}
// CHECK: bit_int.cl:3:12: error: '_BitInt' in C17 and earlier is a Clang extension
