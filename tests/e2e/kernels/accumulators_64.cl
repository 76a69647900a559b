// SPDX-License-Identifier: Apache-2.0
// run: global=111 local=37 in=111 out=4 n=3 device=-weft-lanes=2
// run: global=200 local=100 in=200 out=4 n=31 device=-weft-lanes=4
// Local memory that one operation accumulates in, a row of words at a time: cleared and stored to upwards, downwards, with
// gaps and by several work-items at one word; read as neighbours, at one word, in steps, and beyond a group's size.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local int least[250];
  __local ulong wide[256];
  uint l = get_local_id(0), i = get_global_id(0), size = get_local_size(0);
  for (uint b = l; b < 250; b += size) least[249 - b] = 0x7fffffff - (int)b;
  for (uint b = l; b < 256; b += size) wide[b] = b & 1 ? 0 : (ulong)in[b % size] << 20;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint r = 0; r < 3; ++r) {
    uint v = in[i] + r * n;
    atomic_min(&least[r == 1 ? l : v % 4], (int)v);
    atom_add(&wide[(v >> 8) % 256], (ulong)v << 16);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong near = i % 5 ? wide[l / 3] : 0;
  int apart = least[(l * 3 + n) % 250];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l % 4 != 1) wide[l + n] = l + n;            // gaps
  if (l % 2) least[l / 4 * 4 + 2] = (int)(l / 4);  // two of a row at one word
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_min(&least[l / 2], (int)in[i] >> 8);
  atom_add(&wide[l & ~7u], (ulong)1 << 40);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint total = 0;
  for (uint b = l; b < 250; b += size) total = total * 31 + (uint)least[b] + (uint)(wide[b + 6] >> 18);
  out[i * 4] = (uint)near, out[i * 4 + 1] = (uint)(near >> 32), out[i * 4 + 2] = (uint)apart, out[i * 4 + 3] = total;
}
