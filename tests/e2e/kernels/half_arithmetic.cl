// SPDX-License-Identifier: Apache-2.0
// run: global=256 local=32 in=600 out=20 n=11
// run: global=64 local=32 in=600 out=20 n=3 options=-DCONSTANT
// half on random bit patterns and on ordinary values; with -DCONSTANT on literals, which the compiler folds. Where there is no half (the
// oracle), it is float and double rounded to half on the bits.
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#else
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#pragma OPENCL FP_CONTRACT OFF
#define CANONICAL(bits) (((bits) & 0x7fff) > 0x7c00 ? 0x7e00 : (bits))
float decode(ushort bits) {
  uint magnitude = bits & 0x7fff, sign = (uint)(bits & 0x8000) << 16;
  float value = magnitude >= 0x7c00 ? as_float(magnitude << 13 | 0x7f800000) : as_float(magnitude << 13) * 0x1p112f;
  return as_float(as_uint(value) | sign);
}
// Exact in float, of a half's precision: what the oracle computes with.
float odd(double x) {  // rounded to odd, so that rounding again is as if once
  ulong bits = as_ulong(x), below = bits & 0x1ffffffful;
  return isnan(x) || isinf(x) ? (float)x : (float)as_double((bits & ~0x1ffffffful) | (below ? 0x20000000ul : 0));
}
ushort encode(float x) {
  uint a = as_uint(x), sign = a >> 16 & 0x8000, magnitude = a & 0x7fffffff;
  uint rounded = magnitude >= 143u << 23   ? 0x7c00
                 : magnitude < 113u << 23 ? as_uint(as_float(magnitude) + 0.5f) - as_uint(0.5f)
                                          : (magnitude - (112u << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
  return isnan(x) ? 0x7e00 : sign | rounded;
}
#ifdef cl_khr_fp16
#define H(bits) as_half((ushort)(bits))
#define BITS(x) CANONICAL(as_ushort((half)(x)))
#define FMA(a, b, c) fma(a, b, c)
#define OF(x) ((half)(x))
#else
#define half float
#define H(bits) decode((ushort)(bits))
#define BITS(x) CANONICAL(encode(x))
#define FMA(a, b, c) odd((double)(a) * (double)(b) + (double)(c))
#define OF(x) decode(encode(odd((double)(x))))
#endif
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  uint i = get_global_id(0);
#ifdef CONSTANT
  const half a = H(0x3555), b = H(0x8001), c = H(0x7bff), x = H(0x3c01), y = H(0xc2aa);
#else
  half a = H(in[i]), b = H(in[i] >> 16), c = H(in[i + n]);
  // Sizes that meet.
  half x = H((in[i + 20] & 0x8fff) | 0x3000), y = H((in[i + 20] >> 16 & 0x8fff) | 0x2800);
#endif
  __global uint *o = out + i * 20;
  o[0] = BITS(a + b) | BITS(x + y) << 16;
  o[1] = BITS(a - b) | BITS(x - y) << 16;
  o[2] = BITS(a * b) | BITS(x * y) << 16;
  o[3] = BITS(a / b) | BITS(x / y) << 16;
  o[4] = BITS(FMA(a, b, c)) | BITS(FMA(x, y, OF(-x))) << 16;
  o[5] = BITS(sqrt(fabs(a))) | BITS(sqrt(fabs(x))) << 16;
  o[6] = (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | isnan(a) << 4 | isinf(b) << 5 | isless(a, b) << 6 |
         (x < y) << 7 | (signbit(a) != 0) << 8 | isfinite(a) << 9 | (a > b) << 10 | (a >= b) << 11 |
         islessgreater(a, b) << 12 | isunordered(a, b) << 13;
  o[7] = BITS(floor(a)) | BITS(ceil(x)) << 16;
  o[8] = BITS(trunc(a)) | BITS(rint(y)) << 16;
  o[9] = BITS(fmin(x, y)) | BITS(fmax(x, y)) << 16;
  o[10] = BITS(copysign(a, b)) | BITS(round(y)) << 16;
  o[11] = convert_int_sat(a) ^ (uint)(short)x;
  o[12] = as_uint((float)x + 1.0f);
#ifdef CONSTANT
  o[13] = BITS(OF(123456.789f)) | BITS(OF(-0x1.4p-24)) << 16;
  o[14] = BITS(OF(77777)) | BITS(OF(-2049l)) << 16;
#else
  o[13] = BITS(OF(as_float(in[i] & 0xcfffffff))) | BITS(OF((float)in[i + 1] * 0x1p-20f)) << 16;
  o[14] = BITS(OF((int)in[i] >> 12)) | BITS(OF((ulong)in[i + 2] << 3)) << 16;
#endif
  o[15] = BITS(OF((double)x * 1.0001)) | BITS(-a) << 16;
  o[16] = BITS(OF(x * y) + OF(a * x)) | BITS(a == b ? x : y) << 16;
  o[17] = BITS(fmod(x, y)) | BITS(remainder(x, y)) << 16;
  o[18] = BITS(OF(sqrt(fabs(OF(x + y)))) / y) | BITS(OF(in[i + 3] & 0xffff)) << 16;
  half whole;
  o[19] = BITS(fract(fabs(x), &whole)) | BITS(whole) << 16;
}
