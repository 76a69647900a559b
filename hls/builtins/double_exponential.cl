// SPDX-License-Identifier: Apache-2.0
// exp, exp2 and exp10 of double: at most 0.52 units in the last place from the exact result, subnormal results among
// them. The operand in fixed point less a multiple n of the logarithm of 2 leaves r; e^r comes from a table of its
// first 9 bits and the series of the rest z (the structure of de Dinechin and Pasca, Floating-point exponential
// functions for DSP-enabled FPGAs, FPT 2010).
#include "builtins.h"
#include "double_exponential.h"

static inline double exponential(double x, Base base, ulong scale) {
  ulong bits = as_ulong(x);
  double result = exponentialOfPower(powerOfBits(bits), base, scale);
  return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000 ? x : result;
}

#define EXPONENTIAL(name, rate, high, low, scale)                                                                      \
  OVERLOAD PURE double name(double x) { return exponential(x, (Base){rate, high, low}, scale); }                       \
  VECTORS_1(double, name)
EXPONENTIAL(exp, 94549, 0x162e42fefa39ef35, 0x793c, 0)
EXPONENTIAL(exp2, 65536, 0x2000000000000000, 0x0, 0x162e42fefa39ef35)
EXPONENTIAL(exp10, 217706, 0x9a209a84fbcff79, 0x88f8, 0x49aec6eed554560b)
