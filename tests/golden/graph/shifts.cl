// SPDX-License-Identifier: Apache-2.0
// A shift by one of two constants is a selection, also in the form that LLVM gives a shift in a conditional expression, and its
// result's width is that of what is used of it.
kernel void k(global uint *a) {
  size_t i = get_global_id(0);
  uint x = a[i], n = a[i + 1];
  ulong wide = (ulong)x << 8;
  wide = n & 16 ? wide : wide >> 16;
  wide = n & 8 ? wide >> 8 : wide;
  wide = wide << (n & 1);
  a[i] = (uint)wide + (x >> (n & 2 ? 5 : 9)) + (uint)((int)x >> (n & 4));
}
// CHECK: node @entry
// CHECK-NOT: {{lshr|shl|ashr}} (
// CHECK: goto @exit
