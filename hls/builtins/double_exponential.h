// SPDX-License-Identifier: Apache-2.0
// What the exponential functions of double share: the operand in fixed point less a multiple of the logarithm of 2.
#pragma once
#include "double_fixed_point.h"

// What depends on the base b.
typedef struct {
  uint rate;   // log2(b) * 2^16, rounded up
  ulong high;  // logb(2) * 2^61
  uint low;    // its next 16 bits
} Base;
#define BASE_E ((Base){94549, 0x162e42fefa39ef35, 0x793c})

typedef struct {
  ulong r;     // * 2^61, below logb(2)
  int n;       // x = n logb(2) + r
  bool large;  // |x| is 2^11 or more, and the others mean nothing
} Reduction;

static inline Reduction reductionOf(ulong bits, Base base) {
  ulong mantissa = (bits & 0xfffffffffffff) | 0x10000000000000;
  int exponent = (int)(bits >> 52) & 0x7ff;
  bool negative = (long)bits < 0;
  // n, or one more: |x| in units of 2^-20 times the rate, and a little.
  int coarse_down = 1034 - exponent;
  uint coarse = coarse_down > 31 ? 0 : (uint)shiftedRight(mantissa >> 21, coarse_down & 31);
  uint n = (uint)(((ulong)coarse * base.rate + (1u << 30)) >> 36) & 0x1fff;
  // |x| * 2^61; what is above its 64 bits goes with n.
  ulong fixed = mantissa << 11;
  int down = 1025 - exponent;
  ulong smaller = shiftedRight(down & 32 ? fixed >> 32 : fixed, down & 31);
  fixed = down < 0 ? shiftedLeft15(fixed, -down & 15) : down > 63 ? 0 : smaller;
  ulong whole = timesShort(base.high, n) + (n * base.low >> 16);
  ulong r = negative ? whole - fixed : fixed - whole;
  bool below = (long)r < 0;
  Reduction reduction = {below ? r + base.high : r, (negative ? -(int)n : (int)n) - below, exponent > 1033};
  return reduction;
}
