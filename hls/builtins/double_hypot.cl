// SPDX-License-Identifier: Apache-2.0
// hypot of double. The sum of the squares is made in fixed point, of the mantissas in units of the larger operand's exponent, so that nothing
// overflows on the way; the operator of the square root takes it rounded to a double of [1, 8). At most 0.9 units in the last place from the exact
// result, subnormal results among them (1.2 million pairs).
#include "builtins.h"
#include "double_fixed_point.h"

#define INFINITE 0x7ff0000000000000

// value^2 / 2^64, at most 2 less.
static inline ulong highSquare(ulong value) {
  uint high = (uint)(value >> 32);
  return (ulong)high * high + ((ulong)mul_hi(high, (uint)value) << 1);
}

// sum * 2^-58, for a sum of [2^58, 2^61).
static inline double rounded(ulong sum) {
  uint exponent = 1024;  // one less: the leading one is added
  for (int i = 0; i < 2; ++i) {
    bool up = (sum >> 60 & 1) == 0;
    sum = up ? sum << 1 : sum;
    exponent -= up;
  }
  return as_double((((sum >> 7) + 1) >> 1) + ((ulong)exponent << 52));
}

OVERLOAD PURE double hypot(double x, double y) {
  ulong first = as_ulong(x) & 0x7fffffffffffffff, second = as_ulong(y) & 0x7fffffffffffffff;
  bool swapped = first < second;
  ulong a = swapped ? second : first, b = swapped ? first : second;
  uint a_field = (uint)(a >> 52), b_field = (uint)(b >> 52);
  // If a is subnormal, so is b.
  uint up = a_field ? 0 : ((uint)clz(a) - 11) & 63;
  uint down = min((a_field - max(b_field, (uint)(a_field != 0))) & 0x7ff, 63u);
  ulong a_mantissa = shiftedLeft63((a & 0xfffffffffffff) | (ulong)(a_field != 0) << 52, up) << 9;  // * 2^61
  ulong b_mantissa = shiftedLeft63((b & 0xfffffffffffff) | (ulong)(b_field != 0) << 52, up) << 9;
  b_mantissa = shiftedRight(down & 32 ? b_mantissa >> 32 : b_mantissa, down & 31);
  ulong root = as_ulong(sqrt(rounded(highSquare(a_mantissa) + highSquare(b_mantissa))));
  int exponent = (int)(root >> 52) - 2046 + (int)max(a_field, 1u) - (int)up;
  double result = scaledBy(exponent, ((root & 0xfffffffffffff) | 0x10000000000000) << 10);
  result = a == 0 ? 0.0 : a > INFINITE ? NAN : result;
  return a == INFINITE || b == INFINITE ? INFINITY : result;
}
VECTORS_2(double, hypot, double)
