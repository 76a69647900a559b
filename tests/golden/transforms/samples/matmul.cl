// SPDX-License-Identifier: Apache-2.0
#define TILE 16
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul(global const float *restrict a, global const float *restrict b, global float *restrict c, int n) {
  local float ta[TILE][TILE];
  local float tb[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < n / TILE; ++t) {
    ta[y][x] = a[row * n + t * TILE + x];
    tb[y][x] = b[(t * TILE + y) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k)
      sum += ta[y][k] * tb[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + col] = sum;
}
