// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=64 out=12 n=3
// Arithmetic of every integer width, wrapping and sign included.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  uint a = in[i], b = in[(i + n) % 64];
  char c = (char)a, d = (char)b;
  short s = (short)a, t = (short)b;
  long l = ((long)(int)a << 20) ^ b, m = ((long)(int)b << 3) | 1;
  ulong u = ((ulong)a << 32) | b, v = ((ulong)b << 16) | 1;
  __global uint *o = out + i * 12;
  o[0] = (uint)(c * d) ^ (uint)(c + (d << 3));
  o[1] = (uint)(uchar)(c >> 2) + (uint)((uchar)a / (uchar)(b | 1)) + (uint)((uchar)a % (uchar)(b | 1));
  o[2] = (uint)(s * t) ^ (uint)(s - t);
  o[3] = (uint)(ushort)(s >> 3) + (uint)((ushort)a / (ushort)(b | 1));
  long p = l * m + l / m;
  o[4] = (uint)p, o[5] = (uint)(p >> 32);
  ulong q = u * v + u / v;
  o[6] = (uint)q, o[7] = (uint)(q >> 32);
  long r = l % m;
  ulong w = u % v;
  o[8] = (uint)r ^ (uint)(w >> 32), o[9] = (uint)(r >> 32) ^ (uint)w;
  o[10] = (uint)(u >> (a & 63)) ^ (uint)(l >> (b & 63)) ^ (uint)((v << (b & 63)) >> 32);
  o[11] = (l < m) | ((u < v) << 1) | ((c < d) << 2) | ((s >= t) << 3) | ((p != 0) << 4) | ((uint)(int)(a / (b | 1)) << 5);
}
