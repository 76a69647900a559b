// SPDX-License-Identifier: Apache-2.0
// erf and erfc of double, in fixed point with one rounding: at most 0.66 units in the last place from the exact result for erf (0.88 next to 5.875),
// 0.95 for erfc, subnormal results among them (measured on 18 million operands of all sizes). Both read piecewise polynomials of degree 7
// (tables/double_error_function_tables.py). erf(a) is a times erf(a) / a, whose parts are of equal size. erfc(a) is exp(-a^2) times exp(a^2) erfc(a), which
// varies as 1 / (1 + a): its parts are 32 an octave of 1 + a, so that each has the same relative precision; of a negative operand it is 2 less that.
#include "builtins.h"
#include "double_fixed_point.h"

#define LOW_18(value) ((value) & 0x3ffff)

// value * share / 2^54, for value below 2^36; at most 2 less. In multiplier blocks of 18 bits, as product54.
static inline ulong shareOf36(ulong value, ulong share) {
  ulong a1 = value >> 18 & 0x3ffff, a0 = LOW_18(value), b2 = share >> 36 & 0x3ffff, b1 = LOW_18(share >> 18);
  return a1 * b2 + ((a1 * b1 + a0 * b2) >> 18);
}

// The polynomial of a table's part * 2^61, at d / 2^56 of the part. What a coefficient has as a bias is taken off with its product.
#define UNBIASED(table, k, d) (table##_BIAS##k ? (d) >> (54 - table##_BIAS##k & 63) : 0)
#define POLYNOMIAL(name, table)                                                                                        \
  static inline ulong name(uint part, ulong d) {                                                                       \
    ulong share = d >> 2, c = table##_C7(part);                                                                        \
    c = table##_C6(part) - shareOf36(c, share) + UNBIASED(table, 7, share);                                            \
    c = table##_C5(part) - shareOf36(c, share) + UNBIASED(table, 6, share);                                            \
    c = table##_C4(part) - (shareOf36(c, share) << 1) + (UNBIASED(table, 5, share) << 1);                              \
    c = table##_C3(part) - product54(c, share) + UNBIASED(table, 4, share);                                            \
    c = table##_C2(part) - product54(c, share) + UNBIASED(table, 3, share);                                            \
    c = table##_C1(part) - product54(c, share) + UNBIASED(table, 2, share);                                            \
    return table##_C0(part) - highProduct(c, d << 8);                                                                  \
  }
POLYNOMIAL(erfOverOperand, ERF)
POLYNOMIAL(scaledComplement, ERFC)

#define MAGNITUDE(bits) ((bits) & 0x7fffffffffffffff)
#define NAN_DOUBLE(bits) (MAGNITUDE(bits) > 0x7ff0000000000000)

// mantissa 2^(9 - below), for a mantissa of 53 bits.
static inline ulong fixedPoint(ulong mantissa, int below) {
  uint down = min((uint)below & 0x7ff, 63u);
  ulong value = mantissa << 9;
  return shiftedRight(down & 32 ? value >> 32 : value, down & 31);
}

OVERLOAD PURE double erf(double x) {
  ulong bits = as_ulong(x), magnitude = MAGNITUDE(bits);
  uint field = max((uint)(magnitude >> 52), 1u);
  bool normal = magnitude >> 52 != 0, large = magnitude >= 0x4017800000000000, small = field < 1022;  // 5.875; 0.5
  ulong mantissa = (bits & 0xfffffffffffff) | (ulong)normal << 52;
  ulong a = large ? 0 : fixedPoint(mantissa, 1025 - (int)field);  // * 2^59
  ulong factor = erfOverOperand((uint)(a >> 54) & 0xff, (a & 0x3fffffffffffff) << 2);
  ulong product = highProduct(mantissa << 11, factor << 1);  // * 2^61, at most 2.26
  // The result is as large as the operand, or twice; from operands of 0.5 on in [0.5, 1].
  uint up = small ? (product >> 62 & 1) == 0 : field - 1021;
  product = up & 4 ? product << 4 : product;
  product = up & 2 ? product << 2 : product;
  product = up & 1 ? product << 1 : product;
  uint below = small ? field - up : 1021;
  ulong result = (((product >> 9) + 1) >> 1) + ((ulong)below << 52);
  result = large ? 0x3ff0000000000000 : result;
  return NAN_DOUBLE(bits) ? x : as_double(result | (bits & 0x8000000000000000));
}
VECTORS_1(double, erf)

// a^2 * 2^61 modulo 2^64, for a * 2^57 of 62 bits: at most 5 less.
static inline ulong squareOf(ulong a) {
  ulong a3 = a >> 54 & 0xff, a2 = LOW_18(a >> 36), a1 = LOW_18(a >> 18), a0 = LOW_18(a);
  ulong last = (a1 * a1 + (a0 * a2 << 1)) >> 17;  // * 2^61
  ulong third = a1 * a2 + a0 * a3 + (last >> 2);  // * 2^59
  ulong second = a2 * a2 + (a1 * a3 << 1) + (third >> 17);  // * 2^42
  ulong first = a2 * a3 + (second >> 19);  // * 2^23
  ulong high = a3 * a3 + (first >> 17);  // * 2^6
  return high << 55 | (first & 0x1ffff) << 38 | (second & 0x7ffff) << 19 | (third & 0x1ffff) << 2 | (last & 3);
}

// n times the logarithm of 2, * 2^61 modulo 2^64, for n of 11 bits.
static inline ulong timesLog2(uint n) {
  uint last = n * 0x1ef35 + (n * 0x793c >> 16), third = n * 0x3be8e + (last >> 18), second = n * 0x2e42f + (third >> 18);
  uint first = n * 0x58 + (second >> 18);
  return (ulong)first << 54 | (ulong)LOW_18(second) << 36 | (ulong)LOW_18(third) << 18 | LOW_18(last);
}

// exp(-a^2) * 2^62 2^n of 63 bits, for a * 2^57 below 28; n.
static inline ulong exponentialOfSquare(ulong a, uint *n) {
  uint coarse = (uint)(a >> 44) & 0x3ffff;                                   // * 2^13
  uint square = (uint)((ulong)coarse * coarse >> 18) & 0x3ffff;              // * 2^8
  uint times = (uint)((ulong)square * 189096 >> 25) + 1 & 0x7ff;             // of the logarithm of 2, or one less
  ulong rest = timesLog2(times) - squareOf(a);                               // * 2^61
  bool below = (long)rest < 0;
  *n = times + below;
  return exponentialOf(below ? rest + 0x162e42fefa39ef35 : rest);
}

// exp(a^2) erfc(a) 2^octave * 2^61, for a * 2^57 below 28.
static inline ulong complementOf(ulong a, uint *octave) {
  ulong t = a + (1UL << 57);
  bool four = (t >> 58 & 15) == 0;
  t = four ? t << 4 : t;
  bool two = (t >> 60 & 3) == 0;
  t = two ? t << 2 : t;
  bool one = (t >> 61 & 1) == 0;
  t = one ? t << 1 : t;
  *octave = 4 - (four ? 4 : 2 * two + one);
  uint part = *octave << 5 | ((uint)(t >> 56) & 0x1f);
  return scaledComplement(min(part, ERFC_PARTS - 1u), t & 0xffffffffffffff);
}

// y 2^-n for y in [1, 2], * 2^62; less than that from 2 if from_two.
static inline double complementBits(ulong y, uint n, bool from_two) {
  uint subnormal = n > 1022 ? n - 1022 : 0;
  uint down = min(from_two ? n : subnormal, 63u);
  y = shiftedRight(down & 32 ? y >> 32 : y, down & 31);
  y = from_two ? (1UL << 63) - y : y;
  uint below = from_two ? 1022 : 1022 - min(n, 1022u);
  return as_double((((y >> 9) + 1) >> 1) + ((ulong)below << 52));
}

OVERLOAD PURE double erfc(double x) {
  ulong bits = as_ulong(x), magnitude = min(MAGNITUDE(bits), 0x403c000000000000UL);  // 28: all that is more has the same result
  ulong a = fixedPoint((magnitude & 0xfffffffffffff) | 0x10000000000000, 1027 - (int)(magnitude >> 52));  // * 2^57
  uint n, octave;
  ulong y = exponentialOfSquare(a, &n);
  ulong product = highProduct(y, complementOf(a, &octave) << 2) << 1;  // * 2^62, in [0.29, 2)
  n += octave;
  for (int i = 0; i < 2; ++i) {
    bool below_one = (product >> 62 & 1) == 0;
    n = (n + below_one) & 0x7ff;
    product = below_one ? product << 1 : product;
  }
  double result = complementBits(product, n, (long)bits < 0);
  return NAN_DOUBLE(bits) ? x : result;
}
VECTORS_1(double, erfc)
