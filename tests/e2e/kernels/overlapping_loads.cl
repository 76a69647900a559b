// SPDX-License-Identifier: Apache-2.0
// run: global=16 local=4 in=64 out=8 n=5
// Loads of different width from one address, and a structure that is taken apart: the optimiser joins them in integers of 96 to 512 bits.
typedef union { ulong l[3]; struct { uint a[3]; ushort b[3]; uchar c[6]; } s; } Mixed;
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  size_t i = get_global_id(0);
  __global const uint *p = in + 4 * (i & 7);
  long4 wide = vload4(0, (__global const long *)p);
  ulong2 half_of_it = vload2(0, (__global const ulong *)p + 1);
  ushort8 small = vload8(0, (__global const ushort *)p + 5);
  __global uint *o = out + 8 * i;
  o[0] = (uint)(wide.s0 + half_of_it.s1) ^ small.s3;
  o[1] = (uint)(half_of_it.s0 >> 32) + small.s7 + (uint)wide.s3;
  Mixed m;
  m.l[0] = wide.s1; m.l[1] = half_of_it.s1; m.l[2] = wide.s0;
  if (i & 1)
    m.s.b[1] ^= 0x5a5a;
  m.s.a[2] += n;
  m.s.c[0] = m.s.c[5] + 1;
  o[2] = (uint)m.l[1]; o[3] = (uint)(m.l[1] >> 32); o[4] = (uint)m.l[2]; o[5] = (uint)(m.l[2] >> 32);
  // Sums of series, in closed form with an integer of 65 bits.
  ulong squares = 0;
  for (ulong j = 0; j < (wide.s2 & 1023); ++j)
    squares += j * j * j;
  o[6] = (uint)squares; o[7] = (uint)(squares >> 32);
}
