// SPDX-License-Identifier: Apache-2.0
// exp, exp2 and exp10 of float: at most 0.7 units in the last place from the exact result, subnormal results among them. The operand in fixed
// point times log2 of the base gives the result's exponent and a fraction f, 2^f comes from a table with a polynomial of degree 2
// (de Dinechin and Pasca, Floating-point exponential functions for DSP-enabled FPGAs, FPT 2010).
#include "builtins.h"
#include "fixed_point.h"

// base^x. top: the greatest exponent field of x for which log2(base) x is below 2^8; scale: log2(base) * 2^(top - 98).
static float exponential(float x, ulong scale, int top) {
  uint bits = as_uint(x);
  int down = top - (int)EXPONENT_OF(bits);
  uint mantissa = down > 31 ? 0 : FRACTION_OF(bits) | 0x800000;
  // The product with 8 bits before the point and 28 behind it.
  ulong product = down < 0 ? 0xfffffffff : shiftedRight(mantissa * scale >> 24, down & 31);
  uint invert = (int)bits >> 31;
  float result = powerOf2((int)((uint)(product >> 28) ^ invert), ((uint)product ^ invert) & 0xfffffff);
  return IS_NAN_BITS(bits) ? x : result;
}

OVERLOAD PURE float exp(float x) { return exponential(x, 0xb8aa3b296, 133); }
FLOAT_VECTORS_1(exp)
OVERLOAD PURE float exp2(float x) { return exponential(x, 0x1000000000, 134); }
FLOAT_VECTORS_1(exp2)
OVERLOAD PURE float exp10(float x) { return exponential(x, 0xd49a784bd, 132); }
FLOAT_VECTORS_1(exp10)
