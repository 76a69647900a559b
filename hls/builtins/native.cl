// SPDX-License-Identifier: Apache-2.0
// native_* and half_* functions. native_* interpolate linearly between 512 values of a table, with these errors (and those of native_division.cl):
//   native_exp, native_exp2, native_exp10: 2^-20 of the result; no subnormal results
//   native_log, native_log2, native_log10: 2^-20 and 2^-22 of the result; subnormal numbers are zero, of negative ones the magnitude counts
//   native_sin, native_cos: 2^-20 for |x| < 1024, beyond it a number from -1 to 1
//   native_tan: 2^-18 (1 + tan(x)^2) for |x| < 1024
//   native_powr: native_exp2 of y times native_log2 of x
// A NaN gives any result, but of native_log and its kin NaN. half_exp and its kin are the native ones that keep a NaN, all others of half_* the full
// functions.
#include "builtins.h"
#include "fixed_point.h"

// As exponential of exponential.cl, with 20 bits behind the point. scale: log2(base) * 2^(top - 103).
static float nativeExponential(float x, uint scale, int top) {
  uint bits = as_uint(x);
  int down = top - (int)EXPONENT_OF(bits);
  uint mantissa = down > 31 ? 0 : FRACTION_OF(bits) | 0x800000;
  uint product = (uint)shiftedRight((ulong)mantissa * scale >> 27 & 0xfffffff, down & 31);
  uint invert = (int)bits >> 31;
  uint fraction = (product ^ invert) & 0xfffff, whole = (product >> 20 ^ invert) + 127 & 0x1ff;  // the exponent field, below 384
  uint value = LINE(POWER_OF_2_LINE, fraction >> 11, fraction & 0x7ff);
  uint result = whole << 23 | (value >> 8 & 0x7fffff);
  bool over = down < 0, up = !invert && (over || whole >= 255), zero = invert && (over || whole >= 256 || whole == 0);
  return as_float(up ? 0x7f800000 : zero ? 0 : result);
}
static float nativeExp(float x) { return nativeExponential(x, 0x5c551d95, 133); }
static float nativeExp2(float x) { return nativeExponential(x, 0x80000000, 134); }
static float nativeExp10(float x) { return nativeExponential(x, 0x6a4d3c26, 132); }
static float halfExp(float x) { return isnan(x) ? x : nativeExp(x); }
static float halfExp2(float x) { return isnan(x) ? x : nativeExp2(x); }
static float halfExp10(float x) { return isnan(x) ? x : nativeExp10(x); }

// A fixed-point number as a float with a sign. exponent: the field of one with the bit 31 set.
static uint floatBits(uint magnitude, uint exponent, uint sign) {
  uint zeros = clz(magnitude);
  uint leading = shiftedLeft(magnitude, zeros & 31);
  return sign << 31 | (exponent - zeros & 0xff) << 23 | (leading >> 8 & 0x7fffff);
}

// log2(x) log(2) to some base; log_of_2 * 2^32, or 0 for 1.
static float nativeLogarithm(float x, uint log_of_2) {
  uint bits = as_uint(x), fraction = FRACTION_OF(bits), exponent = EXPONENT_OF(bits);
  uint sum = ((exponent - 127) << 24) + (LINE(LOG2_LINE, fraction >> 14, fraction & 0x3fff) >> 7);
  uint negative = exponent < 127 ? sum >> 31 : 0;  // just below 2^128 the sum is 2^31
  uint magnitude = sum ^ -negative;
  uint result = floatBits(log_of_2 ? mul_hi(magnitude, log_of_2) : magnitude, 134, negative);
  return as_float(exponent == 0 ? 0xff800000 : exponent == 255 ? bits : result);
}
static float nativeLog(float x) { return nativeLogarithm(x, 0xb17217f8); }
static float nativeLog2(float x) { return nativeLogarithm(x, 0); }
static float nativeLog10(float x) { return nativeLogarithm(x, 0x4d104d42); }

// |x| * 2/pi modulo 4 with 24 bits behind the point.
static uint nativeQuarters(uint bits) {
  uint mantissa = FRACTION_OF(bits) | 0x800000, exponent = EXPONENT_OF(bits);
  uint down = exponent > 136 ? 0 : exponent < 105 ? 31 : 136 - exponent & 31;
  return (uint)shiftedRight((ulong)mantissa * 0xa2f9836e >> 22, down) & 0x3ffffff;
}
// sin(x + turn pi/2)
static float nativeSine(uint bits, uint turn) {
  uint position = nativeQuarters(bits), quadrant = (position >> 24) + turn;
  uint t = (quadrant & 1 ? ~position : position) & 0xffffff;
  uint value = LINE(SINE_LINE, t >> 15, t & 0x7fff);
  uint sign = turn ? 0 : bits >> 31;
  return as_float(floatBits(value, 127, sign ^ (quadrant >> 1 & 1)));
}
static float nativeSin(float x) { return nativeSine(as_uint(x), 0); }
static float nativeCos(float x) { return nativeSine(as_uint(x), 1); }
// As tangentOf of trigonometric.cl; u has 23 bits.
static float nativeTan(float x) {
  uint bits = as_uint(x), position = nativeQuarters(bits), odd = position >> 24 & 1, late = position >> 23 & 1;
  uint u = (late ? ~position : position) & 0x7fffff;
  bool inverse = odd != late;
  uint part = (uint)inverse << 8 | u >> 15, slope = LINE_SLOPE(TANGENT_LINE, part, u & 0x7fff);
  uint factor = TANGENT_LINE_BASE[part] + (inverse ? -slope : slope);
  uint zeros = clz(u << 9 | 0x100), leading = shiftedLeft(u << 9 | 0x100, zeros);
  uint product = multipliedHigh(inverse ? shortReciprocal(FRACTION_OF(leading >> 8)) : leading, factor), whole = product >> 30;
  uint exponent = (inverse ? 126 + zeros : 124 - zeros) + whole & 0xff;
  return as_float((exponent << 23) + (whole ? product >> 7 : product >> 6) | (odd << 31 ^ bits & 0x80000000));
}
static float nativePowr(float x, float y) { return nativeExp2(y * nativeLog2(x)); }

#define VECTORS(F, arguments) F(float, arguments) F(float2, arguments) F(float3, arguments) F(float4, arguments) F(float8, arguments) F(float16, arguments)
#define FULL(type, name) OVERLOAD PURE type half_##name(type x) { return name(x); }
VECTORS(FULL, sqrt)
VECTORS(FULL, rsqrt)

// Those with a short form: half_name is the form `half`.
#define SHORT(name, Short, half)                                                                                       \
  OVERLOAD PURE float native_##name(float x) { return Short(x); }                                                      \
  FLOAT_VECTORS_1(native_##name)                                                                                       \
  OVERLOAD PURE float half_##name(float x) { return half(x); }                                                         \
  FLOAT_VECTORS_1(half_##name)
SHORT(sin, nativeSin, sin)
SHORT(cos, nativeCos, cos)
SHORT(tan, nativeTan, tan)
SHORT(exp, nativeExp, halfExp)
SHORT(exp2, nativeExp2, halfExp2)
SHORT(exp10, nativeExp10, halfExp10)
SHORT(log, nativeLog, log)
SHORT(log2, nativeLog2, log2)
SHORT(log10, nativeLog10, log10)
OVERLOAD PURE float native_powr(float x, float y) { return nativePowr(x, y); }
FLOAT_VECTORS_2(native_powr, float)
OVERLOAD PURE float half_powr(float x, float y) { return powr(x, y); }
FLOAT_VECTORS_2(half_powr, float)

#define DIVISION(type, unused)                                                                                         \
  OVERLOAD PURE type half_divide(type x, type y) { return x / y; }                                                     \
  OVERLOAD PURE type half_recip(type x) { return 1.0f / x; }
VECTORS(DIVISION, )
