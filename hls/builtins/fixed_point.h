// SPDX-License-Identifier: Apache-2.0
// What the math functions of float that work in fixed point share. They read tables that make_tables.py writes,
// multiply in multiplier blocks, and round once. The error bounds beside them were measured on every 41st bit pattern
// (of two operands: on millions).
#pragma once
#include "math_tables.h"

#define EXPONENT_OF(bits) ((bits) >> 23 & 0xff)
#define FRACTION_OF(bits) ((bits) & 0x7fffff)
#define IS_NAN_BITS(bits) (((bits) & 0x7fffffff) > 0x7f800000)

// Two words side by side; with shifts and an or they would count as logic.
static inline ulong joined(uint high, uint low) { return as_ulong((uint2)(low, high)); }

// The polynomial of a table's entry at d, as polynomials.py describes it.
#define RISING(table, part, d)                                                                                         \
  evaluateRising(table##_BASE[part], table##_SLOPE[part], d, table##_SHIFT1, table##_SHIFT2)
#define FALLING(table, part, d)                                                                                        \
  evaluateFalling(table##_BASE[part], table##_SLOPE[part], d, table##_SHIFT1, table##_SHIFT2)
// Convex: falls less and less.
#define FLATTENING(table, part, d)                                                                                     \
  evaluateFlattening(table##_BASE[part], table##_SLOPE[part], d, table##_SHIFT1, table##_SHIFT2)
// Concave: rises less and less.
#define SLOWING(table, part, d)                                                                                        \
  evaluateSlowing(table##_BASE[part], table##_SLOPE[part], d, table##_SHIFT1, table##_SHIFT2)
// Those of degree 1.
#define LINE_SLOPE(table, part, d) (uint)((ulong)(table##_SLOPE[part] >> 14) * (d) >> table##_SHIFT1)
#define LINE(table, part, d) (table##_BASE[part] + LINE_SLOPE(table, part, d))
#define FALLING_LINE(table, part, d) (table##_BASE[part] - LINE_SLOPE(table, part, d))
static inline uint slopeOf(uint word, uint d, int shift1, int shift2) {
  uint slope = ((word >> 14) + (uint)((ulong)(word & 0x3fff) * d >> shift2)) & 0x3ffff;
  return (uint)((ulong)slope * d >> shift1);
}
static inline uint evaluateRising(uint base, uint word, uint d, int shift1, int shift2) {
  return base + slopeOf(word, d, shift1, shift2);
}
static inline uint evaluateFalling(uint base, uint word, uint d, int shift1, int shift2) {
  return base - slopeOf(word, d, shift1, shift2);
}
static inline uint fallingSlopeOf(uint word, uint d, int shift1, int shift2) {
  uint slope = ((word >> 14) - (uint)((ulong)(word & 0x3fff) * d >> shift2)) & 0x3ffff;
  return (uint)((ulong)slope * d >> shift1);
}
static inline uint evaluateFlattening(uint base, uint word, uint d, int shift1, int shift2) {
  return base - fallingSlopeOf(word, d, shift1, shift2);
}
static inline uint evaluateSlowing(uint base, uint word, uint d, int shift1, int shift2) {
  return base + fallingSlopeOf(word, d, shift1, shift2);
}
// With a second coefficient of either sign, whose magnitude fits an unsigned multiplier block; as falling.
static inline uint signedSlopeOf(uint word, uint d, int shift1, int shift2) {
  uint sign = (uint)((int)(word << 18) >> 31), magnitude = ((word ^ sign) & 0x3fff) - sign & 0x3fff;
  uint second = (uint)((ulong)magnitude * d >> shift2) ^ sign;
  return (uint)((ulong)((word >> 14) + second & 0x3ffff) * d >> shift1);
}
static inline uint evaluateSigned(uint base, uint word, uint d, int shift1, int shift2) {
  return base - signedSlopeOf(word, d, shift1, shift2);
}

// value >> n for n below 32, a selection a level: fewer look-up tables than a shift of that width, and levels go into
// stages of their own.
static inline ulong shiftedRight(ulong value, uint n) {
  value = n & 16 ? value >> 16 : value;
  value = n & 8 ? value >> 8 : value;
  value = n & 4 ? value >> 4 : value;
  value = n & 2 ? value >> 2 : value;
  return n & 1 ? value >> 1 : value;
}
static inline uint shiftedLeft(uint value, uint n) {
  value = n & 16 ? value << 16 : value;
  value = n & 8 ? value << 8 : value;
  value = n & 4 ? value << 4 : value;
  value = n & 2 ? value << 2 : value;
  return n & 1 ? value << 1 : value;
}
// For n below 16.
static inline ulong shiftedLeft15(ulong value, uint n) {
  value = n & 8 ? value << 8 : value;
  value = n & 4 ? value << 4 : value;
  value = n & 2 ? value << 2 : value;
  return n & 1 ? value << 1 : value;
}
// The 25 leading bits of a number of 36 that has at most 15 leading zeros.
static inline uint leadingBits25(ulong value, uint zeros) {
  value = (zeros & 8 ? value << 4 : value >> 4) & 0xffffffff;
  value = (zeros & 4 ? value : value >> 4) & 0xfffffff;
  value = (zeros & 2 ? value : value >> 2) & 0x3ffffff;
  return (uint)(zeros & 1 ? value : value >> 1) & 0x1ffffff;
}

// The magnitude of a number that is not zero as 2^exponent (1 + z), z in [-0.29, 0.42).
typedef struct {
  uint exponent;   // + 160, 9 bits
  bool below;      // z is negative
  uint magnitude;  // of z, in units of 2^-24
  uint fraction;   // of the mantissa, 23 bits
} Parts;
static inline Parts partsOf(uint bits) {
  Parts parts;
  uint fraction = FRACTION_OF(bits), exponent = EXPONENT_OF(bits);
  uint up = (exponent ? 8 : clz(fraction)) - 8 & 31;  // of a subnormal operand
  parts.fraction = FRACTION_OF(shiftedLeft(fraction, up));
  parts.below = parts.fraction >> 15 >= LOG_HALVED;
  parts.exponent = (exponent ? exponent : 1) - up + 33 + parts.below & 0x1ff;
  parts.magnitude = parts.below ? 0x800000 - parts.fraction : parts.fraction << 1;
  return parts;
}
#define ALONE(parts) ((parts).exponent == 160)  // the logarithm is z's alone
#define WHOLE_OF_LOG(parts) (((parts).exponent < 160 ? 160 - (parts).exponent : (parts).exponent - 160) & 0xff)

// A magnitude: mantissa * 2^(exponent - 150), the mantissa's leading one bit 23.
typedef struct {
  uint mantissa;
  int exponent;
} Normal;
static inline Normal normalOf(uint magnitude) {
  uint exponent = magnitude >> 23, fraction = FRACTION_OF(magnitude);
  uint up = (exponent ? 8 : clz(fraction)) - 8 & 31;
  Normal result = {FRACTION_OF(shiftedLeft(fraction, up)) | 0x800000, (int)(exponent ? exponent : 1) - (int)up};
  return result;
}

// For the mantissa m with that fraction, to 21 bits: (2/m - 1) * 2^31, and 1/m * 2^31.
static inline uint reciprocalLine(uint fraction) {
  return FALLING_LINE(RECIPROCAL_LINE, fraction >> 14, fraction & 0x3fff);
}
static inline uint shortReciprocal(uint fraction) { return 0x40000000 + (reciprocalLine(fraction) >> 1); }

// (a * b) >> 32, or one less: without the product of the low parts, three multiplier blocks.
static inline uint multipliedHigh(uint a, uint b) {
  uint high_a = a >> 14, high_b = b >> 14;
  ulong sum = (ulong)high_a * high_b + ((ulong)high_a * (b & 0x3fff) >> 14) + ((ulong)(a & 0x3fff) * high_b >> 14);
  return (uint)(sum >> 4);
}

// leading * 2^(exponent - 156) times factor / 2^31, as a float's rounded bits. The leading one is in bit 30, and the
// product at least that and below 2^32, or the exponent is 0, as for a subnormal operand's digits.
static inline uint productBits(uint leading, uint factor, uint exponent) {
  uint product = multipliedHigh(leading << 1, factor);
  uint whole = product >> 31;
  uint top = whole ? product >> 7 : product >> 6 & 0x1ffffff;
  return ((exponent + whole) << 23) + ((top + 1) >> 1);
}

// 2^(n + f / 2^28)
static inline float powerOf2(int n, uint f) {
  uint value = RISING(POWER_OF_2, f >> 19, f >> 1 & 0x3ffff);
  uint down = n < -126 ? min(-126 - n, 31) : 0;  // of a subnormal result
  uint rounded = ((uint)shiftedRight(value >> 7, down) + 1) >> 1;
  uint bits = rounded + ((uint)(max(n, -126) + 126) << 23);
  return n >= 128 ? INFINITY : as_float(bits);
}

// |x| log2(base) with 8 bits before the point and 28 behind it, of the product with a mantissa: down is how far x's
// exponent field is below the greatest for which that suffices.
static inline ulong pointAt28(ulong product, int down) {
  return down < 0 ? 0xfffffffff : shiftedRight(product, down & 31) & 0xfffffffff;
}
#define LOG2_OF_E 0xb8aa3b296  // * 2^35
#define LOG2_OF_E_TOP 133
// scale: log2(base) * 2^(top - 98), where top is that greatest exponent field.
static inline ulong powerOfBase(uint bits, ulong scale, int top) {
  int down = top - (int)EXPONENT_OF(bits);
  uint mantissa = down > 31 ? 0 : FRACTION_OF(bits) | 0x800000;
  return pointAt28(mantissa * scale >> 24, down);
}

// 1/n, with 32 bits: from a table with 25, and one step of Newton's.
static inline uint reciprocalOfWord(uint normalised) {
  uint first = FLATTENING(RECIPROCAL, normalised >> 22 & 0x1ff, normalised >> 4 & 0x3ffff);  // * 2^31
  long error = (long)(1UL << 62) - (long)((ulong)normalised * first);
  int small = (int)(error >> 16);  // * 2^46
  long sum = ((long)first << 1) + ((long)small * (int)(first >> 13) >> 32);
  return sum > 0xffffffff ? 0xffffffff : (uint)sum;
}
