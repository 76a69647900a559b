// SPDX-License-Identifier: Apache-2.0
// What the exponential functions of double share: the operand in fixed point less a multiple of the logarithm of 2.
#pragma once
#include "double_fixed_point.h"

// What depends on the base b of a power.
typedef struct {
  uint rate;   // log2(b) * 2^16, rounded up
  ulong high;  // logb(2) * 2^61
  uint low;    // its next 16 bits
} Base;
#define BASE_E ((Base){94549, 0x162e42fefa39ef35, 0x793c})

// An exponent: 72 bits (the high 8 in a word of their own) * 2^(-61 - down), and a sign.
typedef struct {
  uint high;
  ulong low;
  int down;
  bool negative;
} Power;

// A number of double; beyond 2^11 it means nothing but a large one.
static inline Power powerOfBits(ulong bits) {
  ulong mantissa = (bits & 0xfffffffffffff) | 0x10000000000000;
  Power power = {(uint)(mantissa >> 45), mantissa << 19, 1033 - ((int)(bits >> 52) & 0x7ff), (long)bits < 0};
  return power;
}

// The magnitude * 2^61.
static inline Power shifted(Power x) {
  uint n = x.down > 127 ? 127 : (uint)x.down & 127;
  ulong high = x.high & 0xff;
  x.low = n & 64 ? high : x.low;
  high = n & 64 ? 0 : high;
  x.low = n & 32 ? high << 32 | x.low >> 32 : x.low;
  high = n & 32 ? 0 : high;
  x.low = n & 16 ? high << 48 | x.low >> 16 : x.low;
  high = n & 16 ? 0 : high;
  x.low = n & 8 ? high << 56 | x.low >> 8 : x.low;
  high = n & 8 ? 0 : high;
  x.low = n & 4 ? high << 60 | x.low >> 4 : x.low;
  high = n & 4 ? high >> 4 : high;
  x.low = n & 2 ? high << 62 | x.low >> 2 : x.low;
  high = n & 2 ? high >> 2 : high;
  x.low = n & 1 ? high << 63 | x.low >> 1 : x.low;
  x.high = (uint)(n & 1 ? high >> 1 : high);
  return x;
}

typedef struct {
  ulong r;     // * 2^61, below logb(2)
  uint n;      // + 4096, 13 bits: x = n logb(2) + r
  bool large;  // |x| is 1152 or more, and the others mean nothing
} Reduction;

static inline Reduction reductionOf(Power x, Base base) {
  Power fixed = shifted(x);
  // n, or one more: |x| in units of 2^-7, rounded up, times the rate.
  uint coarse = (fixed.high << 10 | (uint)(fixed.low >> 54)) & 0x3ffff;
  uint n = (uint)(((ulong)coarse * base.rate + base.rate) >> 23) & 0x1fff;
  ulong whole = times18(base.high & 0x3fffffffffffff, n) + ((ulong)(n * (uint)(base.high >> 54)) << 54) +
                (n * base.low >> 16);  // what is above its 64 bits goes with x's
  ulong turn = x.negative ? 0 : ~0UL;
  ulong r = ((whole - fixed.low) ^ turn) - turn;
  bool below = (long)r < 0;
  Reduction reduction;
  reduction.r = below ? r + base.high : r;
  reduction.n = (((n ^ (uint)~turn) & 0x1fff) + (x.negative ? 4097 : 4096) - below) & 0x1fff;
  reduction.large = x.down < 0 || (fixed.high & 0x80 && fixed.high & 0x70);
  return reduction;
}

// b^x; scale: log(b) * 2^61, or 0 for the base e.
static inline double exponentialOfPower(Power x, Base base, ulong scale) {
  Reduction reduction = reductionOf(x, base);
  uint extreme = x.negative ? 2900 : 5200;
  ulong r = scale ? mul_hi(reduction.r << 3, scale) : reduction.r;
  return scaledByBiased(reduction.large ? extreme : reduction.n, exponentialOf(r));
}
