// SPDX-License-Identifier: Apache-2.0
// All read the same.
__kernel void pairs(__global const float *restrict a, __global const float *restrict b,
                    __global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0, own = a[x];
#pragma unroll COPIES
  for (int k = 0; k < n; ++k) {
    float apart = a[k] - own;
    sum += apart * apart * b[k];
  }
  c[x] = sum;
}
