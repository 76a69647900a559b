// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a, ulong address) {
  a[0] = *(global int *)address;
}
// CHECK: integer_to_pointer.cl:3:11: error: a pointer made from an integer is not supported
