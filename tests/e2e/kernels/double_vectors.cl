// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=300 out=16 n=5
// Vectors, private and local arrays, structures, loops and pointers of double.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
typedef struct { char c; double d; float f; double2 v; } Record;
__constant double table[8] = {0.5, -1.25, 1e300, 4.9406564584124654e-324, INFINITY, -0.0, 0x1.fffffffffffffp+1023, 3.0};
double ordinary(uint x) { return (double)(int)x * 0x1p-20; }
ulong mix(double4 v) { return as_ulong(v.x) ^ as_ulong(v.y) * 3 ^ as_ulong(v.z) * 5 ^ as_ulong(v.w) * 7; }
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0), l = get_local_id(0);
  __local double tile[16];
  __local double2 pairs[16];
  double own[8];
  double4 a = (double4)(ordinary(in[i]), ordinary(in[i + 1]), ordinary(in[i + 2]), ordinary(in[i + n]));
  double4 b = a.wzyx * 0.25 + (double4)(1, 2, 3, 4);
  ulong r[8];
  for (int j = 0; j < 8; ++j)
    own[(in[i] + j) & 7] = a[j & 3] + table[j & 3];
  tile[l] = a.x + b.y;
  pairs[l] = a.hi;
  barrier(CLK_LOCAL_MEM_FENCE);
  double sum = 0;
  for (uint j = 0; j < 16; ++j)
    sum += tile[j] * own[(j + in[i + 3]) & 7];
  r[0] = mix(a * b) + mix(a / b);
  r[1] = mix(select(a, b, a > b)) ^ mix(fma(a, b, a.yxwz));
  r[2] = as_ulong(sum);
  r[3] = as_ulong(pairs[(l + 3) & 15].y) ^ as_ulong(dot(floor(a), floor(b))) ^ as_ulong(table[in[i + 4] & 7]);
  Record record = {1, a.y, (float)a.z, b.xy};
  Record other = in[i] & 1 ? record : (Record){2, b.z, 0.5f, a.zw};
  r[4] = as_ulong(other.d) ^ as_ulong(other.v.y) ^ as_uint(other.f) ^ other.c;
  __private double *p = &own[in[i + 5] & 7];
  *p += 0.125;
  r[5] = as_ulong(own[0]) ^ as_ulong(own[3]) * 3 ^ as_ulong(own[7]) * 5;
  long4 compared = (a < b) | isequal(a, a);
  r[6] = (ulong)(compared.x + compared.y * 2 + compared.z * 4) ^ mix(shuffle(b, (ulong4)(in[i], in[i + 1], 2, 0)));
  r[7] = mix(vload4(0, (__constant double *)table + (in[i] & 3)));
  vstore2((double2)(a.x, b.w), i & 1, own);
  r[7] ^= as_ulong(own[1]) + as_ulong(own[3]) + mix(max(min(a, b), 0.5)) + mix(clamp(a, -1.0, 1.0)) + any(compared) + all(compared);
  for (uint j = 0; j < 8; ++j) {
    out[i * 16 + 2 * j] = (uint)r[j];
    out[i * 16 + 2 * j + 1] = (uint)(r[j] >> 32);
  }
}
