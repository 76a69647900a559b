// SPDX-License-Identifier: Apache-2.0
// Rows of both, more than a cache holds.
__kernel void long_product(__global const float *restrict a, __global const float *restrict b,
                              __global float *restrict c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[x * n + k];
  c[y * n + x] = sum;
}
