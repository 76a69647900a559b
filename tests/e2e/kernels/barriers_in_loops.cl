// SPDX-License-Identifier: Apache-2.0
// run: global=96 local=24 in=96 out=1 n=5
// run: global=64 local=64 in=96 out=1 n=9
// run: global=30 local=3 in=96 out=1 n=2
// run: global=12,6 local=4,3 in=96 out=1 n=4
// A prefix sum in local memory, repeated: barriers in nested loops whose length is a launch constant.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local uint tile[64];
  uint size = get_local_size(0) * get_local_size(1);
  uint id = get_local_id(1) * get_local_size(0) + get_local_id(0);
  uint gid = get_global_id(1) * get_global_size(0) + get_global_id(0);
  uint v = in[gid];
  for (uint round = 0; round < n; ++round) {
    tile[id] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < size; step *= 2) {
      uint other = id >= step ? tile[id - step] : 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      tile[id] += other;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    v = tile[(id + round) % size] ^ round;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[gid] = v;
}
