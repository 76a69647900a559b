// SPDX-License-Identifier: Apache-2.0
// sin, cos, tan, sinpi, cospi and tanpi of double: at most 0.57 units in the last place from the exact result, however large the
// operand. Payne and Hanek's reduction: the window of 2/pi that matters for the operand's exponent comes from a ROM, its product with the
// mantissa is the quadrant and 126 bits of the position t in it, of which at most 62 are leading zeros. sin(pi/2 t) / t comes from a table
// with a polynomial of degree 5, t is normalised and multiplied by it (the structure of de Dinechin, Istoan and Sergent, Fixed-point
// trigonometric functions on FPGAs, 2013). A tangent is a quotient of two sines.
#include "builtins.h"
#include "double_fixed_point.h"

#define DOUBLE_EXPONENT(bits) ((uint)((bits) >> 52) & 0x7ff)
#define DOUBLE_MANTISSA(bits) (((bits) & 0xfffffffffffff) | 0x10000000000000)
#define SIGN(bits) ((bits) & 0x8000000000000000)
#define UNDEFINED 0x7ff8000000000000

static inline ulong product(uint a, uint b) { return (ulong)a * b; }

// A position in a quadrant, or with the quadrant in the two bits above: * 2^126.
typedef struct {
  ulong high, low;
} Position;

// |x| * 2/pi modulo 4; 0 for |x| below 2^-31.
static Position quadrants(ulong bits) {
  uint exponent = DOUBLE_EXPONENT(bits);
  bool small = exponent < 992;
  uint window = small ? 0 : (exponent >> 3) - 124 & 0xff;
  ulong mantissa = small ? 0 : shiftedLeft15(DOUBLE_MANTISSA(bits), exponent & 7);
  uint a = (uint)mantissa, b = (uint)(mantissa >> 32);
  // The columns of the product, of 32 bits each; what the lowest two carry is less than 3 units of 2^-126.
  ulong ab1 = product(a, DOUBLE_TWO_OVER_PI_2[window]), ba1 = product(b, DOUBLE_TWO_OVER_PI_1[window]);
  ulong ab2 = product(a, DOUBLE_TWO_OVER_PI_3[window]), ba2 = product(b, DOUBLE_TWO_OVER_PI_2[window]);
  ulong ab3 = product(a, DOUBLE_TWO_OVER_PI_4[window]), ba3 = product(b, DOUBLE_TWO_OVER_PI_3[window]);
  ulong column = (ulong)mul_hi(b, DOUBLE_TWO_OVER_PI_0[window]) + mul_hi(a, DOUBLE_TWO_OVER_PI_1[window]) + (uint)ab1 + (uint)ba1;
  Position result;
  result.low = (uint)column;
  column = (column >> 32) + (ab1 >> 32) + (ba1 >> 32) + (uint)ab2 + (uint)ba2;
  result.low |= column << 32;
  column = (column >> 32) + (ab2 >> 32) + (ba2 >> 32) + (uint)ab3 + (uint)ba3;
  result.high = (uint)column;
  uint top = (uint)(column >> 32) + (uint)(ab3 >> 32) + (uint)(ba3 >> 32) + a * DOUBLE_TWO_OVER_PI_5[window] + b * DOUBLE_TWO_OVER_PI_4[window];
  result.high |= (ulong)top << 32;
  return result;
}

#define QUADRANT(position) ((uint)((position).high >> 62))
// What is in the quadrant, or what is left of it.
static inline Position within(Position from, bool complement) {
  Position result = {(complement ? ~from.high : from.high) & 0x3fffffffffffffff, complement ? ~from.low : from.low};
  return result;
}

// t = mantissa * 2^(-64 - zeros), the leading one bit 63, and t cut to 62 bits.
typedef struct {
  ulong mantissa, t;
  int zeros;
} NormalPosition;

static inline NormalPosition normalPositionOf(Position position) {
  ulong high = position.high << 2 | position.low >> 62, low = position.low << 2;
  uint zeros = (uint)clz(high) & 63;
  ulong next = zeros & 32 ? low << 32 : low;
  high = zeros & 32 ? high << 32 | low >> 32 : high;
  low = next;
  next = zeros & 16 ? low << 16 : low;
  high = zeros & 16 ? high << 16 | low >> 48 : high;
  low = next;
  next = zeros & 8 ? low << 8 : low;
  high = zeros & 8 ? high << 8 | low >> 56 : high;
  low = next;
  next = zeros & 4 ? low << 4 : low;
  high = zeros & 4 ? high << 4 | low >> 60 : high;
  low = next;
  next = zeros & 2 ? low << 2 : low;
  high = zeros & 2 ? high << 2 | low >> 62 : high;
  NormalPosition result = {zeros & 1 ? high << 1 | next >> 63 : high, position.high, (int)zeros};
  return result;
}

// sin(pi/2 t) / t * 2^62 for t * 2^62.
static inline ulong factorOfSine(ulong t) {
  uint part = (uint)(t >> 54) & 0xff;
  uint d = (uint)(t >> 22), d_low = (uint)t & 0x3fffff;  // * 2^32 and 2^54 within the part
  uint shared = DOUBLE_SINE_5[part];
  uint fourth = DOUBLE_SINE_7[part] - (uint)(product(shared & 0x3ffff, d >> 14) >> 18) & 0xffffff;  // * 2^58, as the next
  uint third = DOUBLE_SINE_6[part] + (uint)(product(fourth, d >> 8) >> 24);
  ulong second = ((ulong)DOUBLE_SINE_4[part] << 14 | shared >> 18) - (product(third, d) >> 28) & 0x3fffffffffff;  // * 2^62, as the next
  uint high = (uint)(second >> 14);
  ulong share = (product(high, d) >> 18) + (product((uint)second & 0x3fff, d >> 14) >> 18) + (product(high >> 14, d_low >> 4) >> 22);
  ulong first = ((ulong)DOUBLE_SINE_2[part] << 22 | DOUBLE_SINE_3[part]) + share & 0x3fffffffffffff;
  high = (uint)(first >> 22);
  share = (product(high, d) >> 10) + mul_hi((uint)first & 0x3fffff, d) + mul_hi(high, d_low);
  return ((ulong)DOUBLE_SINE_0[part] << 32 | DOUBLE_SINE_1[part]) - share;
}

// sin(pi/2 t) * 2^(62 + zeros), in [2^61, 2^63).
static inline ulong sineOfNormal(NormalPosition normal) { return highProduct(normal.mantissa, factorOfSine(normal.t)); }

// value * 2^-point for a value in [2^61, 2^63), which is no subnormal number.
static inline ulong rounded(ulong value, int point) {
  uint whole = (uint)(value >> 62) & 1;
  ulong top = (whole ? value >> 9 : value >> 8) & 0x3fffffffffffff;
  return ((ulong)(1083 - point + (int)whole) << 52) + ((top + 1) >> 1);
}

// Below 2^-27 a sine, or a tangent, is its operand.
static inline double oddResult(ulong bits, ulong result) {
  uint exponent = DOUBLE_EXPONENT(bits);
  result = exponent < 996 ? bits : result;
  return as_double(exponent == 0x7ff ? UNDEFINED : result);
}
static inline ulong sineBits(Position reduced, uint quadrant) {
  NormalPosition normal = normalPositionOf(within(reduced, quadrant & 1));
  return rounded(sineOfNormal(normal), 62 + normal.zeros) | (ulong)(quadrant & 2) << 62;
}
static inline double sineOf(ulong bits, Position reduced) {
  return oddResult(bits, sineBits(reduced, QUADRANT(reduced)) ^ SIGN(bits));
}
static inline double cosineOf(ulong bits, Position reduced) {
  ulong result = sineBits(reduced, QUADRANT(reduced) + 1);
  return as_double(DOUBLE_EXPONENT(bits) == 0x7ff ? UNDEFINED : result);
}

OVERLOAD PURE double sin(double x) { return sineOf(as_ulong(x), quadrants(as_ulong(x))); }
VECTORS_1(double, sin)
OVERLOAD PURE double cos(double x) { return cosineOf(as_ulong(x), quadrants(as_ulong(x))); }
VECTORS_1(double, cos)
static double sincosOf(double x, double *cosine) {
  Position reduced = quadrants(as_ulong(x));
  *cosine = cosineOf(as_ulong(x), reduced);
  return sineOf(as_ulong(x), reduced);
}
TWO_RESULTS(double, sincos, double)

// What the lesser of two positions leaves of a quadrant: at least 1/2.
static inline NormalPosition greaterOf(Position lesser) {
  Position greater = within(lesser, true);
  NormalPosition result = {greater.high << 2 | greater.low >> 62, greater.high, 0};
  return result;
}

// value * 2^(n - 62) for a value in [2^61, 2^63), a subnormal number or infinity where it must be.
static inline ulong scaledBits(ulong value, int n) {
  uint whole = (uint)(value >> 62) & 1;
  int exponent = n - 1 + (int)whole;
  ulong top = (whole ? value >> 9 : value >> 8) & 0x3fffffffffffff;
  uint down = exponent < -1022 ? min(-1022 - exponent, 63) : 0;
  top = down & 32 ? top >> 32 : top;
  return ((shiftedRight(top, down & 31) + 1) >> 1) + ((ulong)(max(exponent, -1022) + 1022) << 52);
}

// The quotient of two sines, whose values are numerator and denominator * 2^-62, both in [2^61, 2^63), as a value * 2^(n - 62).
static inline ulong quotientBits(ulong numerator, ulong denominator, int n) {
  uint wide = (uint)(denominator >> 62) & 1;
  ulong divisor = wide ? denominator << 1 : denominator << 2;  // in [1, 2), * 2^63
  uint wide_above = (uint)(numerator >> 62) & 1;
  ulong dividend = wide_above ? numerator << 1 : numerator << 2;
  uint from = (uint)(divisor >> 32);
  uint reciprocal = FLATTENING(RECIPROCAL, from >> 22 & 0x1ff, from >> 4 & 0x3ffff);  // * 2^31
  // e = 1 - divisor * reciprocal is less than 2^-24.9 either way; the quotient lacks a factor of 1 + e + e^2.
  ulong rest = (1UL << 62) - product(from, reciprocal) - mul_hi((uint)divisor, reciprocal);
  bool below = (long)rest < 0;
  ulong magnitude = (below ? -rest : rest) & 0x3fffffffff;  // * 2^62
  ulong square = product((uint)(magnitude >> 6), (uint)(magnitude >> 6)) >> 50;
  ulong quotient = product((uint)(dividend >> 32), reciprocal) + mul_hi((uint)dividend, reciprocal);  // * 2^62
  ulong correction = highProduct((below ? magnitude - square : magnitude + square) << 26, quotient) >> 24;
  return scaledBits(below ? quotient - correction : quotient + correction, n + (int)wide_above - (int)wide);
}

// |tan(pi/2 t)| for the lesser of t and its complement; inverse: t is the greater.
static inline ulong tangentBits(NormalPosition lesser, NormalPosition greater, bool inverse) {
  ulong small = sineOfNormal(lesser), great = sineOfNormal(greater);
  return quotientBits(inverse ? great : small, inverse ? small : great, inverse ? lesser.zeros : -lesser.zeros);
}

OVERLOAD PURE double tan(double x) {
  ulong bits = as_ulong(x);
  Position reduced = quadrants(bits);
  uint odd = QUADRANT(reduced) & 1, late = (uint)(reduced.high >> 61) & 1;
  Position lesser = within(reduced, late);
  ulong result = tangentBits(normalPositionOf(lesser), greaterOf(lesser), odd != late);
  return oddResult(bits, (result | (ulong)odd << 63) ^ SIGN(bits));
}
VECTORS_1(double, tan)

// 2|x| modulo 4, * 2^62; what is below that is cut.
static inline ulong halves(ulong bits) {
  int up = (int)DOUBLE_EXPONENT(bits) - 1012;
  ulong mantissa = DOUBLE_MANTISSA(bits), smaller = -up & 32 ? mantissa >> 32 : mantissa;
  ulong left = up > 63 ? 0 : shiftedLeft63(mantissa, up & 63), right = up < -63 ? 0 : shiftedRight(smaller, -up & 31);
  return up < 0 ? right : left;
}

// What is in the quadrant, or what is left of it (of a whole one almost all).
static inline ulong positionIn(ulong reduced, bool complement) {
  ulong t = reduced & 0x3fffffffffffffff;
  return (complement ? (t ? -t : ~t) : t) & 0x3fffffffffffffff;
}

// t normalised; of small operands the mantissa is, as t has too few bits. Zero has the mantissa zero.
static inline NormalPosition normalOfHalves(ulong bits, ulong t, bool complement) {
  uint exponent = DOUBLE_EXPONENT(bits);
  bool small = exponent < 1021 && !complement;
  ulong from = small ? (bits & 0xfffffffffffff) | (ulong)(exponent != 0) << 52 : t << 2;
  int zeros = (int)clz(from) & 63;
  NormalPosition result = {shiftedLeft63(from, zeros), t, small ? zeros + 1010 - (int)max(exponent, 1u) : zeros};
  return result;
}

// Zero has the sign of `zero`.
static inline double sineOfHalves(ulong bits, ulong reduced, uint quadrant, ulong sign, ulong zero) {
  bool complement = quadrant & 1;
  NormalPosition normal = normalOfHalves(bits, positionIn(reduced, complement), complement);
  ulong result = scaledBits(sineOfNormal(normal), -normal.zeros) | ((ulong)(quadrant & 2) << 62 ^ sign);
  result = normal.mantissa ? result : zero;
  return as_double(DOUBLE_EXPONENT(bits) == 0x7ff ? UNDEFINED : result);
}
OVERLOAD PURE double sinpi(double x) {
  ulong bits = as_ulong(x), reduced = halves(bits);
  return sineOfHalves(bits, reduced, (uint)(reduced >> 62), SIGN(bits), SIGN(bits));
}
VECTORS_1(double, sinpi)
OVERLOAD PURE double cospi(double x) {
  ulong bits = as_ulong(x), reduced = halves(bits);
  return sineOfHalves(bits, reduced, (uint)(reduced >> 62) + 1, 0, 0);
}
VECTORS_1(double, cospi)

// Zeros and poles have the sign that alternates.
OVERLOAD PURE double tanpi(double x) {
  ulong bits = as_ulong(x), reduced = halves(bits);
  uint quadrant = (uint)(reduced >> 62), odd = quadrant & 1, late = (uint)(reduced >> 61) & 1;
  bool inverse = odd != late;
  ulong t = positionIn(reduced, late), rest = positionIn(t, true);
  NormalPosition lesser = normalOfHalves(bits, t, late | odd), greater = {rest << 2, rest, 0};
  ulong result = tangentBits(lesser, greater, inverse) | (ulong)odd << 63;
  result = lesser.mantissa ? result : (ulong)(quadrant & 2) << 62 | (inverse ? 0x7ff0000000000000 : 0);
  return as_double(DOUBLE_EXPONENT(bits) == 0x7ff ? UNDEFINED : result ^ SIGN(bits));
}
VECTORS_1(double, tanpi)
