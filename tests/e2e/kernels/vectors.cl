// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=8 in=256 out=8 n=1
// Vector loads and stores, swizzles, vload/vstore at odd elements, vec3.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  uint4 a = ((__global const uint4 *)in)[i];
  uint3 b = vload3(i, in);
  uint2 c = vload2(0, in + i);
  uchar4 d = ((__global const uchar4 *)in)[i];
  uint4 e = a.wxyz * 3u + (uint4)(b, c.x) + convert_uint4(d);
  uint8 f = (uint8)(e, a.odd, a.even);
  f.s3 ^= f.s7;
  int4 less = a < e;
  vstore4(e ^ as_uint4(less), 0, out + i * 8);
  vstore3(f.s135, 0, out + i * 8 + 4);
  out[i * 8 + 7] = any(less) + all(less) * 2 + f.hi.lo.y + shuffle(a, (uint4)(3, n, 2, 0)).y;
}
