// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=64 out=1 n=70
// run: global=30 local=3 in=64 out=1 n=5
// Straight behind a barrier neighbours take different numbers of rounds, of which some take none.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local uint bins[16];
  const uint lid = get_local_id(0), size = get_local_size(0);
  for (uint i = lid; i < 16; i += size)
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = lid * 5; i < n; i += size)
    atomic_add(&bins[in[i % 64] % 16], i);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint i = lid % 4; i < 16; i += 3)
    sum = sum * 31 + bins[i];
  out[get_global_id(0)] = sum;
}
