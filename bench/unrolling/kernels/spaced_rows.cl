// SPDX-License-Identifier: Apache-2.0
// Every other element of rows of each work-item's own.
__kernel void spaced_rows(__global const float *restrict a, __global const float *restrict b,
                          __global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += a[(x * n + k) * 2];
  c[x] = sum;
}
