// SPDX-License-Identifier: Apache-2.0
// pow, powr, pown and rootn of float as 2^(y log2 |x|): at most 0.7 units in the last place from the exact result (rootn: 0.9), subnormal results among them. The
// logarithm has a relative precision of 2^-34: its factor log2(1 + z) / z comes from a table with a polynomial of degree 3, and what is z's
// alone is kept normalised (the structure of de Dinechin, Echeverría, López-Vallejo and Pasca, Floating-point exponentiation units for
// reconfigurable computing, TRETS 2013).
#include "builtins.h"
#include "fixed_point.h"

// The second operand: its magnitude is mantissa * 2^(exponent - 31).
typedef struct {
  uint mantissa;
  int exponent;
  bool negative, zero, infinite, odd;
} Exponent;

// log2(1 + z) / z * 2^35
static ulong fineFactor(uint fraction) {
  uint part = fraction >> 14, d = fraction & 0x3fff;
  uint high = LOG2_FINE_1[part], last = LOG2_FINE_2[part];
  uint third = ((last >> 14) - (uint)((ulong)(last & 0x3fff) * d >> LOG2_FINE_SHIFT3)) & 0x3ffff;
  uint second = ((high & 0xfffffff) - (uint)((ulong)third * d >> LOG2_FINE_SHIFT2)) & 0xfffffff;
  return (((ulong)(high >> 28) << 32 | LOG2_FINE_0[part]) - ((ulong)second * d >> LOG2_FINE_SHIFT1)) & 0xfffffffff;
}

// |x|^y with a sign, for x that is no NaN.
static float powerOf(uint x, Exponent y) {
  Parts parts = partsOf(x);
  bool alone = ALONE(parts), unit = alone && parts.magnitude == 0;
  uint up = alone ? clz(parts.magnitude) - 8 & 31 : 0;
  ulong product = (shiftedLeft(parts.magnitude, up) & 0xffffff) * fineFactor(parts.fraction);  // * 2^59
  bool below = alone ? parts.below : parts.exponent < 160;
  ulong share = product >> 23;  // * 2^36
  ulong sum = (ulong)WHOLE_OF_LOG(parts) << 36;
  sum = below == parts.below ? sum + share : sum - share;
  ulong logarithm = (alone ? product >> 16 : sum) & 0xfffffffffff;
  ulong power = (ulong)y.mantissa * (uint)(logarithm >> 12) + ((ulong)y.mantissa * (uint)(logarithm & 0xfff) >> 12);
  // To 28 bits behind the point; 8 before it are enough, and what is left out is at least 2^8.
  int down = (alone ? 16 + (int)up : 9) - y.exponent;
  power = down > 47 ? 0 : power >> 18;
  power = shiftedRight((down & 32 ? power >> 32 : power) & 0x3fffffffffff, down & 31);
  bool huge = (EXPONENT_OF(x) == 255 || x << 1 == 0 || y.infinite || down < 0 || power >> 36) && !unit;
  uint invert = below != y.negative ? ~0u : 0;
  uint whole = (huge ? 0xff : (uint)(power >> 28) & 0xff) ^ invert;
  uint result = as_uint(powerOf2((int)whole, ((uint)power ^ invert) & 0xfffffff));
  return as_float(result | (x & (uint)y.odd << 31));
}

static Exponent exponentOf(float y) {
  uint bits = as_uint(y), mantissa = FRACTION_OF(bits) | 0x800000;
  int exponent = (int)EXPONENT_OF(bits) - 127;
  Exponent parts = {mantissa << 8, exponent, (int)bits < 0, bits << 1 == 0, exponent == 128, false};
  return parts;
}

OVERLOAD PURE float pow(float x, float y) {
  uint from = as_uint(x), bits = as_uint(y);
  Exponent parts = exponentOf(y);
  // The place of the last one, against the point.
  uint last = 31 - clz(parts.mantissa & -parts.mantissa);
  int units = 31 - parts.exponent;
  parts.odd = (int)last == units;
  bool whole = (int)last >= units;
  float result = powerOf(from, parts);
  bool finite = EXPONENT_OF(from) != 255;
  bool undefined = IS_NAN_BITS(from) || IS_NAN_BITS(bits) || ((int)from < 0 && finite && from << 1 && !whole);
  result = undefined ? NAN : result;
  return from == 0x3f800000 || parts.zero ? 1.0f : result;
}
FLOAT_VECTORS_2(pow, float)

OVERLOAD PURE float powr(float x, float y) {
  uint from = as_uint(x), bits = as_uint(y);
  Exponent parts = exponentOf(y);
  bool extreme = from << 1 == 0 || EXPONENT_OF(from) == 255;
  bool undefined = IS_NAN_BITS(from) || IS_NAN_BITS(bits) || ((int)from < 0 && from << 1) || (extreme && parts.zero) ||
                   (from == 0x3f800000 && parts.infinite);
  float result = powerOf(from, parts);
  result = parts.zero ? 1.0f : result;
  return undefined ? NAN : result;
}
FLOAT_VECTORS_2(powr, float)

OVERLOAD PURE float pown(float x, int n) {
  uint from = as_uint(x), magnitude = abs(n), zeros = clz(magnitude);
  Exponent parts = {shiftedLeft(magnitude, zeros & 31), 31 - (int)zeros, n < 0, n == 0, false, (n & 1) != 0};
  float result = powerOf(from, parts);
  result = IS_NAN_BITS(from) ? NAN : result;
  return n == 0 ? 1.0f : result;
}
FLOAT_VECTORS_2(pown, int)

OVERLOAD PURE float rootn(float x, int n) {
  uint from = as_uint(x), magnitude = abs(n), zeros = clz(magnitude) & 31;
  Exponent parts = {reciprocalOfWord(shiftedLeft(magnitude, zeros)), (int)zeros - 32, n < 0, false, false, (n & 1) != 0};
  float result = powerOf(from, parts);
  bool undefined = IS_NAN_BITS(from) || n == 0 || ((int)from < 0 && from << 1 && !parts.odd);
  return undefined ? NAN : result;
}
FLOAT_VECTORS_2(rootn, int)
