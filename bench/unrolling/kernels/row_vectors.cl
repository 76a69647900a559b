// SPDX-License-Identifier: Apache-2.0
// Vectors along a row of each work-item's own.
__kernel void row_vectors(__global const float4 *restrict a, __global const float *restrict b,
                          __global float *restrict c, int n) {
  int x = get_global_id(0);
  float4 sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n / 4; ++k)
    sum += a[x * (n / 4) + k];
  c[x] = sum.x + sum.y + sum.z + sum.w;
}
