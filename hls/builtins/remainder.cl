// SPDX-License-Identifier: Apache-2.0
// fmod, remainder and remquo of float: exact, with subnormal operands and results too, which libclc's take for zero. Long division of the
// mantissas, as integers: no operator of floating point.
#include "builtins.h"

#define INFINITE 0x7f800000u

// A number that is not zero as mantissa * 2^(exponent - 150); the mantissa's leading one is bit 23.
typedef struct {
  uint mantissa;
  int exponent;
} Number;

static Number unpack(uint magnitude) {
  int up = magnitude < 0x800000 ? (int)clz(magnitude) - 8 : 0;
  Number number = {up ? magnitude << up : (magnitude & 0x7fffff) | 0x800000, (int)max(magnitude >> 23, 1u) - up};
  return number;
}

// The bits of mantissa * 2^(exponent - 150), which is a float.
static uint pack(uint mantissa, int exponent) {
  int up = min((int)clz(mantissa) - 8, exponent - 1);  // subnormal numbers stay below bit 23
  uint shifted = up < 0 ? mantissa >> -up : mantissa << up;
  return mantissa ? shifted + ((uint)(exponent - up - 1) << 23) : 0;
}

// The remainder of rest * 2^steps by divisor, where rest < 2 * divisor; the quotient's low bits.
static uint divide(uint rest, uint divisor, int steps, uint *quotient) {
  uint bits = rest >= divisor;
  rest -= bits ? divisor : 0;
  // Some bits in each turn: work-items share the loop.
  for (; steps > 0; steps -= 4)
    for (int i = 0; i < 4; ++i) {
      uint doubled = 2 * rest, bit = doubled >= divisor;
      rest = i < steps ? doubled - (bit ? divisor : 0) : rest;
      bits = i < steps ? 2 * bits + bit : bits;
    }
  *quotient = bits;
  return rest;
}

static bool isInvalid(uint x, uint y) { return x >= INFINITE || y > INFINITE || y == 0; }

OVERLOAD PURE float fmod(float x, float y) {
  uint sign = as_uint(x) & 0x80000000, a = as_uint(x) & 0x7fffffff, b = as_uint(y) & 0x7fffffff, quotient;
  Number n = unpack(a), d = unpack(b);
  uint rest = divide(n.mantissa, d.mantissa, n.exponent - d.exponent, &quotient);
  float result = a < b ? x : as_float(pack(rest, d.exponent) | sign);
  return isInvalid(a, b) ? NAN : result;
}
FLOAT_VECTORS_2(fmod, float)

// The quotient is rounded to nearest even; its low seven bits with its sign.
static float nearestRemainder(float x, float y, int *quotient) {
  uint sign = as_uint(x) & 0x80000000, a = as_uint(x) & 0x7fffffff, b = as_uint(y) & 0x7fffffff, bits;
  Number n = unpack(a), d = unpack(b);
  int steps = n.exponent - d.exponent;
  // Half of y may still be less than x when y has one more place.
  uint divisor = d.mantissa << (steps < 0);
  int exponent = d.exponent - (steps < 0);
  uint rest = divide(n.mantissa, divisor, steps, &bits);
  bool up = 2 * rest > divisor || (2 * rest == divisor && (bits & 1));
  rest = up ? divisor - rest : rest;
  float result = as_float(pack(rest, exponent) | (up ? sign ^ 0x80000000 : sign));
  bool small = a == 0 || steps < -1 || b == INFINITE;  // less than half of y
  bool invalid = isInvalid(a, b);
  int low = small || invalid ? 0 : (bits + up) & 0x7f;
  *quotient = (as_int(x) ^ as_int(y)) < 0 ? -low : low;
  return invalid ? NAN : small ? x : result;
}

OVERLOAD PURE float remainder(float x, float y) {
  int quotient;
  return nearestRemainder(x, y, &quotient);
}
FLOAT_VECTORS_2(remainder, float)

#define HALVES(half, whole, space)                                                                                     \
  OVERLOAD float##whole remquo(float##whole x, float##whole y, space int##whole *quotient) {                           \
    int##half low, high;                                                                                               \
    float##whole result = (float##whole)(remquo(x.lo, y.lo, &low), remquo(x.hi, y.hi, &high));                         \
    *quotient = (int##whole)(low, high);                                                                               \
    return result;                                                                                                     \
  }
#define REMQUO(space)                                                                                                  \
  OVERLOAD float remquo(float x, float y, space int *quotient) {                                                       \
    int q;                                                                                                             \
    float result = nearestRemainder(x, y, &q);                                                                         \
    *quotient = q;                                                                                                     \
    return result;                                                                                                     \
  }                                                                                                                    \
  HALVES(, 2, space)                                                                                                   \
  OVERLOAD float3 remquo(float3 x, float3 y, space int3 *quotient) {                                                   \
    int2 low;                                                                                                          \
    int high;                                                                                                          \
    float3 result = (float3)(remquo(x.lo, y.lo, &low), remquo(x.z, y.z, &high));                                       \
    *quotient = (int3)(low, high);                                                                                     \
    return result;                                                                                                     \
  }                                                                                                                    \
  HALVES(2, 4, space)                                                                                                  \
  HALVES(4, 8, space)                                                                                                  \
  HALVES(8, 16, space)
REMQUO(__private)
REMQUO(__global)
REMQUO(__local)
