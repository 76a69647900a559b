// SPDX-License-Identifier: Apache-2.0
// Rows of a, which neighbouring work-items read together, and columns of b, each read by all rows.
__kernel void product(__global const float *restrict a, __global const float *restrict b,
                      __global float *restrict c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
