// SPDX-License-Identifier: Apache-2.0
// The math functions of half (libclc has none). Those that are operators, or that must be exact, are done in half; all others in float,
// whose errors, of some ten thousandths of a half's last place, leave nothing but the last rounding.
#include "builtins.h"

// Defining an overload hides those that Clang declares on demand: they are declared here.
#define UNARY(name)                                                                                                    \
  OVERLOAD PURE float name(float x);                                                                                   \
  OVERLOAD PURE half name(half x) { return (half)name((float)x); }                                                     \
  VECTORS_1(half, name)
UNARY(acos)
UNARY(acosh)
UNARY(acospi)
UNARY(asin)
UNARY(asinh)
UNARY(asinpi)
UNARY(atan)
UNARY(atanh)
UNARY(atanpi)
UNARY(cbrt)
UNARY(cos)
UNARY(cosh)
UNARY(cospi)
UNARY(erf)
UNARY(erfc)
UNARY(exp)
UNARY(exp2)
UNARY(exp10)
UNARY(expm1)
UNARY(lgamma)
UNARY(log)
UNARY(log2)
UNARY(log10)
UNARY(log1p)
UNARY(logb)
UNARY(rsqrt)
UNARY(sin)
UNARY(sinh)
UNARY(sinpi)
UNARY(tan)
UNARY(tanh)
UNARY(tanpi)
UNARY(tgamma)

#define BINARY(name)                                                                                                   \
  OVERLOAD PURE float name(float x, float y);                                                                          \
  OVERLOAD PURE half name(half x, half y) { return (half)name((float)x, (float)y); }                                   \
  VECTORS_2(half, name, half)
BINARY(atan2)
BINARY(atan2pi)
BINARY(fmod)
BINARY(hypot)
BINARY(pow)
BINARY(powr)
BINARY(remainder)

#define INTEGER(name)                                                                                                  \
  OVERLOAD PURE float name(float x, int n);                                                                            \
  OVERLOAD PURE half name(half x, int n) { return (half)name((float)x, n); }                                           \
  VECTORS_2(half, name, int)
INTEGER(ldexp)
VECTORS_INTEGER(half, ldexp)
INTEGER(pown)
INTEGER(rootn)

// One operator each, or none.
#define OPERATOR(name, builtin)                                                                                        \
  OVERLOAD PURE half name(half x) { return __builtin_elementwise_##builtin(x); }                                       \
  VECTORS_1(half, name)
OPERATOR(ceil, ceil)
OPERATOR(fabs, abs)
OPERATOR(floor, floor)
OPERATOR(rint, rint)
OPERATOR(round, round)
OPERATOR(sqrt, sqrt)
OPERATOR(trunc, trunc)

OVERLOAD PURE half fma(half x, half y, half z) { return __builtin_elementwise_fma(x, y, z); }
VECTORS_3(half, fma)
OVERLOAD PURE half mad(half x, half y, half z) { return __builtin_elementwise_fma(x, y, z); }
VECTORS_3(half, mad)

OVERLOAD PURE half copysign(half x, half y) { return __builtin_elementwise_copysign(x, y); }
VECTORS_2(half, copysign, half)
OVERLOAD PURE half fmax(half x, half y) { return __builtin_elementwise_max(x, y); }
VECTORS_2(half, fmax, half)
VECTORS_SCALAR(half, fmax)
OVERLOAD PURE half fmin(half x, half y) { return __builtin_elementwise_min(x, y); }
VECTORS_2(half, fmin, half)
VECTORS_SCALAR(half, fmin)
OVERLOAD PURE half maxmag(half x, half y) { return fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : fmax(x, y); }
VECTORS_2(half, maxmag, half)
OVERLOAD PURE half minmag(half x, half y) { return fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : fmin(x, y); }
VECTORS_2(half, minmag, half)
OVERLOAD PURE half fdim(half x, half y) { return x <= y ? 0.0h : x - y; }
VECTORS_2(half, fdim, half)

#define NOT_A_NUMBER(n)                                                                                                \
  OVERLOAD PURE half##n nan(ushort##n code) {                                                                          \
    return as_half##n((ushort##n)(code & (ushort)0x1ff | (ushort)0x7e00));                                             \
  }
NOT_A_NUMBER()
NOT_A_NUMBER(2)
NOT_A_NUMBER(3)
NOT_A_NUMBER(4)
NOT_A_NUMBER(8)
NOT_A_NUMBER(16)

// Numbers of one sign are in the order of their bits; the one below the smallest positive one is the zero.
OVERLOAD PURE half nextafter(half x, half y) {
  short bits = as_short(x);
  bool away = x < y ? x > 0.0h : x < 0.0h;
  short next = x == 0.0h ? (short)((as_short(y) & 0x8000) | 1) : (short)(bits + (away ? 1 : -1));
  next = x == y ? as_short(y) : next;
  return isnan(x) || isnan(y) ? NAN : as_half(next);
}
VECTORS_2(half, nextafter, half)

OVERLOAD PURE int ilogb(float x);
OVERLOAD PURE int ilogb(half x) { return ilogb((float)x); }
OVERLOAD PURE int2 ilogb(half2 x) { return (int2)(ilogb(x.x), ilogb(x.y)); }
OVERLOAD PURE int3 ilogb(half3 x) { return (int3)(ilogb(x.x), ilogb(x.y), ilogb(x.z)); }
OVERLOAD PURE int4 ilogb(half4 x) { return (int4)(ilogb(x.lo), ilogb(x.hi)); }
OVERLOAD PURE int8 ilogb(half8 x) { return (int8)(ilogb(x.lo), ilogb(x.hi)); }
OVERLOAD PURE int16 ilogb(half16 x) { return (int16)(ilogb(x.lo), ilogb(x.hi)); }

// The second result goes through a pointer. The fraction is below 1 also where the difference rounds to it.
static half fractOf(half x, half *whole) {
  *whole = floor(x);
  half rest = fmin(x - *whole, 0x1.ffcp-1h);
  rest = x == 0.0h || isnan(x) ? x : rest;
  return isinf(x) ? copysign(0.0h, x) : rest;
}
#define IN_FLOAT(name, x, second)                                                                                      \
  float other;                                                                                                         \
  half result = (half)name((float)x, &other);                                                                          \
  *second = (half)other;                                                                                               \
  return result;
static half modfOf(half x, half *whole) { IN_FLOAT(modf, x, whole) }
static half sincosOf(half x, half *cosine) { IN_FLOAT(sincos, x, cosine) }
static half frexpOf(half x, int *exponent) { return (half)frexp((float)x, exponent); }
static half lgamma_rOf(half x, int *sign) { return (half)lgamma_r((float)x, sign); }

TWO_RESULTS(half, fract, half)
TWO_RESULTS(half, modf, half)
TWO_RESULTS(half, sincos, half)
TWO_RESULTS(half, frexp, int)
TWO_RESULTS(half, lgamma_r, int)

static half remquoOf(half x, half y, int *quotient) { return (half)remquo((float)x, (float)y, quotient); }
REMQUO(half)
