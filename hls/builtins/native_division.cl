// SPDX-License-Identifier: Apache-2.0
// native_recip, native_divide, native_sqrt and native_rsqrt: linear interpolation between 512 values of a table, at most 2^-20 of the result from
// the exact one. A subnormal operand is zero; a reciprocal below 2^-125 and a quotient below 2^-126 are zero. Of a root's operand the magnitude
// counts. A NaN gives any result, and so do 0/0 and infinity by itself.
#include "builtins.h"
#include "fixed_point.h"

#define SIGN_OF(bits) ((bits) & 0x80000000)

// (1 + value / 2^31) 2^(exponent - 127); value may reach 2^31.
static uint packed(uint exponent, uint value) { return (exponent << 23) + (value >> 8); }

static float nativeReciprocal(float x) {
  uint bits = as_uint(x), exponent = EXPONENT_OF(bits);
  uint result = packed(253 - exponent & 0xff, reciprocalLine(FRACTION_OF(bits)));
  result = exponent == 0 ? 0x7f800000 : exponent >= 253 ? 0 : result;
  return as_float(result | SIGN_OF(bits));
}

static float nativeQuotient(float x, float y) {
  uint dividend = as_uint(x), divisor = as_uint(y), up = EXPONENT_OF(dividend), down = EXPONENT_OF(divisor);
  uint mantissa = FRACTION_OF(dividend) | 0x800000;
  uint product = multipliedHigh(mantissa << 8, shortReciprocal(FRACTION_OF(divisor))), whole = product >= 0x40000000;  // * 2^30
  int exponent = (int)up - (int)down + 125 + (int)whole;
  uint result = ((uint)(exponent & 0xff) << 23) + (whole ? product >> 7 : product >> 6);
  bool over = up == 255 || down == 0 || exponent >= 254, under = up == 0 || down == 255 || exponent < 0;
  return as_float((over ? 0x7f800000 : under ? 0 : result) | SIGN_OF(dividend ^ divisor));
}

// The mantissa is in [1, 4), so that the exponent is even: 256 parts of each half of that.
#define ROOT_PART(bits) ((~(bits) >> 15 & 0x100) | ((bits) >> 15 & 0xff))
static float nativeRoot(float x) {
  uint bits = as_uint(x), exponent = EXPONENT_OF(bits);
  uint result = packed((exponent + 127) >> 1, LINE(ROOT_LINE, ROOT_PART(bits), bits & 0x7fff));
  return as_float(exponent == 0 ? 0 : exponent == 255 ? 0x7f800000 : result);
}
static float nativeInverseRoot(float x) {
  uint bits = as_uint(x), exponent = EXPONENT_OF(bits);
  uint result = packed((380 - exponent) >> 1, FALLING_LINE(INVERSE_ROOT_LINE, ROOT_PART(bits), bits & 0x7fff));
  return as_float(exponent == 0 ? 0x7f800000 : exponent == 255 ? 0 : result);
}

OVERLOAD PURE float native_recip(float x) { return nativeReciprocal(x); }
FLOAT_VECTORS_1(native_recip)
OVERLOAD PURE float native_divide(float x, float y) { return nativeQuotient(x, y); }
FLOAT_VECTORS_2(native_divide, float)
OVERLOAD PURE float native_sqrt(float x) { return nativeRoot(x); }
FLOAT_VECTORS_1(native_sqrt)
OVERLOAD PURE float native_rsqrt(float x) { return nativeInverseRoot(x); }
FLOAT_VECTORS_1(native_rsqrt)
