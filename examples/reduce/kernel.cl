// SPDX-License-Identifier: Apache-2.0
// Sums a vector: each work-item adds a strided share, then the work-group adds up as a tree in local memory.
__kernel void reduce(__global const int *restrict in, __global int *restrict partial, __local int *scratch, uint count) {
  uint local_id = get_local_id(0);
  int sum = 0;
  for (uint i = get_global_id(0); i < count; i += get_global_size(0))
    sum += in[i];
  scratch[local_id] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    if (local_id < half_size)
      scratch[local_id] += scratch[local_id + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (local_id == 0)
    partial[get_group_id(0)] = scratch[0];
}
