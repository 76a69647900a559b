// SPDX-License-Identifier: Apache-2.0
// sin, cos and tan of float: at most 0.9 units in the last place from the exact result, however large the operand. Payne and Hanek's reduction: the
// window of 2/pi that matters for the operand's exponent comes from a ROM, its product with the mantissa is the quadrant and 62 bits of
// the position t in it. sin(pi/2 t) / t comes from a table with a polynomial of degree 2 (de Dinechin, Istoan and Sergent, Fixed-point
// trigonometric functions on FPGAs, 2013), t is normalised and multiplied by it. sinpi, cospi and tanpi (0.9 units, on every operand) need a
// shift only for t, which is exact.
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
  return productBits(leadingBits(t, zeros), factor, 125 - zeros);
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

// tan(pi/2 u) for u in [0, 1/2) is u times a factor from a table, its inverse 1/u times another. u: * 2^30; leading: 31 bits of it, which it is
// the product of and 2^(exponent - 156).
static uint tangentBits(uint u, uint leading, uint exponent, bool inverse) {
  uint part = (uint)inverse << 8 | (u >> 21 & 0xff);
  uint slope = slopeOf(TANGENT_SLOPE[part], u >> 3 & 0x3ffff, TANGENT_SHIFT1, TANGENT_SHIFT2);
  uint factor = TANGENT_BASE[part] + (inverse ? ~slope : slope);
  uint reciprocal = FLATTENING(RECIPROCAL, leading >> 21 & 0x1ff, leading >> 3 & 0x3ffff);
  uint product = multipliedHigh(inverse ? reciprocal : leading << 1, factor);
  uint whole = product >> 30;
  uint top = (whole ? product >> 6 : product >> 5) & 0x1ffffff;
  return (((inverse ? 250 - exponent : exponent) + whole & 0xff) << 23) + ((top + 1) >> 1);
}
static float tangentOf(float x, ulong reduced) {
  uint bits = as_uint(x), odd = reduced >> 62 & 1, late = reduced >> 61 & 1;
  ulong u = POSITION(reduced, late);
  uint zeros = clz((uint)(u >> 30));
  uint result = tangentBits((uint)(u >> 32), leadingBits(u, zeros), 125 - zeros, odd != late) | ((odd << 31) ^ (bits & 0x80000000));
  result = EXPONENT_OF(bits) < 115 ? bits : result;
  return as_float(EXPONENT_OF(bits) == 255 ? 0x7fc00000 : result);
}
OVERLOAD PURE float tan(float x) { return tangentOf(x, quadrants(as_uint(x))); }
FLOAT_VECTORS_1(tan)

// The same of pi x. t = 2 |x| modulo 4 with 30 bits behind the point: exact where |x| is at least 2^-8, below which sinpi and tanpi take the
// operand's own digits.
#define OWN_DIGITS(bits) (EXPONENT_OF(bits) < 119)
static uint halfTurns(uint bits) {
  uint down = 150 - EXPONENT_OF(bits);
  ulong value = (ulong)(FRACTION_OF(bits) | 0x800000) << 31;
  value = (down & 32 ? value >> 32 : value) & 0x7fffffffffffff;
  value = (down & 16 ? value >> 16 : value) & 0x7fffffffffff;
  value = (down & 8 ? value >> 8 : value) & 0x7fffffffff;
  value = (down & 4 ? value >> 4 : value) & 0x7ffffffff;
  value = (down & 2 ? value >> 2 : value) & 0x1ffffffff;
  return down > 63 ? 0 : (uint)(down & 1 ? value >> 1 : value);
}

// The part of a quarter turn, for its table: t, or 1 - t less 2^-30.
#define QUARTER_PART(t, complement) (((complement) & 1 ? ~(t) : (t)) & 0x3fffffff)
// t and 1 - t themselves; 1 becomes 0.
#define QUARTER(t, complement) (((complement) & 1 ? -(t) : (t)) & 0x3fffffff)
// leading * 2^(exponent - 156), its leading one in bit 30 unless it is too small for that.
typedef struct {
  uint leading, exponent;
} Digits;
static Digits digitsOf(uint quarter) {
  uint zeros = clz(quarter << 2 | 3);
  Digits digits = {shiftedLeft(quarter, zeros) << 1 & 0x7fffffff, 125 - zeros};
  return digits;
}
static Digits ownOr(uint bits, Digits other) {
  uint exponent = EXPONENT_OF(bits), fraction = FRACTION_OF(bits);
  Digits own = {exponent ? (fraction | 0x800000) << 7 : fraction << 8, exponent};
  return OWN_DIGITS(bits) ? own : other;
}

static uint quarterSine(uint t, uint quadrant, Digits digits) {
  uint part = QUARTER_PART(t, quadrant);
  return productBits(digits.leading, FALLING(SINE, part >> 22, part >> 4 & 0x3ffff), digits.exponent);
}
#define WHOLE_QUARTERS(t) (((t) & 0x3fffffff) == 0)
OVERLOAD PURE float sinpi(float x) {
  uint bits = as_uint(x), t = halfTurns(bits), quadrant = t >> 30, sign = bits & 0x80000000;
  uint result = quarterSine(t, quadrant, ownOr(bits, digitsOf(QUARTER(t, quadrant)))) | (quadrant & 2) << 30;
  uint exact = quadrant & 1 ? 0x3f800000 | (quadrant & 2) << 30 : 0;
  result = WHOLE_QUARTERS(t) && !OWN_DIGITS(bits) ? exact : result;
  return as_float(EXPONENT_OF(bits) == 255 ? 0x7fc00000 : result ^ sign);
}
FLOAT_VECTORS_1(sinpi)
OVERLOAD PURE float cospi(float x) {
  uint bits = as_uint(x), t = halfTurns(bits), quadrant = (t >> 30) + 1;
  uint result = quarterSine(t, quadrant, digitsOf(QUARTER(t, quadrant))) | (quadrant & 2) << 30;
  uint exact = quadrant & 1 ? 0x3f800000 | (quadrant & 2) << 30 : 0;
  result = WHOLE_QUARTERS(t) ? exact : result;
  return as_float(EXPONENT_OF(bits) == 255 ? 0x7fc00000 : result);
}
FLOAT_VECTORS_1(cospi)
OVERLOAD PURE float tanpi(float x) {
  uint bits = as_uint(x), t = halfTurns(bits), odd = t >> 30 & 1, late = t >> 29 & 1;
  Digits digits = ownOr(bits, digitsOf(QUARTER(t, late)));
  uint result = tangentBits(QUARTER_PART(t, late), digits.leading, digits.exponent, odd != late);
  bool whole = WHOLE_QUARTERS(t) && !OWN_DIGITS(bits);
  result = whole ? (odd ? 0x7f800000 : 0) : result;
  uint sign = (whole ? t & 0x80000000 : odd << 31) ^ (bits & 0x80000000);
  return as_float(EXPONENT_OF(bits) == 255 ? 0x7fc00000 : result | sign);
}
FLOAT_VECTORS_1(tanpi)
