// SPDX-License-Identifier: Apache-2.0
// ldexp of float with subnormal operands and results, which libclc's takes for zero. No multiplication: the result's bits are put together.
#include "builtins.h"

// The bits of mantissa * 2^(exponent - 150), rounded to nearest even; the mantissa's leading one is bit 23, the exponent below 255.
static uint packRounded(uint mantissa, int exponent) {
  uint shift = clamp(1 - exponent, 0, 25);  // of a subnormal result
  uint odd = mantissa >> shift & 1;
  uint kept = (2 * mantissa + (1u << shift) - 1 + odd) >> (shift + 1);
  return kept + ((uint)(max(exponent, 1) - 1) << 23);
}

OVERLOAD PURE float ldexp(float x, int n) {
  uint bits = as_uint(x), magnitude = bits & 0x7fffffff, sign = bits & 0x80000000;
  // A subnormal number's leading one comes to its place too.
  int up = magnitude < 0x800000 ? (int)clz(magnitude) - 8 : 0;
  uint mantissa = up ? magnitude << up : (magnitude & 0x7fffff) | 0x800000;
  int exponent = add_sat((int)max(magnitude >> 23, 1u) - up, n);
  uint result = exponent >= 255 ? 0x7f800000 : packRounded(mantissa, max(exponent, -25));
  return magnitude == 0 || magnitude >= 0x7f800000 ? x : as_float(result | sign);
}
FLOAT_VECTORS_2(ldexp, int)
VECTORS_INTEGER(float, ldexp)
