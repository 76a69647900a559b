// SPDX-License-Identifier: Apache-2.0
// log, log2 and log10 of double: at most 0.6 units in the last place from the exact result. x = 2^e m; a reciprocal R of m's first 9 bits
// from a table leaves R m = 1 + u with |u| < 2^-8.9, and log(x) = e log(2) - log(R) + log(1 + u), the last from its series. Next to 1, where
// all but u vanish, u is normalised first, so that the product keeps its relative precision
// (Detrey and de Dinechin, Parameterized floating-point logarithm and exponential functions for FPGAs, 2007).
#include "builtins.h"
#include "double_fixed_point.h"

// What the table has for the first bits of a mantissa: R * 2^10, and -log(R) in units of 2^-69.
typedef struct {
  uint reciprocal, low;
  ulong high;
} Entry;

// log(2) in units of 2^-69; scale: 1/log(b) * 2^63, or 0 for the base e.
static inline double logarithm(ulong from, uint e, ulong mantissa, Entry entry, ulong two_high, uint two_low, ulong scale) {
  int exponent = (int)e - 1088;
  long u = (long)(mantissa * entry.reciprocal - (1UL << 62));
  bool below = u < 0;
  bool alone = exponent == 0 && (entry.high | entry.low) == 0;
  ulong magnitude = below ? -(ulong)u : (ulong)u;
  uint up = alone ? (uint)clz(magnitude) & 63 : 10;
  ulong product = mul_hi(shiftedLeft63(magnitude, up), factorOf(u, magnitude));  // * 2^(60 + up)
  product = scale ? mul_hi(product << 1, scale) : product;
  // The sum of all three, 64 bits in units of 2^-52 and 17 below them.
  ulong share = below ? -(product >> 1) : product >> 1;
  uint distance = exponent < 0 ? -exponent : exponent;
  ulong power_low = (ulong)distance * two_low;
  ulong power = distance * two_high + (power_low >> 17);
  uint low_of_power = (uint)power_low & 0x1ffff;
  if (exponent < 0) {
    power = ~power;
    low_of_power ^= 0x1ffff;
  }
  uint low = low_of_power + entry.low + ((uint)share & 0x1ffff);
  ulong sum = power + entry.high + (ulong)((long)share >> 17) + (low >> 17);
  bool negative = (long)sum < 0;
  sum = negative ? ~sum : sum;
  low = (negative ? ~low : low) & 0x1ffff;
  // As many as 64 bits hold.
  bool large = sum >> 55 != 0, small = sum >> 47 == 0;
  ulong value = alone ? product : large ? sum : small ? sum << 17 | low : sum << 9 | low >> 8;
  int point = alone ? 60 + (int)up : large ? 52 : small ? 69 : 61;
  ulong bits = doubleBits(value, point, alone ? below : negative);
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
    uint part = (uint)(mantissa >> 43) & 0x1ff, last = table##_LAST[part];                                             \
    Entry entry = {last >> 17, last & 0x1ffff, (ulong)table##_HIGH[part] << 32 | table##_LOW[part]};                    \
    uint e = (field ? field : 1) - up + 65 + (part >= LOGARITHM_HALVED);                                               \
    return logarithm(from, e, mantissa, entry, two_high, two_low, scale);                                              \
  }                                                                                                                    \
  VECTORS_1(double, name)
LOGARITHM(log, LOGARITHM, 0xb17217f7d1cf7, 0x13579, 0x0)
LOGARITHM(log2, LOGARITHM2, 0x10000000000000, 0x0, 0xb8aa3b295c17f0bc)
LOGARITHM(log10, LOGARITHM10, 0x4d104d427de7f, 0x17989, 0x3796f62a4dca1c65)
