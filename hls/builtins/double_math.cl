// SPDX-License-Identifier: Apache-2.0
// Functions of double of which libclc's miss the specification, ldexp (by large powers), or that it leaves out (smoothstep with scalar edges).
#include "builtins.h"

OVERLOAD PURE double ldexp(double x, int n) {
  ulong bits = as_ulong(x), magnitude = bits & 0x7fffffffffffffff, sign = bits & 0x8000000000000000;
  // A subnormal number's leading one comes to its place too.
  int up = magnitude < 0x10000000000000 ? (int)clz(magnitude) - 11 : 0;
  ulong mantissa = up ? magnitude << up : (magnitude & 0xfffffffffffff) | 0x10000000000000;
  int exponent = add_sat(max((int)(magnitude >> 52), 1) - up, n);
  uint shift = clamp(1 - max(exponent, -60), 0, 54);  // of a subnormal result
  ulong odd = mantissa >> shift & 1;
  ulong kept = (2 * mantissa + (1ul << shift) - 1 + odd) >> (shift + 1);
  ulong result = exponent >= 2047 ? 0x7ff0000000000000 : kept + ((ulong)(max(exponent, 1) - 1) << 52);
  return magnitude == 0 || magnitude >= 0x7ff0000000000000 ? x : as_double(result | sign);
}
VECTORS_2(double, ldexp, int)
VECTORS_INTEGER(double, ldexp)

#define SMOOTHSTEP(n)                                                                                                  \
  OVERLOAD PURE double##n smoothstep(double##n low, double##n high, double##n x);                                      \
  OVERLOAD PURE double##n smoothstep(double low, double high, double##n x) {                                           \
    return smoothstep((double##n)(low), (double##n)(high), x);                                                         \
  }
SMOOTHSTEP(2)
SMOOTHSTEP(3)
SMOOTHSTEP(4)
SMOOTHSTEP(8)
SMOOTHSTEP(16)

// libclc's gives infinity for 0.
#define NAN_OF(n) OVERLOAD PURE double##n nan(ulong##n code) { return as_double##n(code | 0x7ff8000000000000); }
NAN_OF() NAN_OF(2) NAN_OF(3) NAN_OF(4) NAN_OF(8) NAN_OF(16)
