// SPDX-License-Identifier: Apache-2.0
// Where rows begin and end is read, as of sparse matrices, and so is what else is read for each of their elements.
__kernel void listed_rows(__global const uint *restrict a, __global const uint *restrict b,
                          __global uint *restrict c, int n) {
  int x = get_global_id(0);
  uint sum = 0;
#pragma unroll COPIES
  for (uint k = b[x] * n; k < b[x + 1] * n; ++k)
    sum += b[a[k] & 1023];
  c[x] = sum;
}
