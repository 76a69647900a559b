// SPDX-License-Identifier: Apache-2.0
// "must appear immediately before the loop to be affected" (OpenCL C 3.0, 6.13.5).
kernel void k(global int *a, int n) {
  __attribute__((opencl_unroll_hint)) int i;
  for (i = 0; i < n; ++i)
    a[i] = i;
#pragma unroll
  int j;
  __attribute__((opencl_unroll_hint(n)))
  for (j = 0; j < n; ++j)
    a[j] = j;
}
// CHECK: unroll_hint_place.cl:4:18: error: 'opencl_unroll_hint' attribute cannot be applied to a declaration
// CHECK: unroll_hint_place.cl:8:3: error: expected a for, while, or do-while loop to follow '#pragma unroll'
// CHECK: unroll_hint_place.cl:9:18: error: 'opencl_unroll_hint' attribute requires an integer constant
