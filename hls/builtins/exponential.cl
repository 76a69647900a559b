// SPDX-License-Identifier: Apache-2.0
// exp, exp2 and ldexp of float with subnormal operands and results, which libclc's take for zero. No division and no multiplication for
// the scaling: the result's bits are put together. The polynomials are Chebyshev fits.
#include "builtins.h"

// The bits of mantissa * 2^(exponent - 150), rounded to nearest even; the mantissa's leading one is bit 23, the exponent below 255.
static uint packRounded(uint mantissa, int exponent) {
  uint shift = clamp(1 - exponent, 0, 25);  // of a subnormal result
  uint odd = mantissa >> shift & 1;
  uint kept = (2 * mantissa + (1u << shift) - 1 + odd) >> (shift + 1);
  return kept + ((uint)(max(exponent, 1) - 1) << 23);
}

// value * 2^n, for a value in [0.5, 2]
static float scale(float value, int n) {
  uint bits = as_uint(value);
  return as_float(packRounded((bits & 0x7fffff) | 0x800000, (int)(bits >> 23) + n));
}

// The nearest integer to x, in float and as an integer, for |x| below 2^22: the addition rounds.
#define ROUNDER 0x1.8p23f
#define INTEGER_OF(rounded) (as_int(rounded) - as_int(ROUNDER))

OVERLOAD PURE float exp(float x) {
  float rounded = fma(x, 0x1.715476p+0f, ROUNDER);
  float n = rounded - ROUNDER;
  float r = fma(n, -0x1.62e400p-1f, x);  // ln 2 in two parts
  r = fma(n, -0x1.7f7d1cp-20f, r);
  float p = 0x1.6d117cp-10f;
  p = fma(p, r, 0x1.120be2p-7f);
  p = fma(p, r, 0x1.555518p-5f);
  p = fma(p, r, 0x1.5554dcp-3f);
  p = fma(p, r, 0.5f);
  p = fma(p, r, 1.0f);
  p = fma(p, r, 1.0f);
  float result = scale(p, INTEGER_OF(rounded));
  result = x > 0x1.62e430p+6f ? INFINITY : result;
  result = x < -0x1.9fe368p+6f ? 0.0f : result;
  return isnan(x) ? x : result;
}
FLOAT_VECTORS_1(exp)

OVERLOAD PURE float exp2(float x) {
  float rounded = x + ROUNDER;
  float f = x - (rounded - ROUNDER);
  float p = 0x1.44138ap-13f;
  p = fma(p, f, 0x1.5f0890p-10f);
  p = fma(p, f, 0x1.3b2a54p-7f);
  p = fma(p, f, 0x1.c6af6cp-5f);
  p = fma(p, f, 0x1.ebfbe0p-3f);
  p = fma(p, f, 0x1.62e430p-1f);
  p = fma(p, f, 1.0f);
  float result = scale(p, INTEGER_OF(rounded));
  result = x >= 128.0f ? INFINITY : result;
  result = x <= -150.0f ? 0.0f : result;
  return isnan(x) ? x : result;
}
FLOAT_VECTORS_1(exp2)

OVERLOAD PURE float ldexp(float x, int n) {
  uint bits = as_uint(x), magnitude = bits & 0x7fffffff, sign = bits & 0x80000000;
  // A subnormal number's leading one comes to its place too.
  int up = magnitude < 0x800000 ? (int)clz(magnitude) - 8 : 0;
  uint mantissa = up ? magnitude << up : (magnitude & 0x7fffff) | 0x800000;
  int exponent = add_sat((int)max(magnitude >> 23, 1u) - up, n);
  uint result = exponent >= 255 ? 0x7f800000 : packRounded(mantissa, max(exponent, -25));
  return magnitude == 0 || magnitude >= 0x7f800000 ? x : as_float(result | sign);
}
FLOAT_VECTORS_2(ldexp, int)
VECTORS_INTEGER(float, ldexp)
