// SPDX-License-Identifier: Apache-2.0
// A tiled matrix product, a work-item for each element: 16 x 16 tiles of both factors in local memory.
#define TILE 16
__attribute__((reqd_work_group_size(TILE, TILE, 1))) kernel void gemm(global float *restrict c, global const float *restrict a,
                                                                       global const float *restrict b, int n) {
  local float as[TILE][TILE], bs[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < n; t += TILE) {
    as[y][x] = a[row * n + t + x];
    bs[y][x] = b[(t + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k)
      sum += as[y][k] * bs[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
