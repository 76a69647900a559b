// SPDX-License-Identifier: Apache-2.0
// log1p, atanh, asinh and acosh of double: at most 0.56, 0.96, 1.02 and 0.99 units in the last place from the exact result (3.7 million
// operands), the greatest next to 2^-8. They are the logarithms of 1 + x, (1 + x) / (1 - x), x + sqrt(x^2 + 1) and 1 + (t + sqrt(t (t + 2)))
// with t = x - 1, in fixed point and with 64 bits, so that double_logarithmic.cl's method does the rest. What would cancel next to zero is kept
// apart: log1p and acosh have the logarithm's own path next to 1, with what is added to 1 normalised; asinh and atanh of a small operand are its
// mantissa times an odd series.
#include "builtins.h"
#include "double_logarithmic.h"

#define MAGNITUDE 0x7fffffffffffffff
#define INFINITE 0x7ff0000000000000
#define UNDEFINED 0x7ff8000000000000
#define SMALL_FIELD 1015  // the exponent field of 2^-8

// mantissa * 2^(exponent - 63); the mantissa's first bit is set.
typedef struct {
  ulong mantissa;
  int exponent;
} Wide;
static inline Wide wideOf(ulong magnitude) {
  return (Wide){(magnitude | 0x10000000000000) << 11, (int)(magnitude >> 52) - 1023};
}
static inline Wide normalisedOf(ulong mantissa, int exponent) {
  int up = (int)clz(mantissa) & 63;
  return (Wide){shiftedLeft63(mantissa, (uint)up), exponent - up};
}
// By at most one bit.
static inline Wide nearlyNormalisedOf(ulong mantissa, int exponent) {
  bool low = (long)mantissa >= 0;
  return (Wide){low ? mantissa << 1 : mantissa, exponent - low};
}
// By at most two.
static inline Wide normalisedBy2(ulong mantissa, int exponent) {
  Wide once = nearlyNormalisedOf(mantissa, exponent);
  return nearlyNormalisedOf(once.mantissa, once.exponent);
}

// The logarithm's table for a number.
typedef struct {
  int exponent;
  Entry entry;
  long u;  // * 2^72
} Reduced;
static inline Reduced reducedOf(Wide number) {
  Reduced reduced;
  uint part = (uint)(number.mantissa >> 54) & 0x1ff;
  reduced.entry = ENTRY(LOGARITHM, part);
  reduced.exponent = number.exponent + (part >= LOGARITHM_HALVED);
  reduced.u = leftBy(number.mantissa, reduced.entry.reciprocal);
  return reduced;
}

// If it is alone, it is x.
static inline Rest restOfWide(long u, bool alone, Wide x) {
  Rest rest;
  rest.below = u < 0;
  rest.alone = alone;
  ulong magnitude = rest.below ? -(ulong)u : (ulong)u;
  rest.magnitude = magnitude >> 10;
  rest.up = alone ? 1 - x.exponent : 10;
  rest.normalised = alone ? x.mantissa : magnitude;
  return rest;
}

// log(1 + x), or of 1 - x.
static inline Logarithm logarithmOfOneAnd(Wide x, bool negative) {
  bool large = x.exponent >= 0;
  ulong halved = x.mantissa >> 1;
  uint distance = (uint)(large ? x.exponent : -x.exponent);
  ulong lesser = shiftedRight63(large ? 1UL << 62 : halved, distance);
  ulong sum = (large ? halved : 1UL << 62) + (negative ? -lesser : lesser);  // * 2^62
  int exponent = large ? x.exponent + 1 : 1;
  Reduced reduced = reducedOf(negative ? normalisedOf(sum, exponent) : nearlyNormalisedOf(sum, exponent));
  bool alone = reduced.exponent == 0 && (reduced.entry.high | reduced.entry.low) == 0;
  Rest rest = restOfWide(reduced.u, alone, x);
  rest.below = alone ? negative : rest.below;
  ulong square = squareOf(rest.magnitude), factor = factorOf(reduced.u >> 10, rest.magnitude, square, thirdOf(square));
  return logarithmOf(reduced.exponent, reduced.entry, rest, mul_hi(rest.normalised, factor), UNIT_E, 0);
}

OVERLOAD PURE double log1p(double x) {
  ulong bits = as_ulong(x), magnitude = bits & MAGNITUDE;
  bool negative = (long)bits < 0;
  Logarithm sum = logarithmOfOneAnd(wideOf(magnitude), negative);
  ulong result = doubleBitsOfHigh(sum.value, sum.point, sum.negative);
  bool pole = bits == 0xbff0000000000000, undefined = negative && magnitude > 0x3ff0000000000000;
  result = pole ? INFINITE | 1UL << 63 : undefined ? UNDEFINED : result;
  return magnitude >> 52 == 0 || magnitude > INFINITE || bits == INFINITE ? x : as_double(result);
}
VECTORS_1(double, log1p)

// The odd series over its first term, * 2^62, of the square of x below 2^-8 and its third:
// asinh(x) / x = 1 - x^2/6 + 3 x^4/40 - 15 x^6/336, atanh(x) / x = 1 + x^2/3 + x^4/5 + x^6/7.
static inline ulong oddFactorOf(ulong square, ulong third, bool sine) {
  ulong fourth = (square >> 32) * (square >> 32) >> 28;  // * 2^64
  uint sixth = (uint)(square >> 46) * (sine ? 2926 : 9362) >> 16;  // x^2 times 15/336 or 1/7, * 2^32
  uint last = sine ? 322122547u - sixth : 858993459u + sixth;
  return (1UL << 62) + (sine ? -(third >> 7) : third >> 6) + (mul_hi((uint)fourth, last) >> 2);
}

// The logarithm of a number, or the odd series of a small x * 2^62.
static inline Logarithm logarithmOrSeries(Wide number, Wide x, ulong fixed, bool sine) {
  bool small = x.exponent < SMALL_FIELD - 1023;
  Reduced reduced = reducedOf(number);
  Rest rest = restOfWide(reduced.u, small, x);
  rest.magnitude = small ? fixed : rest.magnitude;
  ulong square = squareOf(rest.magnitude), third = thirdOf(square);
  ulong own = oddFactorOf(square, third, sine), common = factorOf(reduced.u >> 10, rest.magnitude, square, third);
  ulong factor = small ? own : common;
  return logarithmOf(reduced.exponent, reduced.entry, rest, mul_hi(rest.normalised, factor), UNIT_E, 0);
}

// (1 + x) / (1 - x), half its logarithm.
OVERLOAD PURE double atanh(double x) {
  ulong bits = as_ulong(x), magnitude = bits & MAGNITUDE;
  Wide wide = wideOf(magnitude);
  ulong fixed = shiftedRight63(wide.mantissa, (uint)-wide.exponent);  // * 2^63
  Wide divisor = normalisedOf((1UL << 63) - fixed, 0);
  ulong quotient = mul_hi((1UL << 63) + fixed, inverseOf(divisor.mantissa));  // * 2^62
  Wide number = nearlyNormalisedOf(quotient << 1, -divisor.exponent);
  Logarithm sum = logarithmOrSeries(number, wide, fixed >> 1, false);
  ulong result = doubleBitsOfHigh(sum.value, sum.point + (magnitude >> 52 >= SMALL_FIELD), (long)bits < 0);
  ulong sign = bits & ~MAGNITUDE;
  result = magnitude == 0x3ff0000000000000 ? sign | INFINITE : magnitude > 0x3ff0000000000000 ? UNDEFINED : result;
  return magnitude >> 52 == 0 || magnitude > INFINITE ? x : as_double(result);
}
VECTORS_1(double, atanh)

// sqrt(s) * 2^63 for s = mantissa * 2^-63, or twice that.
static inline ulong rootOf(ulong mantissa, bool twice) {
  uint line = INVERSE_ROOT[(uint)twice << 8 | ((uint)(mantissa >> 55) & 0xff)];
  uint high = (uint)(mantissa >> 32);  // * 2^31
  // 1/sqrt(s) to 20 bits from the table, to 31 by a step.
  uint first = (line >> 11 << 11) - ((line & 0x7ff) * ((uint)(mantissa >> 37) & 0x3ffff) >> 6);  // * 2^32
  ulong share = (ulong)high * mul_hi(first, first);                                                // * 2^63
  long error = (long)((1UL << 63) - (twice ? share << 1 : share));
  uint inverse = first + (uint)((long)first * (int)(error >> 17) >> 47);  // error * 2^46
  ulong product = (ulong)high * inverse;
  uint root = (uint)((twice ? product << 1 : product) >> 32);  // * 2^31
  // What is left of s gives the other half.
  long left = (long)((twice ? mantissa : mantissa >> 1) - (ulong)root * root);                       // * 2^62
  long step = (long)inverse * (int)(left >> 4) + ((long)((inverse >> 14) * ((uint)left & 15)) << 10);  // * 2^90
  return ((ulong)root << 32) + (ulong)(step >> 28);
}

// log(x + sqrt(x^2 + 1))
OVERLOAD PURE double asinh(double x) {
  ulong bits = as_ulong(x), magnitude = bits & MAGNITUDE;
  Wide wide = wideOf(magnitude);
  bool large = wide.exponent >= 0;
  ulong square = mul_hi(wide.mantissa, wide.mantissa);  // * 2^62
  uint distance = (uint)(large ? wide.exponent : -wide.exponent);
  ulong lesser = distance > 31 ? 0 : shiftedRight63(large ? 1UL << 61 : square, distance << 1 & 63);
  ulong sum = (large ? square >> 1 : 1UL << 62) + lesser;  // in units of 2^(2 exponent - 61), or of 2^-62
  Wide normalised = normalisedBy2(sum, large ? 2 : 1);
  ulong root = rootOf(normalised.mantissa, normalised.exponent == 1);
  int exponent = large ? wide.exponent + (normalised.exponent >> 1) : 0;
  // At least once as large, so that the sum has 64 bits.
  uint room = wide.exponent >= -1;
  ulong fixed = shiftedRight63(wide.mantissa, room + (uint)(exponent - wide.exponent));
  Wide number = nearlyNormalisedOf((room ? root >> 1 : root) + fixed, exponent + (int)room);
  Logarithm result = logarithmOrSeries(number, wide, fixed >> 1, true);
  ulong rounded = doubleBitsOfHigh(result.value, result.point, (long)bits < 0);
  return magnitude >> 52 == 0 || magnitude >= INFINITE ? x : as_double(rounded);
}
VECTORS_1(double, asinh)

// 2^(63 - n)
static inline ulong oneShifted(uint n) {
  ulong one = (ulong)(uint)shiftedRight(0x8000, n & 15) << 48;
  one = n & 32 ? one >> 32 : one;
  return n & 16 ? one >> 16 : one;
}

// With t = x - 1, log(1 + (t + sqrt(t (t + 2)))).
OVERLOAD PURE double acosh(double x) {
  ulong bits = as_ulong(x);
  Wide wide = wideOf(bits & MAGNITUDE);
  ulong one = (uint)wide.exponent > 63 ? 0 : oneShifted((uint)wide.exponent & 63);
  Wide t = normalisedOf(wide.mantissa - one, wide.exponent);
  ulong square = mul_hi(t.mantissa, (wide.mantissa >> 1) + (one >> 1));  // * 2^61, times 2^(the exponents)
  Wide normalised = normalisedBy2(square, t.exponent + wide.exponent + 2);
  ulong root = rootOf(normalised.mantissa, normalised.exponent & 1);
  int exponent = normalised.exponent >> 1;
  ulong sum = (root >> 1) + shiftedRight63(t.mantissa, 1 + (uint)(exponent - t.exponent));
  Logarithm result = logarithmOfOneAnd(nearlyNormalisedOf(sum, exponent + 1), false);
  ulong rounded = doubleBitsOfHigh(result.value, result.point, false);
  bool below = (long)bits < 0x3ff0000000000000;
  rounded = below ? UNDEFINED : bits == 0x3ff0000000000000 ? 0 : rounded;
  return (long)bits >= (long)INFINITE || (bits & MAGNITUDE) > INFINITE ? x : as_double(rounded);
}
VECTORS_1(double, acosh)
