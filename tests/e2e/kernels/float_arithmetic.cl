// SPDX-License-Identifier: Apache-2.0
// run: global=256 local=32 in=300 out=8 n=11
// Correctly rounded operations on random bit patterns (NaN compares as NaN) and on ordinary values.
#pragma OPENCL FP_CONTRACT OFF
uint bits(float x) { return isnan(x) ? 0x7fc00000u : as_uint(x); }
float ordinary(uint x) { return (float)(int)x * 0x1p-20f; }
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
  float a = as_float(in[i]), b = as_float(in[i + n]);
  float x = ordinary(in[i]), y = ordinary(in[i + n]), z = ordinary(in[i + 20]);
  __global uint *o = out + i * 8;
  o[0] = bits(x + y) ^ bits(x - z);
  o[1] = bits(x * y);
  o[2] = bits(fma(x, y, z));
  o[3] = (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | isnan(a) << 4 | isinf(b) << 5 | isless(a, b) << 6 |
         (x < y) << 7 | (signbit(a) != 0) << 8 | isfinite(a) << 9 | isnormal(b) << 10;
  o[4] = (uint)convert_int_sat(x) ^ (uint)(int)y;
  o[5] = bits((float)in[i]) ^ bits((float)(int)in[i + 1]) ^ bits((float)((ulong)in[i] << 17)) ^ bits(convert_float((uchar)in[i]));
  o[6] = bits(floor(x)) ^ bits(ceil(y)) ^ bits(trunc(z)) ^ bits(rint(x * 0.5f)) ^ bits(round(y));
  o[7] = bits(fmin(x, y)) ^ bits(fmax(y, z)) ^ bits(fabs(x)) ^ bits(copysign(x, y)) ^ bits(-z);
}
