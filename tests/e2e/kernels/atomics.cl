// SPDX-License-Identifier: Apache-2.0
// run: global=192 local=48 in=192 out=1 n=7
// Each operation on a word of its own, so that the order does not matter; local and global.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local uint bins[8];
  __local int signedBins[2];
  uint id = get_local_id(0), i = get_global_id(0);
  if (id < 8) bins[id] = id == 1 ? 0xffffffffu : id == 6 ? 0xffffffffu : 0;
  if (id < 2) signedBins[id] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint v = in[i];
  atomic_add(&bins[0], v);
  atomic_and(&bins[1], v | 0x0f0f0f0fu << (v & 3));
  atomic_or(&bins[2], 1u << (v & 31));
  atomic_xor(&bins[3], v);
  atomic_inc(&bins[4]);
  atomic_max(&bins[5], v);
  atomic_min(&bins[6], v);
  atomic_dec(&bins[7]);
  atomic_max(&signedBins[0], (int)v);
  atomic_min(&signedBins[1], (int)v);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0) {
    atomic_add(&shared[0], bins[0] + bins[4]);
    atomic_xor(&shared[1], bins[3] ^ bins[7]);
    atomic_or(&shared[2], bins[2]);
    atomic_max(&shared[3], bins[5]);
    atomic_min(&shared[4], bins[6]);
    atomic_and(&shared[5], bins[1]);
    atomic_max((__global int *)&shared[6], signedBins[0]);
    atomic_sub(&shared[7], (uint)signedBins[1]);
  }
  // A lock-free increment with compare-and-exchange: the total is defined, the order is not.
  __local uint total;
  if (id == 0) total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint seen = 0, old;
  while ((old = atomic_cmpxchg(&total, seen, seen + (v & 15))) != seen)
    seen = old;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = total;
}
