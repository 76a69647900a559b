// SPDX-License-Identifier: Apache-2.0
// Exclusive prefix sums of each block of 256 elements (Blelloch, 1990): a tree of sums upwards, then partial sums
// downwards. A work-item has two elements.
#define BLOCK 256

__kernel __attribute__((reqd_work_group_size(BLOCK / 2, 1, 1))) void scan(__global const uint *restrict in,
                                                                        __global uint *restrict out) {
  __local uint sums[BLOCK];
  uint id = get_local_id(0), first = get_group_id(0) * BLOCK;
  sums[id] = in[first + id];
  sums[id + BLOCK / 2] = in[first + id + BLOCK / 2];
  uint distance = 1;
  for (uint active = BLOCK / 2; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < active)
      sums[distance * (2 * id + 2) - 1] += sums[distance * (2 * id + 1) - 1];
    distance *= 2;
  }
  if (id == 0)
    sums[BLOCK - 1] = 0;
  for (uint active = 1; active < BLOCK; active *= 2) {
    distance /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < active) {
      uint left = distance * (2 * id + 1) - 1, right = distance * (2 * id + 2) - 1;
      uint sum = sums[left];
      sums[left] = sums[right];
      sums[right] += sum;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[first + id] = sums[id];
  out[first + id + BLOCK / 2] = sums[id + BLOCK / 2];
}
