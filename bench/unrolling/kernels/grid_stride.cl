// SPDX-License-Identifier: Apache-2.0
// A loop over the whole of the data, by all work-items together.
__kernel void grid_stride(__global const float *restrict a, __global const float *restrict b,
                          __global float *restrict c, int n) {
  int all = get_global_size(0);
#pragma unroll COPIES
  for (int k = get_global_id(0); k < n; k += all)
    c[k] = a[k] * 2.0f + b[k];
}
