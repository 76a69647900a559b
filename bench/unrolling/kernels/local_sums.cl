// SPDX-License-Identifier: Apache-2.0
// Of a tile on chip all elements, and a row that all work-items read.
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
local_sums(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, int n) {
  __local float tile[64];
  int l = get_local_id(0), x = get_global_id(0);
  tile[l] = a[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
#pragma unroll COPIES
  for (int k = 0; k < n; ++k)
    sum += tile[k] * b[k];
  c[x] = sum * tile[l];
}
