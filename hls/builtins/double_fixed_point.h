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

// value * n for an n of 13 bits, by products of 18 bits side by side.
static inline ulong timesShort(ulong value, uint n) {
  uint product0 = ((uint)value & 0x3ffff) * n, product1 = ((uint)(value >> 18) & 0x3ffff) * n;
  uint product2 = ((uint)(value >> 36) & 0x3ffff) * n, product3 = (uint)(value >> 54) * n;
  return ((ulong)product2 << 36 | product0) + (((ulong)product3 << 36 | product1) << 18);
}

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

// 2^n y for y in [1, 2], * 2^62.
static inline double scaledBy(int n, ulong y) {
  uint down = n < -1022 ? min(-1022 - n, 63) : 0;  // of a subnormal result
  ulong kept = y >> 9;
  kept = down & 32 ? kept >> 32 : kept;
  ulong bits = ((shiftedRight(kept, down & 31) + 1) >> 1) + ((ulong)(max(n, -1022) + 1022) << 52);
  return n >= 1024 ? INFINITY : as_double(bits);
}

// e^(r / 2^61) * 2^62 for r below 2^61 log(2).
static inline ulong exponentialOf(ulong r) {
  uint part = (uint)(r >> 52) & 0x1ff;
  ulong z = r & 0xfffffffffffff;                                         // * 2^61, below 2^-9
  uint a = (uint)(z >> 20);                                              // * 2^41
  ulong square = (ulong)a * a + ((ulong)a * ((uint)z & 0xfffff) >> 19);  // * 2^82
  uint fourth = 0xaaaaaaaa + mul_hi(a, 1118481u);                        // 1/24 + z/120, * 2^36
  uint third = 0xaaaaaaaa + (mul_hi(a, fourth) >> 11);                   // 1/6 + z (fourth), * 2^34
  ulong cubic = (square >> 32) * ((ulong)a * third >> 32);               // z^3 (third), * 2^93
  ulong minus_one = (z << 11) + (square >> 11) + (cubic >> 21);          // e^z - 1, * 2^72
  ulong start = (ulong)EXPONENTIAL_HIGH[part] << 32 | EXPONENTIAL_LOW[part];
  return start + (mul_hi(start, minus_one) >> 8);
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
