// SPDX-License-Identifier: Apache-2.0
// run: global=81 local=9 in=64 out=8 n=0
// Saturating functions where they must saturate: every pair of edge values.
int edge(uint i) { switch (i) { case 0: return 0; case 1: return 1; case 2: return -1; case 3: return INT_MIN; case 4: return INT_MAX; case 5: return INT_MIN + 1; case 6: return INT_MAX - 1; case 7: return 100; default: return -100; } }
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  int a = edge(i % 9), b = edge(i / 9);
  __global uint *o = out + i * 8;
  o[0] = sub_sat(a, b); o[1] = add_sat(a, b);
  o[2] = sub_sat((uint)a, (uint)b); o[3] = add_sat((uint)a, (uint)b);
  short s = (short)(a >> 16), t = (short)(b >> 16);
  o[4] = (ushort)sub_sat(s, t) | (uint)(ushort)add_sat(s, t) << 16;
  char c = (char)(a >> 24), d = (char)(b >> 24);
  o[5] = (uchar)sub_sat(c, d) | (uint)(uchar)add_sat(c, d) << 8 | (uint)abs_diff(c, d) << 16;
  o[6] = hadd(a, b) ^ rhadd(a, b) ^ abs_diff(a, b);
  o[7] = mul_hi(a, b);
  long l = (long)a << 32, m = (long)b << 32;
  o[6] ^= (uint)(sub_sat(l, m) >> 32) * 3 + (uint)(add_sat(l, m) >> 32);
}
