// SPDX-License-Identifier: Apache-2.0
// exp, exp2 and exp10 of double: at most 0.53 units in the last place from the exact result, subnormal results among
// them. The operand in fixed point less a multiple n of the logarithm of 2 leaves r; e^r comes from a table of its
// first 9 bits and the series of the rest z (the structure of de Dinechin and Pasca, Floating-point exponential
// functions for DSP-enabled FPGAs, FPT 2010).
#include "builtins.h"
#include "double_fixed_point.h"

// What depends on the base b.
typedef struct {
  uint rate;    // log2(b) * 2^16, rounded up
  ulong high;   // logb(2) * 2^61
  uint low;     // its next 16 bits
  ulong scale;  // log(b) * 2^61; 0: the base is e
} Base;

static inline double exponential(double x, Base base) {
  ulong bits = as_ulong(x), mantissa = (bits & 0xfffffffffffff) | 0x10000000000000;
  int exponent = (int)(bits >> 52) & 0x7ff;
  bool negative = (long)bits < 0, large = exponent > 1033;
  // n, or one more: |x| in units of 2^-20 times the rate, and a little.
  int coarse_down = 1034 - exponent;
  uint coarse = coarse_down > 31 ? 0 : (uint)shiftedRight(mantissa >> 21, coarse_down & 31);
  uint n = (uint)(((ulong)coarse * base.rate + (1u << 30)) >> 36) & 0x1fff;
  // |x| * 2^61; what is above its 64 bits goes with n.
  ulong fixed = mantissa << 11;
  int down = 1025 - exponent;
  ulong smaller = shiftedRight(down & 32 ? fixed >> 32 : fixed, down & 31);
  fixed = down < 0 ? shiftedLeft15(fixed, -down & 15) : down > 63 ? 0 : smaller;
  ulong whole = n * base.high + (n * base.low >> 16);
  ulong r = negative ? whole - fixed : fixed - whole;
  bool below = (long)r < 0;
  r = below ? r + base.high : r;
  int scale = (negative ? -(int)n : (int)n) - below;
  r = base.scale ? mul_hi(r << 3, base.scale) : r;
  double result = scaledBy(large ? (negative ? -1100 : 1100) : scale, exponentialOf(r));
  return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000 ? x : result;
}

#define EXPONENTIAL(name, rate, high, low, scale)                                                                      \
  OVERLOAD PURE double name(double x) { return exponential(x, (Base){rate, high, low, scale}); }                       \
  VECTORS_1(double, name)
EXPONENTIAL(exp, 94549, 0x162e42fefa39ef35, 0x793c, 0)
EXPONENTIAL(exp2, 65536, 0x2000000000000000, 0x0, 0x162e42fefa39ef35)
EXPONENTIAL(exp10, 217706, 0x9a209a84fbcff79, 0x88f8, 0x49aec6eed554560b)
