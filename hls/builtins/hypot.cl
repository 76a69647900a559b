// SPDX-License-Identifier: Apache-2.0
// hypot of float, as double_hypot.cl: the sum of the squares in fixed point, in units of the larger operand's exponent, rounded to a float of
// [1, 8) for the operator of the square root. At most 0.9 units in the last place from the exact result, subnormal results among them.
#include "builtins.h"
#include "fixed_point.h"

#define INFINITE 0x7f800000

// sum * 2^-28, for a sum of [2^28, 2^31).
static inline float rounded(uint sum) {
  uint exponent = 128;  // one less: the leading one is added
  for (int i = 0; i < 2; ++i) {
    bool up = (sum >> 30 & 1) == 0;
    sum = up ? sum << 1 : sum;
    exponent -= up;
  }
  return as_float((((sum >> 6) + 1) >> 1) + (exponent << 23));
}

// The mantissa times 2^(30 + up); up is 0 unless it is subnormal.
static inline uint normalised(uint magnitude, uint up) {
  uint whole = EXPONENT_OF(magnitude) != 0;
  return ((shiftedLeft(FRACTION_OF(magnitude), up) & 0xffffff) | whole << 23) << 7;
}

OVERLOAD PURE float hypot(float x, float y) {
  uint first = as_uint(x) & 0x7fffffff, second = as_uint(y) & 0x7fffffff;
  bool swapped = first < second;
  uint a = swapped ? second : first, b = swapped ? first : second;
  uint a_field = EXPONENT_OF(a), b_field = EXPONENT_OF(b), a_exponent = a_field ? a_field : 1, b_exponent = b_field ? b_field : 1;
  uint up = (a_field ? 8 : clz(FRACTION_OF(a))) - 8 & 31;  // if a is subnormal, so is b
  uint down = min(a_exponent - b_exponent & 0xff, 31u);
  uint a_mantissa = normalised(a, up), b_mantissa = (uint)shiftedRight(normalised(b, up), down);  // * 2^30
  uint sum = multipliedHigh(a_mantissa, a_mantissa) + multipliedHigh(b_mantissa, b_mantissa);
  uint root = as_uint(__builtin_elementwise_sqrt(rounded(sum)));  // of [1, 2.9)
  uint exponent = a_exponent + 32 - up + (root >> 30);            // 32 more
  uint out = exponent < 33 ? 33 - exponent & 31 : 0;              // of a subnormal result
  uint mantissa = (uint)shiftedRight((FRACTION_OF(root) | 0x800000) << 1, out);
  uint result = ((mantissa + 1) >> 1) + ((max(exponent, 33u) - 33) << 23);
  result = a == 0 ? 0 : exponent > 254 + 32 ? INFINITE : result;
  result = a > INFINITE ? 0x7fc00000 : result;
  return as_float(a == INFINITE || b == INFINITE ? INFINITE : result);
}
FLOAT_VECTORS_2(hypot, float)
