// SPDX-License-Identifier: Apache-2.0
// The source location is in the helper, not where the kernel calls it.
ulong helper(void) {
  return __builtin_readcyclecounter();
}
kernel void k(global ulong *a) { a[0] = helper(); }
// CHECK: inlined.cl:4:10: error: a kernel cannot read a clock
// CHECK-NEXT: inlined.cl:4:10: note: take times with the events of a queue with CL_QUEUE_PROFILING_ENABLE
