// SPDX-License-Identifier: Apache-2.0
// Each work-item goes along a row of bytes of its own.
__kernel void row_hashes(__global const float *restrict a, __global const float *restrict b,
                         __global float *restrict c, int n) {
  int x = get_global_id(0);
  __global const uchar *bytes = (__global const uchar *)a;
  uint hash = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    hash = hash * 31 + bytes[x * n + k];
  c[x] = as_float(hash & 0x3fffffff);
}
