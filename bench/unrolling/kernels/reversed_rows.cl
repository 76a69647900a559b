// SPDX-License-Identifier: Apache-2.0
// Each work-item goes along a row of its own from its end.
__kernel void reversed_rows(__global const float *restrict a, __global const float *restrict b,
                            __global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += a[x * n + (n - 1 - k)];
  c[x] = sum;
}
