// SPDX-License-Identifier: Apache-2.0
kernel void first(global ulong *a) { a[0] = __builtin_readcyclecounter(); }
kernel void second(global ulong *a) {
  a[1] = __builtin_readcyclecounter();
}
// CHECK: several.cl:2:45: error: a kernel cannot read a clock
// CHECK-NEXT: several.cl:2:45: note: take times with the events
// CHECK: several.cl:4:10: error: a kernel cannot read a clock
// CHECK-NEXT: several.cl:4:10: note: take times with the events
