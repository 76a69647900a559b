// SPDX-License-Identifier: Apache-2.0
// C = A * B for square float matrices in row order. Each work-group makes one TILE x TILE tile of C; tiles of A and B
// pass through local memory.
#ifndef TILE
#define TILE 16
#endif

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
matmul(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, int n) {
  __local float tileA[TILE][TILE];
  __local float tileB[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int t = 0; t < n; t += TILE) {
    tileA[y][x] = a[row * n + t + x];
    tileB[y][x] = b[(t + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 4
    for (int k = 0; k < TILE; ++k)
      sum = fma(tileA[y][k], tileB[k][x], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
