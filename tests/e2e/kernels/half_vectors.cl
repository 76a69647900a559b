// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=300 out=8 n=5
// Vectors, private and local arrays, structures, loops and pointers of half, on integers that a half holds: the oracle, which has no
// half, computes the same in float.
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#else
#define half float
#define half2 float2
#define half4 float4
#define half8 float8
#define vload_half4(i, p) vload4(i, p)
#define convert_half4 convert_float4
#define ushort4 uint4
#define convert_ushort4 convert_uint4
#endif
typedef struct { char c; half h; float f; half2 v; } Record;
__constant half table[8] = {0.5f, -1.25f, 64, 3, 100, -0.0f, 127, 7};
half ordinary(uint x) { return (half)(int)(x & 31) - 16; }
uint mix_up(half4 v) { return (uint)(int)v.x ^ (uint)(int)v.y * 3 ^ (uint)(int)v.z * 5 ^ (uint)(int)v.w * 7; }
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0), l = get_local_id(0);
  __local half tile[16];
  __local half2 pairs[16];
  half own[8];
  half4 a = (half4)(ordinary(in[i]), ordinary(in[i + 1]), ordinary(in[i + 2]), ordinary(in[i + n]));
  half4 b = a.wzyx * 2 + (half4)(1, 2, 3, 4);
  for (int j = 0; j < 8; ++j)
    own[(in[i] + j) & 7] = a[j & 3] + table[j];
  tile[l] = a.x + b.y;
  pairs[l] = a.hi;
  barrier(CLK_LOCAL_MEM_FENCE);
  half sum = 0;
  for (uint j = 0; j < 8; ++j)
    sum += tile[j] * (half)(int)(in[j] & 3);
  __global uint *o = out + i * 8;
  o[0] = mix_up(a * b) + mix_up(floor(a / 4));
  o[1] = mix_up(a > b ? b : a) ^ mix_up(fma(a, b, a.yxwz)) ^ mix_up(mad(a, b, b));
  o[2] = (uint)(int)sum;
  o[3] = (uint)(int)pairs[(l + 3) & 15].y ^ (uint)(int)dot(a.xy, b.xy) << 8 ^ (uint)(int)(table[in[i + 4] & 7] * 4) << 16;
  Record record = {1, a.y, (float)a.z, b.xy};
  Record other = in[i] & 1 ? record : (Record){2, b.z, 0.5f, a.zw};
  o[4] = (uint)(int)other.h ^ (uint)(int)other.v.y << 8 ^ (uint)(int)other.f << 16 ^ other.c;
  __private half *p = &own[in[i + 5] & 7];
  *p += 8;
  o[5] = (uint)(int)own[0] ^ (uint)(int)own[3] * 3 ^ (uint)(int)own[7] * 5;
  half8 wide = vload8(0, own);
  o[6] = mix_up(wide.even) ^ mix_up(wide.hi) ^ mix_up(max(min(a, b), (half)3)) ^ mix_up(clamp(a, (half)-2, (half)2));
  vstore4(b, in[i] & 1, own);
  o[7] = mix_up(vload4(1, own)) ^ mix_up(fabs(a)) ^ any(a < b) ^ all(isequal(a, a)) << 1 ^ (uint)(int)length((half2)(a.x * 3, a.x * 4)) << 4;
}
