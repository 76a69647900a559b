// SPDX-License-Identifier: Apache-2.0
// A field of each structure along a row of each work-item's own.
struct entry {
  float u, v, w;
};
__kernel void row_fields(__global const struct entry *restrict a, __global const float *restrict b,
                         __global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += a[x * n + k].v;
  c[x] = sum;
}
