// SPDX-License-Identifier: Apache-2.0
// The math functions as the compiler's canonical IR has them, run on this machine and compared with long double.
// Exit status: the number of functions outside their limits. Subnormal operands and results count like all others.
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

using Real = long double;

extern "C" uint64_t __weft_global_id(uint32_t) { return 0; }
extern "C" void *checked(void *pointer, bool) __asm("__weft_checked.1");
void *checked(void *pointer, bool) { return pointer; }
#define UNARY(name, ulps) extern "C" void k_##name(float *, const float *);
#define BINARY(name, ulps) extern "C" void k_##name(float *, const float *, const float *);
#define INTEGER(name, ulps) extern "C" void k_##name(float *, const float *, const int *);
#include "functions.def"

namespace reference {

const Real pi = acosl(-1.0L);
const Real SKIPPED = 0x1.8p16000L;  // the standard leaves the result open

// x less an even number, in [-1, 1]; exact.
Real period(Real x) { return x - 2 * rintl(x / 2); }

#define SAME(name, function)                                                                                           \
  Real name(Real x) { return function(x); }
SAME(acos, acosl)
SAME(acosh, acoshl)
SAME(asin, asinl)
// clang-format off: macros that need no semicolon
SAME(asinh, asinhl) SAME(atan, atanl) SAME(atanh, atanhl) SAME(cbrt, cbrtl) SAME(cos, cosl) SAME(cosh, coshl)
SAME(erf, erfl) SAME(erfc, erfcl) SAME(exp, expl) SAME(exp2, exp2l) SAME(expm1, expm1l) SAME(log, logl)
SAME(log2, log2l) SAME(log10, log10l) SAME(log1p, log1pl) SAME(sin, sinl) SAME(sinh, sinhl) SAME(sqrt, sqrtl)
SAME(tan, tanl) SAME(tanh, tanhl) SAME(tgamma, tgammal) SAME(ceil, ceill) SAME(floor, floorl) SAME(rint, rintl)
SAME(round, roundl) SAME(trunc, truncl)
    // clang-format on

    Real acospi(Real x) {
  return acosl(x) / pi;
}
Real asinpi(Real x) { return asinl(x) / pi; }
Real atanpi(Real x) { return atanl(x) / pi; }
Real exp10(Real x) { return powl(10, x); }
Real rsqrt(Real x) { return 1 / sqrtl(x); }
Real sinpi(Real x) {
  Real r = period(x);
  if (fabsl(r) > 0.5L)
    r = copysignl(1 - fabsl(r), r);
  return sinl(pi * r);
}
Real cospi(Real x) {
  Real r = fabsl(period(x));
  return r == 0.5L ? 0 : r < 0.5L ? cosl(pi * r) : -cosl(pi * (1 - r));
}
Real tanpi(Real x) { return sinpi(x) / cospi(x); }

Real lgamma(Real x) { return lgammal(x); }
Real lgamma_sign(Real x) {
  if (std::isnan(x) || std::isinf(x) || (x <= 0 && x == floorl(x)))
    return SKIPPED;
  return x > 0 || std::fmod(floorl(x), 2.0L) == 0 ? 1 : -1;
}
Real logb(Real x) { return logbl(x); }
Real ilogb(Real x) {
  return x == 0 ? (Real)INT32_MIN : std::isnan(x) || std::isinf(x) ? (Real)(float)INT32_MAX : ilogbl(x);
}
Real modf_whole(Real x) { return truncl(x); }
Real modf_value(Real x) { return std::isinf(x) ? copysignl(0, x) : copysignl(x - truncl(x), x); }
Real fract_whole(Real x) { return floorl(x); }
Real fract_value(Real x) {
  return std::isinf(x) ? copysignl(0, x) : x == 0 ? x : std::min((Real)(float)(x - floorl(x)), (Real)0x1.fffffep-1f);
}
Real frexp_value(Real x) {
  int exponent;
  return frexpl(x, &exponent);
}
Real frexp_exponent(Real x) {
  int exponent = 0;
  frexpl(x, &exponent);
  return std::isnan(x) || std::isinf(x) ? SKIPPED : exponent;
}
Real sincos_value(Real x) { return sinl(x); }
Real sincos_cosine(Real x) { return cosl(x); }
Real fmax(Real x, Real y) { return fmaxl(x, y); }
Real fmin(Real x, Real y) { return fminl(x, y); }
Real maxmag(Real x, Real y) { return fabsl(x) > fabsl(y) ? x : fabsl(y) > fabsl(x) ? y : fmaxl(x, y); }
Real minmag(Real x, Real y) { return fabsl(x) < fabsl(y) ? x : fabsl(y) < fabsl(x) ? y : fminl(x, y); }
Real powr(Real x, Real y) {
  if (x < 0 || std::isnan(x) || std::isnan(y) || (x == 0 && y == 0) || (x == 1 && std::isinf(y)) ||
      (std::isinf(x) && y == 0))
    return NAN;
  return powl(fabsl(x), y);
}
Real remquo_value(Real x, Real y) { return remainderl(x, y); }
Real remquo_quotient(Real x, Real y) {
  if (std::isnan(x) || std::isinf(x) || std::isnan(y) || y == 0)
    return SKIPPED;
  // Of |x| by |y| what is left after 128 times as much, so that the low bits are those of the whole quotient.
  Real a = fmodl(fabsl(x), 128 * fabsl(y));
  Real quotient = roundl((a - remainderl(a, fabsl(y))) / fabsl(y));
  quotient = fmodl(quotient, 128);
  return std::signbit(x) != std::signbit(y) ? -quotient : quotient;
}
Real atan2(Real y, Real x) { return atan2l(y, x); }
Real atan2pi(Real y, Real x) { return atan2l(y, x) / pi; }
Real fmod(Real x, Real y) { return fmodl(x, y); }
Real hypot(Real x, Real y) { return hypotl(x, y); }
Real pow(Real x, Real y) { return powl(x, y); }
Real remainder(Real x, Real y) { return remainderl(x, y); }
Real fdim(Real x, Real y) { return (float)fdiml(x, y); }
Real nextafter(Real x, Real y) { return nextafterf(x, y); }
Real ldexp(Real x, int n) { return (float)ldexpl(x, n > 400 ? 400 : n < -400 ? -400 : n); }
Real pown(Real x, int n) { return powl(x, n); }
Real rootn(Real x, int n) {
  if (x < 0 && n % 2 == 0)
    return NAN;
  Real root = powl(fabsl(x), 1.0L / n);
  return n % 2 ? copysignl(root, x) : root;
}

}  // namespace reference

// The error in units in the last place of a float; huge for a wrong kind of result.
static double error(float got, Real want) {
  const double wrong = 1e9;
  if (want == reference::SKIPPED)
    return 0;
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : wrong;
  float rounded = want;
  if (std::isinf(rounded) || std::isinf(got))
    return rounded == got || (fabsl(want) > FLT_MAX * 0.9999L && (got > 0) == (want > 0)) ? 0 : wrong;
  int exponent = 0;
  frexpl(want, &exponent);
  return fabsl(got - want) / ldexpl(1, std::max(exponent - 24, -149));
}

static std::mt19937 generator(1);

// Of all sizes.
static float subnormal() {
  float magnitude = std::ldexp(float(generator() & 0x7fffff), -149 - int(generator() % 23));
  return generator() % 2 ? magnitude : -magnitude;
}

static std::vector<float> samples() {
  std::vector<float> values = {0.0f,    FLT_TRUE_MIN, FLT_MIN - FLT_TRUE_MIN,
                               0.25f,   0.5f,         1.0f,
                               1.5f,    2.0f,         3.0f,
                               35.0f,   36.0f,        1e-30f,
                               FLT_MIN, FLT_MAX,      INFINITY,
                               NAN};
  for (size_t i = 0, n = values.size(); i < n; ++i)
    values.push_back(-values[i]);
  for (int i = 0; i < 12000; ++i) {
    uint32_t bits = generator();
    float any;
    memcpy(&any, &bits, 4);
    values.push_back(any);
    values.push_back(std::uniform_real_distribution<float>(-50, 50)(generator));
    values.push_back(std::uniform_real_distribution<float>(-1.2f, 1.2f)(generator));
    values.push_back(std::uniform_real_distribution<float>(-6, 12)(generator));
    values.push_back(
        std::uniform_real_distribution<float>(-160, -80)(generator));  // exp and its kin: subnormal results
    if (i % 2)
      values.push_back(subnormal());
  }
  return values;
}

// Where x to the power of the result is subnormal, or near.
static float rootExponent(float x) {
  return std::uniform_real_distribution<float>(-152, -120)(generator) / std::log2(std::fabs(x));
}

// A second operand: any; one not far from x in size; one with which a power is subnormal.
static float partner(float x, const std::vector<float> &xs) {
  float any = xs[generator() % xs.size()];
  switch (generator() % 4) {
  case 0:
    return std::isfinite(x) && x != 0 ? std::ldexp(std::uniform_real_distribution<float>(-2, 2)(generator),
                                                   std::ilogb(x) + int(generator() % 60) - 30)
                                      : any;
  case 1:
    return rootExponent(x);
  default:
    return any;
  }
}

static int integerPartner(float x) {
  switch (generator() % 6) {
  case 0:
    return int(generator());
  case 1:
    return generator() % 2 ? INT32_MAX : INT32_MIN;
  case 2:  // ldexp gives a subnormal number, or near
    return std::isfinite(x) && x != 0 ? -120 - int(generator() % 34) - std::ilogb(x) : 1;
  case 3: {
    float y = rootExponent(x);
    return std::isfinite(y) && std::fabs(y) < 1e9f ? int(y) : -1;
  }
  default:
    return int(generator() % 81) - 40;
  }
}

struct Worst {
  double ulps = 0;
  float x = 0, y = 0, got = 0;
  Real want = 0;

  void add(float x_, float y_, float got_, Real want_) {
    double e = error(got_, want_);
    if (e > ulps)
      *this = {e, x_, y_, got_, want_};
  }
  int report(const char *name, double limit) const {
    bool bad = ulps > std::max(limit, 0.0);
    std::printf("%-10s %10.3g of %2.0f ulp at %a, %a: got %a, want %La%s\n", name, ulps, limit, x, y, got, want,
                bad ? "  TOO MUCH" : "");
    return bad;
  }
};

int main() {
  const std::vector<float> xs = samples();
  int failures = 0;
#define UNARY(name, ulps)                                                                                              \
  {                                                                                                                    \
    Worst worst;                                                                                                       \
    for (float x : xs) {                                                                                               \
      float got;                                                                                                       \
      k_##name(&got, &x);                                                                                              \
      worst.add(x, 0, got, reference::name(x));                                                                        \
    }                                                                                                                  \
    failures += worst.report(#name, ulps);                                                                             \
  }
#define BINARY(name, ulps)                                                                                             \
  {                                                                                                                    \
    Worst worst;                                                                                                       \
    for (float x : xs) {                                                                                               \
      float y = partner(x, xs), got;                                                                                   \
      k_##name(&got, &x, &y);                                                                                          \
      worst.add(x, y, got, reference::name(x, y));                                                                     \
    }                                                                                                                  \
    failures += worst.report(#name, ulps);                                                                             \
  }
#define INTEGER(name, ulps)                                                                                            \
  {                                                                                                                    \
    Worst worst;                                                                                                       \
    for (float x : xs) {                                                                                               \
      int n = integerPartner(x);                                                                                       \
      if (n == 0)                                                                                                      \
        continue;                                                                                                      \
      float got;                                                                                                       \
      k_##name(&got, &x, &n);                                                                                          \
      worst.add(x, n, got, reference::name(x, n));                                                                     \
    }                                                                                                                  \
    failures += worst.report(#name, ulps);                                                                             \
  }
#include "functions.def"
  return failures;
}
