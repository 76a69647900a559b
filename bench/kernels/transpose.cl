// SPDX-License-Identifier: Apache-2.0
// Transposes a square matrix by tiles in local memory, so that reads and writes both go along rows.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
transpose(__global const float *restrict in, __global float *restrict out, int n) {
  __local float tile[TILE][TILE + 1];  // the odd row length keeps a column's elements in different banks
  int x = get_local_id(0), y = get_local_id(1);
  int left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
  tile[y][x] = in[(top + y) * n + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + y) * n + top + x] = tile[x][y];
}
