// SPDX-License-Identifier: Apache-2.0
// run: global=320 local=64 in=320 out=8 n=7
// run: global=111 local=37 in=111 out=8 n=3 device=-weft-lanes=2
// run: global=200 local=100 in=200 out=8 n=31 device=-weft-lanes=4
// run: global=192 local=48 in=192 out=8 n=2 device=-weft-lanes=8
// Local memory that one operation accumulates in, a row of words at a time: cleared and stored to upwards, downwards, with
// gaps, in other orders and by several work-items at one word; read as neighbours, at one word, in steps, and beyond a
// group's size.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local uint sums[250];
  __local int least[256];
  __local ulong wide[160];
  __local uint flags[300];
  uint l = get_local_id(0), i = get_global_id(0), size = get_local_size(0);
  for (uint b = l; b < 250; b += size) sums[b] = b & 1 ? 0 : in[b % size];
  for (uint b = l; b < 256; b += size) least[255 - b] = 0x7fffffff - (int)b;
  for (uint b = l; b < 160; b += size) wide[b * 7 % 160] = (ulong)b << 31;
  for (uint b = l; b < 300; b += size) flags[b] = ~0u;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint r = 0; r < 3; ++r) {
    uint v = in[i] + r * n;
    atomic_add(&sums[v % 250], v);
    atomic_min(&least[r == 1 ? l : v % 4], (int)v);
    atom_add(&wide[(v >> 8) % 160], (ulong)v << 16);
    atomic_and(&flags[(v >> 4) % 300], ~(1u << (v & 31)));
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong row = wide[l], steps = wide[l * 3 % 160];
  uint near = sums[l / 3] ^ sums[249 - l % 250], apart = (uint)least[l * 5 % 256] + (i % 3 ? (uint)least[in[i] % 256] : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l % 4 != 1) sums[l] = l + n;                       // gaps
  if (l % 2) least[l / 4 * 4 + 2] = (int)(l / 4 * n);    // two of a row at one word
  wide[l / 8 * 8 + 7 - l % 8] = l;                       // downwards
  if (in[i] & 4) flags[n] = 5;                           // all at one word
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sums[l / 2], l);
  atomic_min(&least[l], (int)in[i]);
  atom_add(&wide[l & ~7u], (ulong)1 << 40);
  atomic_and(&flags[in[i] % 2 ? n : 299], in[i] | 0xfff0);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint total = 0;
  for (uint b = l; b < 250; b += size) total = total * 31 + sums[b] + (uint)least[b];
  for (uint b = l; b < 160; b += size) total = total * 17 + (uint)(wide[b] >> 20);
  for (uint b = l; b < 300; b += size) total ^= flags[b] * (b + 1);
  uint o = i * 8;
  out[o] = (uint)row, out[o + 1] = (uint)(row >> 32), out[o + 2] = (uint)steps, out[o + 3] = (uint)(steps >> 32);
  out[o + 4] = near, out[o + 5] = apart, out[o + 6] = total, out[o + 7] = sums[l] + (uint)least[l] + (uint)wide[l] + flags[l];
}
