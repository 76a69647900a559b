// SPDX-License-Identifier: Apache-2.0
// log, log2 and log10 of float: at most 0.7 units in the last place from the exact result. x = 2^e (1 + z) with z in [-0.29, 0.42): the
// logarithm is e log(2) + z (log(1 + z) / z), whose last factor comes from a table with a polynomial of degree 2. Without e there is no
// cancellation: the product keeps its relative precision, for which z is normalised first
// (Detrey and de Dinechin, Parameterized floating-point logarithm and exponential functions for FPGAs, 2007).
#include "builtins.h"
#include "fixed_point.h"

// factor: log(1 + z) / z * 2^31; log_of_2: * 2^28.
static float logarithm(uint from, Parts parts, uint factor, ulong log_of_2) {
  bool alone = ALONE(parts);
  uint up = alone ? clz(parts.magnitude) - 8 & 31 : 0;
  uint product = mul_hi((uint)shiftedLeft(parts.magnitude, up) << 8, factor);  // * 2^31
  ulong power = WHOLE_OF_LOG(parts) * log_of_2;
  bool negative = alone ? parts.below : parts.exponent < 160;
  // Negative ones of different sign: one more or less in the last place is nothing.
  uint invert = negative == parts.below ? 0 : ~0u;
  ulong sum = power + (((ulong)(invert & 0xf) << 32) | ((product >> 3) ^ invert));
  ulong magnitude = (alone ? (ulong)product << 4 : sum) & 0xfffffffff;
  uint zeros = clz((uint)(magnitude >> 4));
  uint top = (uint)(shiftedLeft15(magnitude, zeros) >> 11) & 0x1ffffff;
  // log(1) has no leading one.
  uint exponent = top >> 24 ? (alone ? 126 - up : 133) - zeros & 0xff : 0;
  uint bits = ((uint)negative << 31 | exponent << 23) + ((top + 1) >> 1);
  bool zero = from << 1 == 0, large = EXPONENT_OF(from) == 255;
  bool undefined = (large && FRACTION_OF(from) != 0) || ((int)from < 0 && !zero);
  uint special = (uint)zero << 31 | 0x7f800000 | (uint)undefined << 22;
  return as_float(large || zero || (int)from < 0 ? special : bits);
}

// spare: how many bits the table's d has beyond the fraction's (log1p has more).
#define LOGARITHM(name, table, spare, log_of_2)                                                                        \
  OVERLOAD PURE float name(float x) {                                                                                  \
    Parts parts = partsOf(as_uint(x));                                                                                 \
    uint factor = FLATTENING(table, parts.fraction >> 15, (parts.fraction & 0x7fff) << spare);                         \
    return logarithm(as_uint(x), parts, factor, log_of_2);                                                             \
  }                                                                                                                    \
  FLOAT_VECTORS_1(name)
LOGARITHM(log, LOG, 3, 0xb17217f)
LOGARITHM(log2, LOG2, 0, 0x10000000)
LOGARITHM(log10, LOG10, 0, 0x4d104d4)
