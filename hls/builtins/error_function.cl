// SPDX-License-Identifier: Apache-2.0
// erf and erfc of float: at most 0.94 and 1.15 units in the last place from the exact result, subnormal results among them. erf(x) / x for x in
// [0, 4) comes from a table with a polynomial of degree 2 and is multiplied by the operand's own digits. erfc of |x| is exp(-x^2) times
// exp(x^2) erfc(x), which comes from another, finer for small operands; 2^f as for exp. erfc of -x is 2 less that.
#include "builtins.h"
#include "fixed_point.h"

// |x| in units of 2^(top - 158), for x below 2^(top - 126); top: that exponent field.
static uint magnitudeOf(uint bits, uint top) {
  uint down = top - EXPONENT_OF(bits);
  return down > 31 ? 0 : (uint)shiftedRight(FRACTION_OF(bits) << 8 | 0x80000000, down & 31);
}

// From 1 on the table has twice the quotient, from 2 on four times: so the product needs no normalisation.
OVERLOAD PURE float erf(float x) {
  uint bits = as_uint(x), magnitude = bits & 0x7fffffff, exponent = EXPONENT_OF(bits);
  uint position = magnitudeOf(bits, 128), part = position >> 23;
  uint factor = evaluateSigned(ERF_BASE[part], ERF_SLOPE[part], position >> 5 & 0x3ffff, ERF_SHIFT1, ERF_SHIFT2);
  uint leading = (exponent ? FRACTION_OF(bits) | 0x800000 : FRACTION_OF(bits)) << 7;
  uint less = exponent < 128 ? exponent < 127 ? exponent != 0 : 2 : 3;
  uint result = productBits(leading, factor, exponent - less);
  result = magnitude < 0x40800000 ? result : 0x3f800000;
  result = IS_NAN_BITS(bits) ? magnitude : result;
  return as_float(result | bits & 0x80000000);
}
FLOAT_VECTORS_1(erf)

// Convex, as evaluateFlattening, with a first coefficient of 21 bits: that of small operands is far greater than others.
static uint evaluateTail(uint part, uint d) {
  uint word = ERFC_SLOPE[part];
  uint slope = ((word >> 11) - (uint)((word & 0x7ff) * (d >> 3) >> (ERFC_SHIFT2 - 3))) & 0x1fffff;
  ulong product = (ulong)(slope >> 3) * (d >> 3) + ((slope >> 3) * (d & 7) >> 3) + ((slope & 7) * (d >> 3) >> 3);
  return ERFC_BASE[part] - (uint)(product >> (ERFC_SHIFT1 - 6));
}

// exp(x^2) erfc(x) * 2^up for x below 11, of the table's parts; the result is * 2^31.
typedef struct {
  uint value, up;
} Tail;
static Tail tailOf(uint bits, uint position) {
  uint fraction = FRACTION_OF(bits), exponent = EXPONENT_OF(bits);
  bool below = exponent < 127;  // 1; 128 parts
  uint part = position >> 21 & 0x7f, d = position, up = 1;
  part = below ? part : exponent == 127 ? 128 | fraction >> 17 : (exponent & 1) << 7 | 256 | fraction >> 16;  // [1, 2); [2, 4), [4, 8)
  part = exponent == 130 ? 192 | (fraction >> 16 & 63) : part;                                                // [8, 12)
  d = below ? d : exponent == 127 ? fraction << 4 : fraction << 5;
  up = below ? 1 : exponent == 127 ? 2 : exponent - 126 & 7;
  Tail tail = {evaluateTail(part, d & 0x1fffff), up};
  return tail;
}

// x^2 log2(e) * 2^28 of x * 2^28, for x below 11.
static ulong powerOfSquare(uint position) {
  uint first = position >> 14, second = position & 0x3fff;
  ulong square = (ulong)first * first + ((ulong)first * second >> 13) & 0x7ffffffff;  // * 2^28
  uint high = (uint)(square >> 17), low = (uint)square & 0x1ffff;
  // log2(e) * 2^35 is 0xb8aa3b296.
  return (ulong)high * 0x2e2a8 + ((ulong)high * 0x3b296 >> 18) + ((ulong)low * 0x2e2a8 >> 17);
}

OVERLOAD PURE float erfc(float x) {
  uint bits = as_uint(x), magnitude = bits & 0x7fffffff;
  bool negative = (int)bits < 0, none = magnitude >= 0x41300000;  // 11
  uint position = magnitudeOf(bits, 130);
  Tail tail = tailOf(bits, position);
  ulong power = powerOfSquare(position);
  uint f = ~(uint)power & 0xfffffff;
  uint product = multipliedHigh(RISING(POWER_OF_2, f >> 19, f >> 1 & 0x3ffff), tail.value);  // * 2^30, at least 2^29
  uint zeros = clz(product) & 3;
  uint digits = (uint)shiftedLeft15(product, zeros) >> 7;
  // erfc of |x| is digits * 2^(-24 - down).
  uint down = ((uint)(power >> 28) & 0xff) + tail.up + zeros;
  down = none ? 511 : down;
  uint least = negative ? 0 : 126;
  uint subnormal = down > least ? min(down - least, 31u) : 0;
  uint rounded = ((uint)shiftedRight(digits, subnormal) + 1) >> 1;
  uint result = negative ? 0x40000000 - rounded : (down < 126 ? (126 - down) << 23 : 0) + rounded;
  return as_float(IS_NAN_BITS(bits) ? bits : result);
}
FLOAT_VECTORS_1(erfc)
