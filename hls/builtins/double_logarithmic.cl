// SPDX-License-Identifier: Apache-2.0
// log, log2 and log10 of double: at most 0.6 units in the last place from the exact result. x = 2^e m; a reciprocal R of m's first 9 bits
// from a table leaves R m = 1 + u with |u| < 2^-8.9, and log(x) = e log(2) - log(R) + log(1 + u), the last from its series. Next to 1, where
// all but u vanish, u is normalised first, so that the product keeps its relative precision
// (Detrey and de Dinechin, Parameterized floating-point logarithm and exponential functions for FPGAs, 2007).
#include "builtins.h"
#include "double_logarithmic.h"

// scale: 1/log(b) * 2^63, or 0 for the base e.
static inline double logarithm(ulong from, int exponent, ulong mantissa, Entry entry, Unit unit, ulong scale) {
  long u = leftBy(mantissa << 11, entry.reciprocal) >> 10;  // * 2^62
  bool alone = exponent == 0 && (entry.high | entry.low) == 0;
  Rest rest = restOf(u, alone);
  ulong square = squareOf(rest.magnitude), factor = factorOf(u, rest.magnitude, square, thirdOf(square));
  Logarithm sum = logarithmOf(exponent, entry, rest, mul_hi(rest.normalised, factor), unit, scale);
  ulong bits = doubleBitsOfHigh(sum.value, sum.point, sum.negative);
  bool zero = from << 1 == 0, special = from >> 52 == 0x7ff;
  bool undefined = (from << 1) > 0xffe0000000000000 || ((long)from < 0 && !zero);
  ulong other = (ulong)zero << 63 | 0x7ff0000000000000 | (ulong)undefined << 51;
  return as_double(zero || undefined || special ? other : bits);
}

#define LOGARITHM(name, table, two_high, two_low, scale)                                                               \
  OVERLOAD PURE double name(double x) {                                                                                \
    ulong from = as_ulong(x), fraction = from & 0xfffffffffffff;                                                       \
    uint field = (uint)(from >> 52) & 0x7ff;                                                                           \
    uint up = field ? 0 : (uint)clz(fraction) - 11 & 63;                                                               \
    ulong mantissa = shiftedLeft63(fraction | (ulong)(field != 0) << 52, up);                                          \
    uint part = (uint)(mantissa >> 43) & 0x1ff;                                                                        \
    int exponent = (int)(field ? field : 1) - (int)up - 1023 + (part >= LOGARITHM_HALVED);                             \
    return logarithm(from, exponent, mantissa, ENTRY(table, part), (Unit){two_high, two_low}, scale);                  \
  }                                                                                                                    \
  VECTORS_1(double, name)
LOGARITHM(log, LOGARITHM, 0xb17217f7d1cf7, 0x13579, 0x0)
LOGARITHM(log2, LOGARITHM2, 0x10000000000000, 0x0, 0xb8aa3b295c17f0bc)
LOGARITHM(log10, LOGARITHM10, 0x4d104d427de7f, 0x17989, 0x3796f62a4dca1c65)
