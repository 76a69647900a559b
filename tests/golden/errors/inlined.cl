// SPDX-License-Identifier: Apache-2.0
// The source location is in the helper, not where the kernel calls it.
int helper(ulong address) {
  return *(global int *)address;
}
kernel void k(global int *a) { a[0] = helper(77); }
// CHECK: inlined.cl:4:10: error: a number is used as a pointer
// CHECK-NEXT: inlined.cl:4:10: note: write 'pointer + offset' with a pointer to a buffer or variable of the kernel
