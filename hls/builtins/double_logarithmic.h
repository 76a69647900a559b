// SPDX-License-Identifier: Apache-2.0
// What the logarithms of double share, and the functions that end in one.
#pragma once
#include "double_fixed_point.h"

// log(2) in units of 2^-69.
typedef struct {
  ulong high;
  uint low;
} Unit;
#define UNIT_E ((Unit){0xb17217f7d1cf7, 0x13579})

// u^2 * 2^78 for u * 2^62 below 2^-7.
static inline ulong squareOf(ulong u) {
  uint size = (uint)(u >> 23);  // * 2^39
  return (ulong)size * size + ((ulong)size * ((uint)u & 0x7fffff) >> 22);
}
// square / 3 * 2^68
static inline ulong thirdOf(ulong square) {
  ulong third = square >> 12;  // times 4/3, * 2^66
  third += third >> 2;
  third += third >> 4;
  third += third >> 8;
  third += third >> 16;
  return third + (third >> 32);
}

// log(1 + u) / u * 2^62, for u and its magnitude * 2^62, and the square and its third.
static inline ulong factorOf(long u, ulong magnitude, ulong square, ulong third) {
  uint size = (uint)(magnitude >> 23);  // * 2^39
  int a = u < 0 ? -(int)size : (int)size;
  int last = 858993459 - (int)((long)a * 5592405 >> 32);   // 1/5 - u/6, * 2^32
  int rest = (int)((long)a * last >> 39) - (1 << 30);      // u (last) - 1/4, * 2^32
  int cube = (int)((long)(uint)(square >> 30) * a >> 31);  // u^3 * 2^56
  return (1UL << 62) - (u >> 1) + (third >> 6) + ((long)cube * rest >> 26);
}

// u * 2^72 below 2^-9, for 1 + u = R mantissa * 2^-73: what is above 64 bits is zero. Products of 18 bits side by side.
static inline long leftBy(ulong mantissa, uint reciprocal) {
  uint product0 = ((uint)mantissa & 0x3ffff) * reciprocal, product1 = ((uint)(mantissa >> 18) & 0x3ffff) * reciprocal;
  uint product2 = ((uint)(mantissa >> 36) & 0x3ffff) * reciprocal, product3 = (uint)(mantissa >> 54) * reciprocal;
  ulong even = (ulong)product2 << 35 | product0 >> 1, odd = (ulong)product3 << 36 | product1;
  return (long)(even + (odd << 17));
}

// What R leaves, 1 + u.
typedef struct {
  bool below, alone;  // negative; there is nothing else
  ulong magnitude;    // * 2^62
  int up;
  ulong normalised;  // magnitude * 2^(62 + up)
} Rest;
static inline Rest restOf(long u, bool alone) {
  Rest rest;
  rest.below = u < 0;
  rest.alone = alone;
  rest.magnitude = rest.below ? -(ulong)u : (ulong)u;
  rest.up = alone ? (int)clz(rest.magnitude) & 63 : 10;
  rest.normalised = shiftedLeft63(rest.magnitude, (uint)rest.up);
  return rest;
}

// value * 2^-point
typedef struct {
  ulong value;
  int point;
  bool negative;
} Logarithm;

// product: |log(1 + u)| * 2^(60 + up); scale: 1/log(b) * 2^63, or 0 for the base e.
static inline Logarithm logarithmOf(int exponent, Entry entry, Rest rest, ulong product, Unit unit, ulong scale) {
  product = scale ? mul_hi(product << 1, scale) : product;
  // The sum of all three, 64 bits in units of 2^-52 and 17 below them.
  ulong share = rest.below ? -(product >> 1) : product >> 1;
  uint distance = (uint)(exponent < 0 ? -exponent : exponent) & 0x7ff;
  uint power_low = distance * unit.low;
  ulong power = times18(unit.high, distance) + (power_low >> 17);
  uint low_of_power = power_low & 0x1ffff;
  if (exponent < 0) {
    power = ~power;
    low_of_power ^= 0x1ffff;
  }
  uint low = low_of_power + entry.low + ((uint)share & 0x1ffff);
  ulong sum = power + entry.high + (ulong)((long)share >> 17) + (low >> 17);
  bool negative = (long)sum < 0;
  sum = negative ? ~sum : sum;
  low = (negative ? ~low : low) & 0x1ffff;
  // As many as 64 bits hold.
  bool large = sum >> 55 != 0, small = sum >> 47 == 0;
  Logarithm result;
  result.value = rest.alone ? product : large ? sum : small ? sum << 17 | low : sum << 9 | low >> 8;
  result.point = rest.alone ? 60 + rest.up : large ? 52 : small ? 69 : 61;
  result.negative = rest.alone ? rest.below : negative;
  return result;
}
