// SPDX-License-Identifier: Apache-2.0
// run: global=32 local=8 in=256 out=16 n=5
// run: global=9 local=3 in=128 out=16 n=0
// Neighbouring elements, read and written one by one, of several widths, also between stores that may be to the same address,
// in an order of their own, and under a condition.
typedef struct {
  ushort a, b;
  uchar c[4];
} Part;
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  __global const uchar *bytes = (__global const uchar *)(in + 2 * i);
  __global uint *o = out + 16 * i;
  Part part = ((__global const Part *)in)[i];
  o[2] = part.a * part.c[3];
  o[0] = part.b + part.c[0];
  o[3] = part.c[1] - part.c[2];
  o[1] = in[4 * i + 1] ^ in[4 * i + 3] ^ in[4 * i] * in[4 * i + 2];
  uchar8 mixed = (uchar8)(bytes[0], vload2(0, bytes + 1), bytes[3], vload3(0, bytes + 4), bytes[7]);
  vstore4(mixed.lo, 0, (__global uchar *)(o + 4));
  vstore4(mixed.hi, 0, (__global uchar *)(o + 4) + 4);
  if (i % 3 == n % 3) {
    o[9] = o[4];
    o[8] = o[5] + o[2];
    o[10] = o[9];
  } else {
    o[8] = o[9] = i;
    o[10] = ((__global ushort *)o)[6] | ((__global ushort *)o)[7] << 16;
  }
  o[11] = o[10] + o[8];
  __global ulong *wide = (__global ulong *)(o + 12);
  wide[1] = o[11];
  wide[0] = wide[1] * o[10];
}
