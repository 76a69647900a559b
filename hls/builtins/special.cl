// SPDX-License-Identifier: Apache-2.0
// Replacements for functions of libclc that miss the specification in float: erfc and tgamma (63 and 190 units in the last place
// where 16 are allowed), lgamma (of minus infinity). The polynomials are Chebyshev fits.
#include "builtins.h"

// libclc's own version of a function that is defined here; make_builtins.cpp keeps it under this name.
#define LIBCLC(name, mangled) name __asm__("__libclc_" mangled)
OVERLOAD float LIBCLC(libclcLgamma(float x), "_Z6lgammaf");
OVERLOAD float LIBCLC(libclcLgammaR(float x, __private int *sign), "_Z8lgamma_rfPi");

// (1 + 2x) exp(x²) erfc(x) for x in [0.5, 10.5] is a polynomial of (x - 2) / (x + 2).
OVERLOAD PURE float erfc(float x) {
  float a = fabs(x);
  float q = (a - 2.0f) / (a + 2.0f);
  float p = 2.411271852e-4f;
  p = fma(p, q, -3.224837411e-4f);
  p = fma(p, q, -1.49195504e-3f);
  p = fma(p, q, 1.224448895e-3f);
  p = fma(p, q, 8.734219801e-3f);
  p = fma(p, q, -8.026412147e-3f);
  p = fma(p, q, -5.422151126e-2f);
  p = fma(p, q, 1.640507629e-1f);
  p = fma(p, q, -1.660303299e-1f);
  p = fma(p, q, -9.276381649e-2f);
  p = fma(p, q, 1.276978381f);
  float square = a * a;
  float e = exp(-square);
  e = fma(-e, fma(a, a, -square), e);  // the square's rounding error, to first order
  float tail = a > 10.5f ? 0.0f : e * (p / fma(2.0f, a, 1.0f));
  float result = x < 0.0f ? 2.0f - tail : tail;
  result = a < 0.5f ? 1.0f - erf(x) : result;
  return isnan(x) ? x : result;
}
FLOAT_VECTORS_1(erfc)

// Γ(1 + y) for y in [0, 1].
static float gammaFraction(float y) {
  float p = -1.089769415e-2f;
  p = fma(p, y, 7.626897809e-2f);
  p = fma(p, y, -2.477586407e-1f);
  p = fma(p, y, 5.060429303e-1f);
  p = fma(p, y, -7.517447877e-1f);
  p = fma(p, y, 9.053810704e-1f);
  p = fma(p, y, -9.601501228e-1f);
  p = fma(p, y, 9.781634213e-1f);
  p = fma(p, y, -9.071276339e-1f);
  p = fma(p, y, 9.890377689e-1f);
  p = fma(p, y, -5.772152891e-1f);
  return fma(p, y, 1.0f);
}

// Γ(a) as a product of two factors, neither of which overflows, for 0 < a < 44.
static float2 gammaFactors(float a) {
  // From 8 on Stirling's series; the power in two halves.
  float r = 1.0f / a;
  float series = fma(fma(fma(-2.704444147e-3f, r, 3.473145687e-3f), r, 8.333332168e-2f), r, 1.0f);
  float half_power = powr(a, 0.5f * (a - 0.5f));
  float2 large = (float2)(half_power, half_power * exp(-a) * (2.506628275f * series));
  // Below, the recurrence down to the interval [1, 2); the factors a - 1, a - 2 … are exact.
  float n = floor(a), y = a - n, product = 1.0f;
  for (int i = 1; i < 7; ++i)
    product *= n > i ? a - i : 1.0f;
  float small = gammaFraction(y) * product;
  small = n < 1.0f ? gammaFraction(a) / a : small;
  return a < 8.0f ? (float2)(small, 1.0f) : large;
}

OVERLOAD PURE float tgamma(float x) {
  float a = fabs(x);
  float2 factors = gammaFactors(min(a, 43.5f));
  float positive = a > 35.1f ? INFINITY : factors.x * factors.y;
  // Γ(x) Γ(-x) = -π / (x sin πx)
  float negative = -M_PI_F / (x * sinpi(x)) / factors.x / factors.y;
  negative = a > 43.0f ? ((int)floor(x) & 1 ? -0.0f : 0.0f) : negative;
  negative = floor(x) == x ? NAN : negative;
  float result = x < 0.0f ? negative : positive;
  result = a < 0x1p-30f ? 1.0f / x : result;  // also of a signed zero
  return isnan(x) ? x : result;
}
FLOAT_VECTORS_1(tgamma)

// libclc's is wrong for minus infinity and for tiny negative numbers.
static float mendLgamma(float x, float libclc) {
  float result = fabs(x) < 0x1p-30f ? -log(fabs(x)) : libclc;
  return isinf(x) ? INFINITY : result;
}
OVERLOAD PURE float lgamma(float x) { return mendLgamma(x, libclcLgamma(x)); }
FLOAT_VECTORS_1(lgamma)

#define LGAMMA_R(space)                                                                                                \
  OVERLOAD float lgamma_r(float x, space int *sign) {                                                                  \
    int s;                                                                                                             \
    float result = libclcLgammaR(x, &s);                                                                               \
    *sign = s;                                                                                                         \
    return mendLgamma(x, result);                                                                                      \
  }                                                                                                                    \
  OVERLOAD float2 lgamma_r(float2 x, space int2 *sign) {                                                               \
    int low, high;                                                                                                     \
    float2 result = (float2)(lgamma_r(x.x, &low), lgamma_r(x.y, &high));                                               \
    *sign = (int2)(low, high);                                                                                         \
    return result;                                                                                                     \
  }                                                                                                                    \
  OVERLOAD float4 lgamma_r(float4 x, space int4 *sign) {                                                               \
    int2 low, high;                                                                                                    \
    float4 result = (float4)(lgamma_r(x.lo, &low), lgamma_r(x.hi, &high));                                             \
    *sign = (int4)(low, high);                                                                                         \
    return result;                                                                                                     \
  }                                                                                                                    \
  OVERLOAD float3 lgamma_r(float3 x, space int3 *sign) {                                                               \
    int4 s;                                                                                                            \
    float3 result = lgamma_r((float4)(x, 1.0f), &s).xyz;                                                               \
    *sign = s.xyz;                                                                                                     \
    return result;                                                                                                     \
  }                                                                                                                    \
  OVERLOAD float8 lgamma_r(float8 x, space int8 *sign) {                                                               \
    int4 low, high;                                                                                                    \
    float8 result = (float8)(lgamma_r(x.lo, &low), lgamma_r(x.hi, &high));                                             \
    *sign = (int8)(low, high);                                                                                         \
    return result;                                                                                                     \
  }                                                                                                                    \
  OVERLOAD float16 lgamma_r(float16 x, space int16 *sign) {                                                            \
    int8 low, high;                                                                                                    \
    float16 result = (float16)(lgamma_r(x.lo, &low), lgamma_r(x.hi, &high));                                           \
    *sign = (int16)(low, high);                                                                                        \
    return result;                                                                                                     \
  }
LGAMMA_R(__private)
LGAMMA_R(__global)
LGAMMA_R(__local)
