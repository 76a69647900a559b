// SPDX-License-Identifier: Apache-2.0
// native_* and half_* functions: as accurate as the full ones. Division, square root and reciprocal are operators of their own.
#include "builtins.h"

#define VECTORS(F, arguments) F(float, arguments) F(float2, arguments) F(float3, arguments) F(float4, arguments) F(float8, arguments) F(float16, arguments)
#define UNARY(type, name)                                                                                              \
  OVERLOAD PURE type native_##name(type x) { return name(x); }                                                         \
  OVERLOAD PURE type half_##name(type x) { return name(x); }
#define BINARY(type, name)                                                                                             \
  OVERLOAD PURE type native_##name(type x, type y) { return name(x, y); }                                              \
  OVERLOAD PURE type half_##name(type x, type y) { return name(x, y); }
VECTORS(UNARY, sin)
VECTORS(UNARY, cos)
VECTORS(UNARY, tan)
VECTORS(UNARY, exp)
VECTORS(UNARY, exp2)
VECTORS(UNARY, exp10)
VECTORS(UNARY, log)
VECTORS(UNARY, log2)
VECTORS(UNARY, log10)
VECTORS(UNARY, sqrt)
VECTORS(UNARY, rsqrt)
VECTORS(BINARY, powr)

#define DIVISION(type, unused)                                                                                         \
  OVERLOAD PURE type native_divide(type x, type y) { return x / y; }                                                   \
  OVERLOAD PURE type half_divide(type x, type y) { return x / y; }                                                     \
  OVERLOAD PURE type native_recip(type x) { return 1.0f / x; }                                                         \
  OVERLOAD PURE type half_recip(type x) { return 1.0f / x; }
VECTORS(DIVISION, )
