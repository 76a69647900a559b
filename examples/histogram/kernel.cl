// SPDX-License-Identifier: Apache-2.0
// Counts byte values: each work-group counts in local memory, then adds its counts to the global ones.
__kernel void histogram(__global const uchar *restrict data, uint count, __global uint *restrict bins) {
  __local uint counts[256];
  for (uint bin = get_local_id(0); bin < 256; bin += get_local_size(0))
    counts[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < count; i += get_global_size(0))
    atomic_inc(&counts[data[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = get_local_id(0); bin < 256; bin += get_local_size(0))
    atomic_add(&bins[bin], counts[bin]);
}
