// SPDX-License-Identifier: Apache-2.0
// cbrt of float: at most 0.77 units in the last place from the exact result. x = 2^(3q + r) m with m in [1, 2): the root is 2^q times that of
// 2^r m, which comes from a table with a polynomial of degree 2, 128 parts for each r.
#include "builtins.h"
#include "fixed_point.h"

OVERLOAD PURE float cbrt(float x) {
  uint bits = as_uint(x), magnitude = bits & 0x7fffffff;
  Normal normal = normalOf(magnitude);
  uint thirds = normal.exponent + 26 & 0x1ff;  // x = m * 2^(thirds - 153)
  uint exponent = thirds * 171 >> 9;           // of the root, + 51
  uint part = ((thirds - 3 * exponent) & 3) << 7 | FRACTION_OF(normal.mantissa) >> 16;
  uint root = SLOWING(CUBE_ROOT, part, normal.mantissa & 0xffff);  // * 2^30
  uint result = ((exponent + 75) << 23) + (((root >> 6) + 1) >> 1);
  result = magnitude == 0 || magnitude >= 0x7f800000 ? magnitude : result;
  return as_float(result | bits & 0x80000000);
}
FLOAT_VECTORS_1(cbrt)
