// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=80 out=4 n=1
// run: global=64 local=16 in=80 out=4 n=7
// Shifts by one of two amounts: left, right and of signed numbers, of several widths, chained.
ulong levels(ulong x, uint n) {
  x = n & 32 ? x : x << 32;
  x = n & 16 ? x >> 16 : x;
  x = n & 8 ? x << 8 : x;
  x = n & 4 ? x >> 4 : x;
  return n & 1 ? x >> 1 : x;
}
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  uint x = in[i], y = in[i + n];
  ulong wide = levels(upsample(x, y), y >> 3);
  out[i * 4] = (uint)wide ^ (uint)(wide >> 32);
  out[i * 4 + 1] = (uint)((int)x >> (y & 16)) + (x << (~y & 4)) + (x >> (y & 2 ? 31 : 3));
  out[i * 4 + 2] = (uint)((short)x >> (y & 8)) ^ (uint)((ushort)(x << ((y & 4) ^ 6)) >> (y & 1));
  out[i * 4 + 3] = (uint)((long)wide >> (y & 1 ? 63 : 0)) ^ (uint)(char)(x << (y >> 31));
}
