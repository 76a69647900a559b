// SPDX-License-Identifier: Apache-2.0
// Refused before LLVM unrolls the loop, which would take it half a minute.
kernel void k(global int *o, int n) {
  __attribute__((opencl_unroll_hint(4096)))
  for (int i = 0; i < n; ++i) {
    o[i * 3] = i;
    o[i * 3 + 1] = n;
  }
}
// CHECK: unrolled_stores.cl:5:3: error: a loop that is unrolled 4096 times has 8192 access sites that store to global memory, at most 1024 are possible
// CHECK-NEXT: unrolled_stores.cl:5:3: note: unroll it at most 512 times, or copy what it needs to local memory in a loop
