// SPDX-License-Identifier: Apache-2.0
// run: global=192 local=48 in=192 out=5 n=7
// Operations on 64 bits, each on an object of its own, so that the order does not matter; local and global, beside ones on 32 bits
// and accesses of 16 bytes in the same memory.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local ulong bins[8];
  __local long signedBins[2];
  __local uint4 wide[2];
  __local uint *narrow = (__local uint *)wide;
  uint id = get_local_id(0), i = get_global_id(0);
  if (id < 8) bins[id] = id == 1 || id == 6 ? ~0ul : 0;
  if (id < 2) { signedBins[id] = 0; wide[id] = (uint4)(0, 1, 2, 3); }
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong v = in[i] * 0x123456789abcul + i;
  atom_add(&bins[0], v);
  atom_and(&bins[1], v | 0x0f0f0f0f0f0f0f0ful << (v & 3));
  atom_or(&bins[2], 1ul << (v & 63));
  atom_xor(&bins[3], v);
  atom_inc(&bins[4]);
  atom_max(&bins[5], v);
  atom_min(&bins[6], v);
  atom_dec(&bins[7]);
  atom_max(&signedBins[0], (long)v);
  atom_min(&signedBins[1], (long)v);
  atomic_add(&narrow[0], (uint)v);
  atomic_xor(&narrow[5], (uint)v);
  atom_add((volatile __local ulong *)&narrow[2], v);
  barrier(CLK_LOCAL_MEM_FENCE);
  // Behind what the work-items write: zero at the start.
  __global uint *words = out + 4 * 192;
  __global ulong *large = (__global ulong *)words;
  if (id == 0) {
    atom_add(&large[0], bins[0] + bins[4]);
    atom_xor(&large[1], bins[3] ^ bins[7]);
    atom_or(&large[2], bins[2]);
    atom_max(&large[3], bins[5]);
    atom_min(&large[4], bins[6]);
    atom_and(&large[5], bins[1]);
    atom_max((__global long *)&large[6], signedBins[0]);
    atom_sub(&large[7], (ulong)signedBins[1]);
  }
  atom_add(&large[8], v);
  atomic_add(&words[18], (uint)v);  // a word beside a pair
  atomic_xor(&words[19], (uint)(v >> 32));
  // A lock-free sum with compare-and-exchange: the total is defined, the order is not.
  ulong seen = 0, old;
  while ((old = atom_cmpxchg(&large[10], seen, seen + (v & 0xffffffffffful))) != seen)
    seen = old;
  uint4 all = wide[0] ^ wide[1];
  out[4 * i] = all.x + all.z;
  out[4 * i + 1] = all.y ^ all.w;
  __local ulong last[48];
  last[id] = v;
  ulong before = atom_xchg(&last[id], v + 1);
  out[4 * i + 2] = (uint)(before ^ before >> 32);
  out[4 * i + 3] = (uint)(last[id] >> 32);
}
