// SPDX-License-Identifier: Apache-2.0
// Columns, of which each work-item has one.
__kernel void column_sums(__global const float *restrict a, __global const float *restrict b,
                          __global float *restrict c, int n) {
  int x = get_global_id(0), width = get_global_size(0);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += a[k * width + x] * b[k];
  c[x] = sum;
}
