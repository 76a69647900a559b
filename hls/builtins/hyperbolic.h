// SPDX-License-Identifier: Apache-2.0
// What the hyperbolic functions of float and their inverses share.
#pragma once
#include "fixed_point.h"

#define MANTISSA_OF(bits) (FRACTION_OF(bits) | 0x800000)
#define SIGN_OF(bits) ((bits) & 0x80000000)
// Below 2^-12 an odd function of slope 1 is its operand.
#define IS_SMALL(bits) (EXPONENT_OF(bits) < 115)
#define IS_INFINITE_OR_NAN(bits) (EXPONENT_OF(bits) == 255)

// |x| * 2^24 for |x| below 1: what a table of small operands is read at.
static inline uint positionOf(uint bits) {
  uint down = 126 - EXPONENT_OF(bits) & 0xff;
  return down > 31 ? 0 : (uint)shiftedRight(MANTISSA_OF(bits), down & 31);
}

// value / 2^31 * 2^(exponent - 127), whose leading one is bit 31 or 30, rounded to a float's magnitude. From exponent
// 255 on it is infinite.
static inline uint roundedBits(uint value, uint exponent) {
  uint whole = value >> 31, field = exponent - 1 + whole & 0x1ff;
  uint top = whole ? value >> 7 : value >> 6;
  uint bits = (field << 23 | (top >> 1 & 0x7fffff)) + (top & 1) & 0x7fffffff;
  return field > 254 ? 0x7f800000 : bits;
}
