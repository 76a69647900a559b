// SPDX-License-Identifier: Apache-2.0
// pow, powr, pown and rootn of double as e^(y log |x|): at most 0.85 units in the last place from the exact result, subnormal results among
// them (2.4 million operands against MPFR). The logarithm has a relative precision of 2^-64. x = 2^e m; a reciprocal R of m's first 9 bits
// leaves R m = 1 + u with |u| < 2^-9, and a factor 1 - i / 2^14 next to its reciprocal leaves 1 + v with |v| < 2^-14.8, exactly; then
// log |x| = e log(2) - log(R) - log(1 - i / 2^14) + log(1 + v), the last from its series. Next to 1, where all but v vanish, v is normalised
// first (the structure of de Dinechin, Echeverría, López-Vallejo and Pasca, Floating-point exponentiation units for reconfigurable computing,
// TRETS 2013).
#include "builtins.h"
#include "double_exponential.h"

// The second operand: its magnitude is mantissa * 2^(exponent - 63), the mantissa's leading one at bit 63.
typedef struct {
  ulong mantissa;
  int exponent;
  bool negative, zero, infinite, odd;
} Exponent;

// A logarithm: its magnitude is bits * 2^(exponent - 63).
typedef struct {
  ulong bits;
  int exponent;
  bool negative;
} Logarithm;

// Of 96 bits, in units of 2^-84.
typedef struct {
  ulong high;
  uint low;
} Wide;
static Wide inverted(Wide a, bool invert) {
  Wide result = {invert ? ~a.high : a.high, invert ? ~a.low : a.low};
  return result;
}

// Of log(2), whose 84 bits are taken in parts of 18.
static Wide multipleOfLog2(uint distance) {
  ulong low = distance * 0x9e3bu + ((ulong)(distance * 0x1e6afu) << 18);
  ulong high = ((ulong)(distance * 0x3d1cfu) << 4) + ((ulong)(distance * 0x85fdu) << 22) + ((ulong)(distance * 0xb17u) << 40);
  Wide result = {high + (low >> 32), (uint)low};
  return result;
}

// |log(1 + v) / v - 1| * 2^69, for |v| * 2^76 (61.2 bits).
static ulong slopeOfLogarithm(ulong v, bool below) {
  ulong turn = below ? 0 : ~0UL;
  ulong a = v >> 26;                                                       // * 2^50
  ulong fifth = (v >> 44 & 0x3ffff) * 52429 >> 13;                         // v / 5, * 2^37
  ulong fourth = (0x800000000 + (fifth ^ turn)) & 0xfffffffff;             // 1/4 - v/5
  ulong more = product36(a, fourth) >> 18;                                 // times |v|
  ulong third = (45812984491 + (more ^ turn)) & 0xfffffffff;               // 1/3 - v (fourth)
  ulong second = product36(a, third) >> 3;                                 // times |v|, * 2^52
  ulong square = product36(a, second) >> 1;                                // times |v|, * 2^69
  return ((v >> 8) + (square ^ turn)) & 0x3fffffffffffff;
}

// The sum is in units of 2^-(84 + up) and is not zero in its first 27 bits.
static Logarithm normalised(Wide sum, uint up) {
  bool negative = (long)sum.high < 0;
  sum = inverted(sum, negative);
  uint zeros = (uint)clz(sum.high) & 31;
  // Each part by itself: one or.
  uint low = sum.low >> 1, rest = ~zeros & 31;
  low = rest & 16 ? low >> 16 : low;
  low = rest & 8 ? low >> 8 : low;
  low = rest & 4 ? low >> 4 : low;
  low = rest & 2 ? low >> 2 : low;
  low = rest & 1 ? low >> 1 : low;
  ulong high = shiftedLeft63(sum.high, zeros);
  high = joined((uint)(high >> 32), (uint)high | low);
  Logarithm result = {high, 11 - (int)zeros - (int)up, negative};
  return result;
}

// 1 + v = R m (1 - i / 2^14), for a table's entry.
typedef struct {
  ulong magnitude;      // of v, * 2^76
  bool below, one_off;  // v is negative; the magnitude is one too small, which its next 8 bits make good
  bool first;           // i is zero
  uint index;           // of i in the second table
} Rest;
static Rest restOf(ulong mantissa, uint reciprocal) {
  ulong u = times18(mantissa, reciprocal) - (1UL << 62);  // * 2^62
  bool below = (long)u < 0;
  ulong magnitude = (below ? -u : u) & 0x3fffffffffffff;
  uint i = (uint)((magnitude + (1UL << 47)) >> 48) & 0x3f;
  ulong difference = (magnitude << 14) - ((ulong)i << 62), turn = below ? 0 : ~0UL;
  ulong v = ((difference ^ turn) + times18(magnitude, i)) ^ turn;
  bool one_off = (long)v < 0;
  uint index = below ? SECOND_LOGARITHM_MIDDLE - i : SECOND_LOGARITHM_MIDDLE + i;
  Rest rest = {v ^ (one_off ? ~0UL : 0), below != one_off, one_off, i == 0, min(index & 0x7f, 2u * SECOND_LOGARITHM_MIDDLE)};
  return rest;
}

// log |x|
static Logarithm logarithmOf(ulong from) {
  Mantissa m = mantissaOf(from);
  uint last = LOGARITHM_0[m.part], last_of_first = last & 0x1fffff;
  ulong first = joined(LOGARITHM_2[m.part], LOGARITHM_1[m.part]);
  Rest v = restOf(m.bits, last >> 21);
  ulong second = joined(SECOND_LOGARITHM_HIGH[v.index], SECOND_LOGARITHM_MID[v.index]);
  bool alone = m.exponent == 1088 && (first | last_of_first) == 0 && v.first;
  uint up = alone ? ((uint)clz(v.magnitude) - 2) & 63 : 0;
  ulong line = shiftedLeft63(v.magnitude, up) & 0x3fffffffffffffff;                        // * 2^(76 + up)
  ulong curve = product54(line >> 8, slopeOfLogarithm(v.magnitude, v.below)) << 1;         // * 2^(84 + up)
  Wide of_v = {line >> 24, (uint)line << 8 | (v.one_off ? 0xff : 0)};
  of_v = inverted(of_v, v.below);
  bool below = m.exponent < 1088;
  Wide power = inverted(multipleOfLog2((below ? 1088 - m.exponent : m.exponent - 1088) & 0x7ff), below);
  uint low_of_first = (uint)first << 21 | last_of_first;
  long low = (long)power.low + of_v.low + SECOND_LOGARITHM_LOW[v.index] + low_of_first - (uint)curve;
  ulong high = power.high + of_v.high + second + (ulong)((long)first >> 11) - (curve >> 32) + (ulong)(low >> 32);
  return normalised((Wide){high, (uint)low}, up);
}

// |x|^y with a sign, for x that is no NaN.
static double powerOf(ulong x, Exponent y) {
  Logarithm l = logarithmOf(x);
  ulong a = y.mantissa >> 32, b = (uint)y.mantissa, c = l.bits >> 32, d = (uint)l.bits;
  // With half of a unit of the logarithm, which is cut.
  ulong rest = (a * d >> 24) + (b * c >> 24) + ((b >> 16) * (d >> 16) >> 24) + (a >> 25);
  ulong product = a * c, low = (product << 8) + rest;
  bool flat = x << 1 == 0x7fe0000000000000 || y.zero;
  bool extreme = x << 1 == 0 || x << 1 == 0xffe0000000000000 || y.infinite;
  int down = 9 - l.exponent - y.exponent;
  Power power = {(uint)(product >> 56) + (low < rest), low, flat ? 127 : extreme ? -1 : down, l.negative != y.negative};
  ulong result = as_ulong(exponentialOfPower(power, BASE_E, 0));
  uint sign = (uint)(x >> 32) & (uint)y.odd << 31;
  return as_double(joined((uint)(result >> 32) | sign, (uint)result));
}

#define IS_NAN_64(bits) (((bits) & 0x7fffffffffffffff) > 0x7ff0000000000000)

static Exponent exponentOf(double y) {
  ulong bits = as_ulong(y);
  int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  Exponent parts = {(bits << 11) | 1UL << 63, exponent, (long)bits < 0, bits << 1 == 0, exponent == 1024, false};
  return parts;
}

OVERLOAD PURE double pow(double x, double y) {
  ulong from = as_ulong(x), bits = as_ulong(y);
  Exponent parts = exponentOf(y);
  // The place of the last one, against the point.
  ulong ones = (bits & 0xfffffffffffff) | 1UL << 52;
  int last = 63 - (int)clz(ones & -ones), units = 52 - parts.exponent;
  parts.odd = last == units;
  bool whole = last >= units;
  double result = powerOf(from, parts);
  bool finite = (from >> 52 & 0x7ff) != 0x7ff;
  bool of_x = IS_NAN_64(from) || ((long)from < 0 && finite && from << 1 && !whole);
  bool undefined = (of_x && !parts.zero) || (IS_NAN_64(bits) && from != 0x3ff0000000000000);
  return undefined ? NAN : result;
}
VECTORS_2(double, pow, double)

OVERLOAD PURE double powr(double x, double y) {
  ulong from = as_ulong(x), bits = as_ulong(y);
  Exponent parts = exponentOf(y);
  bool extreme = from << 1 == 0 || (from >> 52 & 0x7ff) == 0x7ff;
  bool undefined = IS_NAN_64(from) || IS_NAN_64(bits) || ((long)from < 0 && from << 1) || (extreme && parts.zero) ||
                   (from == 0x3ff0000000000000 && parts.infinite);
  double result = powerOf(from, parts);
  return undefined ? NAN : result;
}
VECTORS_2(double, powr, double)

OVERLOAD PURE double pown(double x, int n) {
  ulong from = as_ulong(x);
  uint magnitude = abs(n), zeros = clz(magnitude);
  Exponent parts = {(ulong)shiftedLeft(magnitude, zeros & 31) << 32, 31 - (int)zeros, n < 0, n == 0, false, (n & 1) != 0};
  double result = powerOf(from, parts);
  return IS_NAN_64(from) && n != 0 ? NAN : result;
}
VECTORS_2(double, pown, int)

// 2^95 / n for n of 32 bits that is no power of 2, with 64 bits: one step of Newton's from a reciprocal that is a little too small.
static ulong fineReciprocalOf(uint n) {
  uint first = reciprocalOfWord(n) - 2;                            // * 2^63
  ulong error = ((1UL << 63) - (ulong)n * first) & 0x3ffffffff;    // of n first, * 2^63
  ulong high = error >> 17;
  error += high * high >> 29;                                     // 1 / (1 - e) = 1 + e + e^2
  return joined(first, 0) + (product36(error << 2, (ulong)first << 4) >> 5);
}

OVERLOAD PURE double rootn(double x, int n) {
  ulong from = as_ulong(x);
  uint magnitude = abs(n), zeros = clz(magnitude) & 31;
  uint normal = shiftedLeft(magnitude, zeros);
  bool power = (normal & 0x7fffffff) == 0;
  ulong reciprocal = power ? 1UL << 63 : fineReciprocalOf(normal);
  Exponent parts = {reciprocal, (int)zeros - 32 + power, n < 0, false, false, (n & 1) != 0};
  double result = powerOf(from, parts);
  bool undefined = IS_NAN_64(from) || n == 0 || ((long)from < 0 && from << 1 && !parts.odd);
  return undefined ? NAN : result;
}
VECTORS_2(double, rootn, int)
