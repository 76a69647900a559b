// SPDX-License-Identifier: Apache-2.0
// expm1, sinh, cosh and tanh of double: at most 0.71, 0.64, 0.51 and 0.63 units in the last place from the exact result (3.7 million
// operands), the greatest next to 2^-8. |x| = n log(2) + i/512 + z as for exp; e^(i/512) and e^(-i/512) come from two tables, e^z and e^-z
// from the even and the odd part of one series, and all powers are added in fixed point. Below 2^-8 the operand's mantissa times the
// function's own series keeps the relative precision (after de Dinechin and Pasca, Floating-point exponential functions for DSP-enabled
// FPGAs, FPT 2010).
#include "builtins.h"
#include "double_exponential.h"

#define MAGNITUDE 0x7fffffffffffffff
#define SMALL_FIELD 1015  // the exponent field of 2^-8

// What the operand's magnitude gives, with e^|x| = 2^n e^(part/512) e^z, or z = |x| if that is below 2^-8.
typedef struct {
  uint field;  // of the exponent
  bool small;
  uint n, part;
  ulong z;           // * 2^61, below 2^-9, or 2^-8 if small
  ulong normalised;  // of z, in any unit, a mantissa * 2^63 if small, z * 2^72 if not
} Operand;
static inline Operand operandOf(ulong magnitude, bool relative) {
  Reduction reduction = reductionOf(powerOfBits(magnitude), BASE_E);
  Operand operand;
  operand.field = (uint)(magnitude >> 52);
  operand.small = relative && operand.field < SMALL_FIELD;
  operand.n = reduction.large ? 0xfff : reduction.n & 0xfff;
  operand.part = (uint)(reduction.r >> 52) & 0x1ff;
  operand.z = reduction.r & (operand.small ? 0x1fffffffffffff : 0xfffffffffffff);
  operand.normalised = operand.small ? (magnitude | 0x10000000000000) << 11 : operand.z << 11;
  return operand;
}
// The point of the product of the mantissa and a factor * 2^63.
#define SMALL_POINT(operand) (1085 - (int)(operand).field)

// z^2 * 2^80
static inline ulong fineSquareOf(ulong z) {
  uint a = (uint)(z >> 21);  // * 2^40
  return (ulong)a * a + ((ulong)a * ((uint)z & 0x1fffff) >> 20);
}
// square / 6
static inline ulong sixthOf(ulong square) {
  ulong sixth = square >> 3;
  sixth += sixth >> 2;
  sixth += sixth >> 4;
  sixth += sixth >> 8;
  sixth += sixth >> 16;
  return sixth + (sixth >> 32);
}

// (e^z - 1) / z * 2^63, or of -z.
static inline ulong growthOf(ulong z, bool below) {
  uint a = (uint)(z >> 21);  // * 2^40
  uint invert = below ? ~0u : 0;
  uint fifth = 2290649224u + (((a >> 16) * 5825u >> 8) ^ invert);                                     // 1/120 + z/720, * 2^38
  uint fourth = 0xaaaaaaaa + ((uint)((ulong)(a >> 14) * (fifth >> 14) >> 14) ^ invert);  // 1/24 + z (fifth), * 2^36
  ulong square = fineSquareOf(z);
  ulong cube = (square >> 32) * ((ulong)a * fourth >> 32);  // z^3 (fourth), * 2^92
  ulong wide = (ulong)(long)(int)invert;
  ulong rest = sixthOf(square) + ((cube >> 12) ^ wide);  // * 2^80
  return (1UL << 63) + (z << 1 ^ wide) + (ulong)((long)rest >> 17);
}

// e^(part/512) * 2^63
static inline ulong startUp(uint part) { return (ulong)EXPONENTIAL_HIGH[part] << 33 | (ulong)EXPONENTIAL_LOW[part] << 1; }
static inline ulong startDown(uint part) { return (ulong)EXPONENTIAL_DOWN_HIGH[part] << 32 | EXPONENTIAL_DOWN_LOW[part]; }

// start (change) for a change * 2^71, rounded.
static inline ulong changeOf(ulong start, ulong change) { return (mul_hi(start, change) + 64) >> 7; }

OVERLOAD PURE double expm1(double x) {
  ulong bits = as_ulong(x), magnitude = bits & MAGNITUDE;
  bool negative = (long)bits < 0;
  Operand operand = operandOf(magnitude, true);
  ulong rise = mul_hi(operand.normalised, growthOf(operand.z, negative));
  ulong start = negative ? startDown(operand.part) : startUp(operand.part);
  ulong change = changeOf(start, rise);
  ulong power = negative ? start - change : start + change;
  // In units of 2^n, or of 1.
  ulong lesser = shiftedRight63(negative ? power : 1UL << 63, operand.n);
  ulong difference = (negative ? 1UL << 63 : power) - lesser;
  int point = operand.small ? SMALL_POINT(operand) : negative ? 63 : 63 - (int)operand.n;
  ulong result = doubleBitsOfHigh(operand.small ? rise : difference, point, negative);
  result = !negative && operand.n > 1023 ? 0x7ff0000000000000 : result;
  return operand.field == 0 || magnitude > 0x7ff0000000000000 ? x : as_double(result);
}
VECTORS_1(double, expm1)

// The series of even and odd functions of z.
typedef struct {
  ulong sixth;    // z^2/6 * 2^80
  uint last;      // z^4/120 * 2^68
  ulong hump;     // cosh(z) - 1, * 2^71
} Series;
static inline Series seriesOf(ulong z) {
  ulong square = fineSquareOf(z);
  uint high = (uint)(square >> 32);               // * 2^48
  uint fourth = (uint)((ulong)high * high >> 32);  // z^4 * 2^64
  Series series;
  series.sixth = sixthOf(square);
  series.last = mul_hi(fourth, 572662306u);  // 2^36/120
  series.hump = (square >> 10) + ((ulong)mul_hi(fourth, 0xaaaaaaabu) << 3);
  return series;
}
// sinh(z) / z * 2^63
static inline ulong sineFactor(Series series) { return (1UL << 63) + (series.sixth >> 17) + (series.last >> 5); }

static inline double hyperbolic(double x, bool even) {
  ulong bits = as_ulong(x), magnitude = bits & MAGNITUDE;
  Operand operand = operandOf(magnitude, !even);
  Series series = seriesOf(operand.z);
  ulong odd = mul_hi(operand.normalised, sineFactor(series));
  ulong rising = startUp(operand.part), falling = startDown(operand.part);
  rising += changeOf(rising, odd + series.hump);
  falling -= changeOf(falling, odd - series.hump);
  falling = operand.n > 31 ? 0 : shiftedRight63(falling, operand.n << 1 & 63);
  ulong sum = even ? (rising >> 1) + (falling >> 1) : rising - falling;
  int point = operand.small ? SMALL_POINT(operand) : (even ? 63 : 64) - (int)operand.n;
  bool negative = !even && (long)bits < 0;
  ulong result = doubleBitsOfHigh(operand.small ? odd : sum, point, negative);
  result = operand.n > 1024 ? (ulong)negative << 63 | 0x7ff0000000000000 : result;
  return (operand.field == 0 && !even) || magnitude > 0x7ff0000000000000 ? x : as_double(result);
}
OVERLOAD PURE double sinh(double x) { return hyperbolic(x, false); }
VECTORS_1(double, sinh)
OVERLOAD PURE double cosh(double x) { return hyperbolic(x, true); }
VECTORS_1(double, cosh)

// With w = e^(-2 |x|), (1 - w) / (1 + w).
OVERLOAD PURE double tanh(double x) {
  ulong bits = as_ulong(x), magnitude = bits & MAGNITUDE;
  ulong twice = magnitude + ((ulong)(magnitude >> 61 != 3) << 52);  // or large
  Operand operand = operandOf(twice, true);
  Series series = seriesOf(operand.z);
  // tanh(z/2) / (z/2)
  ulong small_factor = (1UL << 63) - (series.sixth >> 18) + (series.last >> 5);
  ulong odd = mul_hi(operand.normalised, operand.small ? small_factor : sineFactor(series));
  ulong power = startDown(operand.part);
  power = shiftedRight63(power - changeOf(power, odd - series.hump), operand.n);  // w * 2^63
  ulong quotient = mul_hi(~(power << 1), inverseOf(power + (1UL << 63)));      // * 2^63
  ulong result = doubleBitsOfHigh(operand.small ? odd : quotient, operand.small ? SMALL_POINT(operand) + 1 : 63, (long)bits < 0);
  return magnitude >> 52 == 0 || magnitude > 0x7ff0000000000000 ? x : as_double(result);
}
VECTORS_1(double, tanh)
