// SPDX-License-Identifier: Apache-2.0
// sin, cos and tan of float: at most 0.9 units in the last place from the exact result, however large the operand. Payne and Hanek's reduction: the
// window of 2/pi that matters for the operand's exponent comes from a ROM, its product with the mantissa is the quadrant and 62 bits of
// the position t in it. sin(pi/2 t) / t comes from a table with a polynomial of degree 2 (de Dinechin, Istoan and Sergent, Fixed-point
// trigonometric functions on FPGAs, 2013), t is normalised and multiplied by it.
#include "builtins.h"
#include "fixed_point.h"

// |x| * 2/pi modulo 4, with 62 bits behind the point.
static ulong quadrants(uint bits) {
  uint mantissa = FRACTION_OF(bits) | 0x800000, exponent = EXPONENT_OF(bits);
  ulong middle = (ulong)mantissa * TWO_OVER_PI_1[exponent] + mul_hi(mantissa, TWO_OVER_PI_0[exponent]);
  uint high = mantissa * TWO_OVER_PI_2[exponent] + (uint)(middle >> 32);
  return (ulong)high << 32 | (uint)middle;
}

// A number of 62 bits, which has at most 31 leading zeros: its 31 leading bits.
static uint leadingBits(ulong value, uint zeros) {
  value = (zeros & 16 ? value : value >> 16) & 0x3fffffffffff;
  value = (zeros & 8 ? value : value >> 8) & 0x3fffffffff;
  value = (zeros & 4 ? value : value >> 4) & 0x3ffffffff;
  value = (zeros & 2 ? value : value >> 2) & 0xffffffff;
  return (zeros & 1 ? value : value >> 1) & 0x7fffffff;
}

// sin(pi/2 t) as a float, t with 62 bits.
static uint sineBits(ulong t) {
  uint zeros = clz((uint)(t >> 30));
  uint factor = FALLING(SINE, t >> 54, t >> 36 & 0x3ffff);
  uint product = mul_hi(leadingBits(t, zeros) << 1, factor);
  uint whole = product >> 31;
  uint top = whole ? product >> 7 : product >> 6 & 0x1ffffff;
  return ((125 - zeros + whole) << 23) + ((top + 1) >> 1);
}

#define POSITION(quadrants, complement) (((complement) & 1 ? ~(quadrants) : (quadrants)) & 0x3fffffffffffffff)
// Below 2^-12, a sine is its operand.
static float sineOf(float x, ulong reduced) {
  uint bits = as_uint(x), quadrant = (uint)(reduced >> 62);
  uint result = sineBits(POSITION(reduced, quadrant)) | ((quadrant & 2) << 30 ^ (bits & 0x80000000));
  result = EXPONENT_OF(bits) < 115 ? bits : result;
  return as_float(EXPONENT_OF(bits) == 255 ? 0x7fc00000 : result);
}
static float cosineOf(float x, ulong reduced) {
  uint quadrant = (uint)(reduced >> 62) + 1;
  uint result = sineBits(POSITION(reduced, quadrant)) | (quadrant & 2) << 30;
  return as_float(EXPONENT_OF(as_uint(x)) == 255 ? 0x7fc00000 : result);
}

OVERLOAD PURE float sin(float x) { return sineOf(x, quadrants(as_uint(x))); }
FLOAT_VECTORS_1(sin)
OVERLOAD PURE float cos(float x) { return cosineOf(x, quadrants(as_uint(x))); }
FLOAT_VECTORS_1(cos)
static float sincosOf(float x, float *cosine) {
  ulong reduced = quadrants(as_uint(x));
  *cosine = cosineOf(x, reduced);
  return sineOf(x, reduced);
}
TWO_RESULTS(float, sincos, float)

// tan(pi/2 u) for u in [0, 1/2) is u times a factor from a table, its inverse 1/u times another.
static float tangentOf(float x, ulong reduced) {
  uint bits = as_uint(x), odd = reduced >> 62 & 1, late = reduced >> 61 & 1;
  ulong u = POSITION(reduced, late);
  bool inverse = odd != late;
  uint zeros = clz((uint)(u >> 30)), leading = leadingBits(u, zeros), part = (uint)inverse << 8 | (u >> 53 & 0xff);
  uint slope = slopeOf(TANGENT_SLOPE[part], u >> 35 & 0x3ffff, TANGENT_SHIFT1, TANGENT_SHIFT2);
  uint factor = TANGENT_BASE[part] + (inverse ? ~slope : slope);
  uint reciprocal = FLATTENING(RECIPROCAL, leading >> 21 & 0x1ff, leading >> 3 & 0x3ffff);
  uint product = mul_hi(inverse ? reciprocal : leading << 1, factor);
  uint whole = product >> 30;
  uint top = (whole ? product >> 6 : product >> 5) & 0x1ffffff;
  uint exponent = (inverse ? 125 + zeros : 125 - zeros) + whole & 0xff;
  uint result = (exponent << 23) + ((top + 1) >> 1) | ((odd << 31) ^ (bits & 0x80000000));
  result = EXPONENT_OF(bits) < 115 ? bits : result;
  return as_float(EXPONENT_OF(bits) == 255 ? 0x7fc00000 : result);
}
OVERLOAD PURE float tan(float x) { return tangentOf(x, quadrants(as_uint(x))); }
FLOAT_VECTORS_1(tan)
