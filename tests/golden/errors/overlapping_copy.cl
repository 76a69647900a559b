// SPDX-License-Identifier: Apache-2.0
kernel void k(global uchar *a) { __builtin_memmove(a + 3, a, 1000); }
// CHECK: overlapping_copy.cl:2:52: error: a copy of 1000 bytes between objects that may overlap is not supported, at most 32 are
// CHECK-NEXT: overlapping_copy.cl:2:52: note: copy in a loop, from the end where the destination lies higher
