// SPDX-License-Identifier: Apache-2.0
// run: global=256 local=32 in=600 out=32 n=11
// run: global=64 local=32 in=600 out=32 n=3 options=-DCONSTANT
// Correctly rounded operations on random bit patterns (NaN compares as NaN), on ordinary values and on the special ones; with -DCONSTANT
// on literals, which the compiler folds.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
ulong bits(double x) { return isnan(x) ? 0x7ff8000000000000ul : as_ulong(x); }
uint fbits(float x) { return isnan(x) ? 0x7fc00000u : as_uint(x); }
double any(uint high, uint low) {
  uint kind = low & 7;
  ulong pattern = (ulong)high << 32 | low;
  return kind == 0   ? as_double(pattern)
         : kind == 1 ? as_double(pattern & 0x800ffffffffffffful)  // subnormal
         : kind == 2 ? as_double((pattern & 0x8000000000000000ul) | (low & 8 ? 0x7ff0000000000000ul : 0))
                     : (double)(long)pattern * 0x1p-40;
}
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
#ifdef CONSTANT
  const double a = 0x1.8p-1040, b = -0x1.3333333333333p-30, x = 0.1, y = -1.0 / 3.0, z = 1e308;
#else
  double a = any(in[i], in[i + n]), b = any(in[i + 20], in[i + 41]);
  double x = (double)(int)in[i] * 0x1p-20, y = any(in[i + n], 3), z = (double)in[i + 20] * 0x1.234567p-12;
#endif
  ulong r[16];
  r[0] = bits(a + b);
  r[1] = bits(a - b);
  r[2] = bits(a * b);
  r[3] = bits(a / b);
  r[4] = bits(fma(a, b, x));
  r[5] = bits(sqrt(fabs(a))) ^ bits(sqrt(x));
  r[6] = (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | isnan(a) << 4 | isinf(b) << 5 | isless(a, b) << 6 |
         (x < y) << 7 | (signbit(a) != 0) << 8 | isfinite(a) << 9 | isnormal(b) << 10 | (a > b) << 11 | (a >= b) << 12 |
         islessgreater(a, b) << 13 | isunordered(a, b) << 14;
  r[7] = bits(x + y) ^ bits(y / x) ^ bits(z * x);
  r[8] = bits(floor(x)) ^ bits(ceil(y)) ^ bits(trunc(z)) ^ bits(rint(x * 0.5)) ^ bits(round(y));
  r[9] = bits(fmin(x, y)) ^ bits(fmax(y, z)) ^ bits(fabs(a)) ^ bits(copysign(x, b)) ^ bits(-z);
  r[10] = (ulong)fbits((float)a) << 32 | fbits((float)z);
  r[11] = bits((double)(float)z) ^ bits((double)as_float(in[i]));
  r[12] = (ulong)convert_long_sat(y * 1e6) ^ (ulong)convert_int_sat(z * 1e4) ^ convert_ulong_sat(z * 1e15);
  r[13] = bits((double)(long)r[0]) ^ bits((double)r[1]) ^ bits((double)(int)in[i]) ^ bits((double)in[i]);
  r[14] = bits(a + 0.0) ^ bits(0.0 * b) ^ bits(a * -INFINITY);
  r[15] = bits(fma(x, y, -(x * y))) ^ bits(a == 0 ? 1 / a : a);
  for (uint j = 0; j < 16; ++j) {
    out[i * 32 + 2 * j] = (uint)r[j];
    out[i * 32 + 2 * j + 1] = (uint)(r[j] >> 32);
  }
}
