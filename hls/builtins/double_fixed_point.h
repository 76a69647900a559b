// SPDX-License-Identifier: Apache-2.0
// What the math functions of double that work in fixed point share.
#pragma once
#include "fixed_point.h"

static inline ulong shiftedLeft63(ulong value, uint n) {
  value = n & 32 ? value << 32 : value;
  value = n & 16 ? value << 16 : value;
  return shiftedLeft15(value, n & 15);
}

// value >> n for any n.
static inline ulong shiftedRight63(ulong value, uint n) {
  return n > 63 ? 0 : shiftedRight(n & 32 ? value >> 32 : value, n & 31);
}

// Products in parts of 18 bits, a multiplier block each; what a part leaves above its 18 bits goes into the next one,
// which also keeps the compiler from making one wide product of them again.

// a * b for a of 54 bits, b of 18.
static inline ulong times18(ulong a, ulong b) {
  ulong p0 = (a & 0x3ffff) * b;
  ulong p1 = (a >> 18 & 0x3ffff) * b + (p0 >> 18);
  ulong p2 = (a >> 36 & 0x3ffff) * b + (p1 >> 18);
  return joined((uint)p2 << 4 | ((uint)p1 >> 14 & 0xf), (uint)p1 << 18 | ((uint)p0 & 0x3ffff));
}

// a * b * 2^-32, for 36 bits each.
static inline ulong product36(ulong a, ulong b) {
  ulong a1 = a >> 18 & 0x3ffff, a0 = a & 0x3ffff, b1 = b >> 18 & 0x3ffff, b0 = b & 0x3ffff;
  return (a1 * b1 << 4) + ((a1 * b0 + a0 * b1) >> 14);
}

// a * b * 2^-54, for 54 bits each; 3 units too small at most.
static inline ulong product54(ulong a, ulong b) {
  ulong a2 = a >> 36 & 0x3ffff, a1 = a >> 18 & 0x3ffff, a0 = a & 0x3ffff;
  ulong b2 = b >> 36 & 0x3ffff, b1 = b >> 18 & 0x3ffff, b0 = b & 0x3ffff;
  ulong low = a1 * b1 + a2 * b0 + a0 * b2;
  ulong middle = a2 * b1 + a1 * b2 + (low >> 18);
  return (a2 * b2 + (middle >> 18)) << 18 | (middle & 0x3ffff);
}

// a * b / 2^64, at most 3 less.
static inline ulong highProduct(ulong a, ulong b) {
  uint a1 = (uint)(a >> 32), b1 = (uint)(b >> 32);
  return (ulong)a1 * b1 + mul_hi(a1, (uint)b) + mul_hi((uint)a, b1);
}

// A number's magnitude as bits * 2^(exponent - 1140) or, from the table's part LOGARITHM_HALVED on, * 2^(exponent -
// 1141).
typedef struct {
  ulong bits;     // 53
  uint part;      // its first 9 behind the leading one
  uint exponent;  // 12 bits
} Mantissa;
static inline Mantissa mantissaOf(ulong from) {
  ulong fraction = from & 0xfffffffffffff;
  uint field = (uint)(from >> 52) & 0x7ff;
  uint up = field ? 0 : ((uint)clz(fraction) - 11) & 63;
  ulong shifted = shiftedLeft63(fraction, up);
  Mantissa m = {joined(((uint)(shifted >> 32) & 0xfffff) | 0x100000, (uint)shifted), (uint)(shifted >> 43) & 0x1ff, 0};
  m.exponent = ((field ? field : 1) - up + 65 + (m.part >= LOGARITHM_HALVED)) & 0xfff;
  return m;
}

// What the table has for the first bits of a mantissa: R * 2^10, and -log(R) in units of 2^-52 and 17 bits below them.
typedef struct {
  uint reciprocal, low;
  ulong high;
} Entry;
static inline Entry entryOf(uint word2, uint word1, uint word0) {
  Entry entry = {word0 >> 21, (word1 & 0x7ff) << 6 | (word0 >> 15 & 0x3f), (ulong)((long)joined(word2, word1) >> 11)};
  return entry;
}
#define ENTRY(table, part) entryOf(table##_2[part], table##_1[part], table##_0[part])

// value * 2^-point as a number with a sign; zero for zero.
static inline ulong doubleBits(ulong value, int point, bool negative) {
  uint zeros = (uint)clz(value) & 63;
  ulong rounded = ((shiftedLeft63(value, zeros) >> 10) + 1) >> 1;
  ulong bits = rounded + ((ulong)(1023 + 62 - (int)zeros - point) << 52);
  return (ulong)negative << 63 | (value == 0 ? 0 : bits);
}

// The same of a value that is 2^48 or more, or zero.
static inline ulong doubleBitsOfHigh(ulong value, int point, bool negative) {
  uint zeros = (uint)clz((uint)(value >> 48) << 16 | 0xffff) & 15;
  ulong rounded = ((shiftedLeft15(value, zeros) >> 10) + 1) >> 1;
  ulong bits = rounded + ((ulong)(1023 + 62 - (int)zeros - point) << 52);
  return (ulong)negative << 63 | (value == 0 ? 0 : bits);
}

// 2^(n - 4096) y for y in [1, 2], * 2^62; n of 13 bits.
static inline double scaledByBiased(uint n, ulong y) {
  bool subnormal = n < 3074;
  uint down = subnormal ? min(3074 - n, 63u) : 0;
  uint field = subnormal ? 0 : (n - 3074) & 0xfff;
  ulong kept = y >> 9;
  kept = down & 32 ? kept >> 32 : kept;
  kept = shiftedRight(kept, down & 31);
  uint high = (uint)(kept >> 32);
  high = (high & 0x1fffff) | (field + (high >> 21 & 3)) << 21;
  ulong bits = (joined(high, (uint)kept) + 1) >> 1;
  return n >= 5120 ? INFINITY : as_double(bits);
}
static inline double scaledBy(int n, ulong y) { return scaledByBiased((uint)(n + 4096) & 0x1fff, y); }

// e^(r / 2^61) * 2^62 for r below 2^61 log(2).
static inline ulong exponentialOf(ulong r) {
  uint part = (uint)(r >> 52) & 0x1ff;
  ulong z = r & 0xfffffffffffff;                                                // * 2^61, below 2^-9
  uint a = (uint)(z >> 20), high = a >> 14;                                     // * 2^41 and 2^27
  ulong square = (ulong)a * a + ((ulong)high * ((uint)z >> 2 & 0x3ffff) >> 3);  // * 2^82
  uint fourth = 0xaaaaaaaa + (uint)((ulong)high * 139810 >> 15);                // 1/24 + z/120, * 2^36
  uint third = 0xaaaaaaaa + (mul_hi(a, fourth) >> 11);                          // 1/6 + z (fourth), * 2^34
  ulong cubic = (square >> 32) * ((ulong)a * third >> 32);                      // z^3 (third), * 2^93
  ulong minus_one = (z << 11) + (square >> 11) + (cubic >> 21);                 // e^z - 1, * 2^72
  ulong start = joined(EXPONENTIAL_HIGH[part], EXPONENTIAL_LOW[part]);
  return start + (product54(start >> 9, minus_one >> 10) << 1);
}

// 1/d * 2^63 for d * 2^63 of at least 1: 25 bits from a table, and a step of the third order.
static inline ulong inverseOf(ulong d) {
  uint first = FLATTENING(RECIPROCAL, (uint)(d >> 54) & 0x1ff, (uint)(d >> 36) & 0x3ffff);  // * 2^31
  ulong product = (d >> 32) * first + ((d & 0xffffffff) * first >> 32);                     // * 2^62
  long error = (long)((1UL << 62) - product);                                               // of first, * 2^62
  int small = (int)(error >> 20);
  error += (ulong)((long)small * small) >> 22;
  long step = (long)first * (int)(error >> 7) + ((long)((first >> 14) * ((uint)error & 0x7f)) << 7);  // * 2^86
  return ((ulong)first << 32) + (ulong)(step >> 23);
}
