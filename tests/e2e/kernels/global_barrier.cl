// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=64 out=2 n=3
// Work-items of a group see each other's global stores after a barrier; in a loop, so that a stale line would show.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint id = get_local_id(0), size = get_local_size(0), base = get_group_id(0) * size;
  __global uint *mine = out + base * 2;
  mine[id] = in[base + id];
  mine[id + size] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (uint round = 0; round < n; ++round) {
    uint v = mine[(id + 1) % size] + mine[size + (id + 3) % size];
    barrier(CLK_GLOBAL_MEM_FENCE);
    mine[id] = v;
    mine[size + id] ^= v * 3 + round;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
