// SPDX-License-Identifier: Apache-2.0
// exp, exp2 and exp10 of float: at most 0.7 units in the last place from the exact result, subnormal results among them. The operand in fixed
// point times log2 of the base gives the result's exponent and a fraction f, 2^f comes from a table with a polynomial of degree 2
// (de Dinechin and Pasca, Floating-point exponential functions for DSP-enabled FPGAs, FPT 2010).
#include "builtins.h"
#include "fixed_point.h"

// base^x, with powerOfBase's scale and top.
static float exponential(float x, ulong scale, int top) {
  uint bits = as_uint(x);
  ulong product = powerOfBase(bits, scale, top);
  uint invert = (int)bits >> 31;
  float result = powerOf2((int)((uint)(product >> 28) ^ invert), ((uint)product ^ invert) & 0xfffffff);
  return IS_NAN_BITS(bits) ? x : result;
}

OVERLOAD PURE float exp(float x) { return exponential(x, LOG2_OF_E, LOG2_OF_E_TOP); }
FLOAT_VECTORS_1(exp)
OVERLOAD PURE float exp2(float x) { return exponential(x, 0x1000000000, 134); }
FLOAT_VECTORS_1(exp2)
OVERLOAD PURE float exp10(float x) { return exponential(x, 0xd49a784bd, 132); }
FLOAT_VECTORS_1(exp10)
