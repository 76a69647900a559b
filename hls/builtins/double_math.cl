// SPDX-License-Identifier: Apache-2.0
// Functions of double of which libclc's miss the specification, tgamma (814 units in the last place where 16 are allowed), ldexp (by large
// powers), lgamma (of minus infinity), or that it leaves out (smoothstep with scalar edges). The polynomial is a Chebyshev fit.
#include "builtins.h"

#define LIBCLC(name, mangled) name __asm__("__libclc_" mangled)
OVERLOAD double LIBCLC(libclcLgamma(double x), "_Z6lgammad");
OVERLOAD double LIBCLC(libclcLgammaR(double x, __private int *sign), "_Z8lgamma_rdPi");

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

// Γ(2 + y) for y in [0, 1].
static double gammaFraction(double y) {
  double t = y - 0.5;
  double p = 0x1.b5cafaae0b822p-23;
  p = fma(p, t, -0x1.0fad5e05ca86fp-21);
  p = fma(p, t, 0x1.1e9086a696877p-20);
  p = fma(p, t, -0x1.52bbc5bdc9e11p-19);
  p = fma(p, t, 0x1.e70811ccd5090p-18);
  p = fma(p, t, -0x1.add74a3bf8f4fp-17);
  p = fma(p, t, 0x1.013c10caf30edp-14);
  p = fma(p, t, 0x1.089b15fa407d3p-18);
  p = fma(p, t, 0x1.8b8fcedc96c36p-11);
  p = fma(p, t, 0x1.a55ed091982b5p-10);
  p = fma(p, t, 0x1.5489cc6ae7158p-7);
  p = fma(p, t, 0x1.d0a9bc4a28658p-6);
  p = fma(p, t, 0x1.c138b89493350p-4);
  p = fma(p, t, 0x1.03f6d2fa4f09ep-2);
  p = fma(p, t, 0x1.4f224d4b7e01bp-1);
  p = fma(p, t, 0x1.de9585f1a7096p-1);
  return fma(p, t, 0x1.544fa6d47b390p+0);
}

// exp of what is left of ln Γ(a) after Stirling's formula, less 1, for a of 16 or more: at most 0.0053.
static double stirlingRest(double a) {
  double r = 1.0 / a, q = r * r;
  double s = -691.0 / 360360;
  s = fma(s, q, 1.0 / 1188);
  s = fma(s, q, -1.0 / 1680);
  s = fma(s, q, 1.0 / 1260);
  s = fma(s, q, -1.0 / 360);
  s = fma(s, q, 1.0 / 12) * r;
  double e = 1.0 / 720;
  e = fma(e, s, 1.0 / 120);
  e = fma(e, s, 1.0 / 24);
  e = fma(e, s, 1.0 / 6);
  e = fma(e, s, 0.5);
  return fma(e * s, s, s);
}

// Γ(a) as a product of two factors, neither of which overflows, for 0 < a < 186.
static double2 gammaFactors(double a) {
  // From 16 on Stirling's formula; the power in two halves.
  double half_power = powr(a, 0.5 * (a - 0.5));
  double rest = half_power * exp(-a) * 2.5066282746310005;
  double2 large = (double2)(half_power, fma(rest, stirlingRest(a), rest));
  // Below, the recurrence down to the interval [2, 3); the factors a - 1, a - 2 … are exact.
  double n = floor(a), product = 1.0;
  for (int i = 1; i < 14; ++i)
    product *= n > i + 1 ? a - i : 1.0;
  double divisor = n < 1.0 ? fma(a, a, a) : n < 2.0 ? a : 1.0;  // Γ(a) = Γ(a + 2) / (a (a + 1))
  double small = gammaFraction(a - n) * product / divisor;
  return a < 16.0 ? (double2)(small, 1.0) : large;
}

OVERLOAD PURE double tgamma(double x) {
  double a = fabs(x);
  double2 factors = gammaFactors(min(a, 185.5));
  double positive = a > 172.0 ? INFINITY : factors.x * factors.y;
  // Γ(x) Γ(-x) = -π / (x sin πx)
  double negative = -M_PI / (x * sinpi(x)) / factors.x / factors.y;
  negative = a > 185.0 ? ((long)floor(x) & 1 ? -0.0 : 0.0) : negative;
  negative = floor(x) == x ? NAN : negative;
  double result = x < 0.0 ? negative : positive;
  result = a < 0x1p-60 ? 1.0 / x : result;  // also of a signed zero
  return isnan(x) ? x : result;
}
VECTORS_1(double, tgamma)

// libclc's is wrong for minus infinity and for tiny negative numbers.
static double mendLgamma(double x, double libclc) {
  double result = fabs(x) < 0x1p-60 ? -log(fabs(x)) : libclc;
  return isinf(x) ? INFINITY : result;
}
OVERLOAD PURE double lgamma(double x) { return mendLgamma(x, libclcLgamma(x)); }
VECTORS_1(double, lgamma)

static double lgamma_rOf(double x, int *sign) { return mendLgamma(x, libclcLgammaR(x, sign)); }
TWO_RESULTS(double, lgamma_r, int)

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
