// SPDX-License-Identifier: Apache-2.0
// Each work-item loads and stores rows of its own.
__kernel void scaled_rows(__global const float *restrict a, __global const float *restrict b,
                          __global float *restrict c, int n) {
  int x = get_global_id(0);
  float scale = b[x];
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    c[x * n + k] = a[x * n + k] * scale;
}
