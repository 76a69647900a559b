// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=64 out=12 n=5
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  uint a = in[i], b = in[(i + n) % 64], c = in[(i + 9) % 64];
  __global uint *o = out + i * 12;
  o[0] = mul_hi(a, b) ^ (uint)mul_hi((int)a, (int)b);
  o[1] = add_sat(a, b) ^ (uint)add_sat((int)a, (int)b);
  o[2] = sub_sat(a, b) ^ (uint)sub_sat((int)a, (int)b);
  o[3] = hadd(a, b) ^ rhadd((int)a, (int)b);
  o[4] = clz(a) + popcount(b) * 64 + clz((uchar)(c & 15)) * 4096;
  o[5] = rotate(a, b) ^ (uint)rotate((ushort)a, (ushort)b);
  o[6] = abs((int)a) + abs_diff((int)a, (int)b) + abs_diff(a, c);
  o[7] = clamp(a, min(b, c), max(b, c)) ^ (uint)clamp((int)a, -1000, 1000);
  o[8] = mad24(a & 0xffff, b & 0xff, c) ^ mul24((int)(a & 0x7fff), (int)(b & 0x7f));
  o[9] = mad_sat(a & 0xffff, b & 0xffffff, c) ^ (uint)mad_hi(a, b, c);
  o[10] = (uint)upsample((ushort)a, (ushort)b) ^ (uint)(upsample(a, b) >> 13);
  o[11] = bitselect(a, b, c) ^ select(a, b, c) ^ as_uint(as_uchar4(a).wzyx);
}
