// SPDX-License-Identifier: Apache-2.0
// Windows that overlap.
__kernel void fir(__global const float *restrict a, __global const float *restrict b,
                  __global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += a[x + k] * b[k];
  c[x] = sum;
}
