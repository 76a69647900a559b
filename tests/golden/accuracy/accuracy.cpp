// SPDX-License-Identifier: Apache-2.0
// The math functions as the compiler's canonical IR has them, run on this machine and compared with long double.
// Exit status: the number of functions outside their limits. Subnormal operands and results count like all others.
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

using Real = long double;
using Number = NUMBER;  // float or double; float for half too
#if HALF
using Format = _Float16;
struct Limits {
  static constexpr int digits = 11, min_exponent = -13;
  static constexpr Number min() { return 0x1p-14f; }
  static constexpr Number max() { return 65504; }
  static constexpr Number denorm_min() { return 0x1p-24f; }
  static constexpr Number epsilon() { return 0x1p-10f; }
  static constexpr Number infinity() { return INFINITY; }
  static constexpr Number quiet_NaN() { return NAN; }
};
#else
using Format = Number;
using Limits = std::numeric_limits<Number>;
#endif
using Bits =
    std::conditional_t<sizeof(Format) == 2, uint16_t, std::conditional_t<sizeof(Format) == 4, uint32_t, uint64_t>>;

// The nearest number of the format.
static Number nearest(Real x) { return Number(Format(x)); }

extern "C" uint64_t __weft_global_id(uint32_t) { return 0; }
extern "C" uint64_t __weft_umul_hi(uint64_t a, uint64_t b) { return uint64_t((unsigned __int128)a * b >> 64); }
extern "C" void *checked(void *pointer, bool) __asm("__weft_checked.1");
void *checked(void *pointer, bool) { return pointer; }
#define UNARY(name, ulps, half) extern "C" void k_##name(Number *, const Number *);
#define BINARY(name, ulps, half) extern "C" void k_##name(Number *, const Number *, const Number *);
#define INTEGER(name, ulps, half) extern "C" void k_##name(Number *, const Number *, const int *);
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
  return r == 0 ? copysignl(0, x) : sinl(pi * r);
}
Real cospi(Real x) {
  Real r = fabsl(period(x));
  return r == 0.5L ? 0 : sinl(pi * (0.5L - r));
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
  return x == 0 ? (Real)INT32_MIN : std::isnan(x) || std::isinf(x) ? nearest(INT32_MAX) : ilogbl(x);
}
Real modf_whole(Real x) { return truncl(x); }
Real modf_value(Real x) { return std::isinf(x) ? copysignl(0, x) : copysignl(x - truncl(x), x); }
Real fract_whole(Real x) { return floorl(x); }
Real fract_value(Real x) {
  return std::isinf(x) ? copysignl(0, x)
         : x == 0      ? x
                       : std::min((Real)nearest(x - floorl(x)), 1 - (Real)Limits::epsilon() / 2);
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
Real fmax(Real x, Real y) { return x == 0 && y == 0 ? SKIPPED : fmaxl(x, y); }
Real fmin(Real x, Real y) { return x == 0 && y == 0 ? SKIPPED : fminl(x, y); }
Real maxmag(Real x, Real y) {
  return x == 0 && y == 0 ? SKIPPED : fabsl(x) > fabsl(y) ? x : fabsl(y) > fabsl(x) ? y : fmaxl(x, y);
}
Real minmag(Real x, Real y) {
  return x == 0 && y == 0 ? SKIPPED : fabsl(x) < fabsl(y) ? x : fabsl(y) < fabsl(x) ? y : fminl(x, y);
}
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
  return quotient != 0 && std::signbit(x) != std::signbit(y) ? -quotient : fabsl(quotient);
}
Real atan2(Real y, Real x) { return atan2l(y, x); }
Real atan2pi(Real y, Real x) { return atan2l(y, x) / pi; }
Real fmod(Real x, Real y) { return fmodl(x, y); }
Real hypot(Real x, Real y) { return hypotl(x, y); }
Real pow(Real x, Real y) { return powl(x, y); }
Real remainder(Real x, Real y) { return remainderl(x, y); }
Real fdim(Real x, Real y) { return nearest(std::fdim((Number)x, (Number)y)); }
Real nextafter(Real x, Real y) {
  if (std::isnan(x) || std::isnan(y) || x == y)
    return x == y ? y : NAN;
  if (x == 0)
    return copysignl(Limits::denorm_min(), y);
  const Format from = Format(x);  // numbers of one sign are in the order of their bits
  Bits bits;
  memcpy(&bits, &from, sizeof bits);
  bits += (x < y) == (x > 0) ? 1 : -1;
  Format to;
  memcpy(&to, &bits, sizeof to);
  return Number(to);
}
Real ldexp(Real x, int n) { return nearest(ldexpl(x, n > 3000 ? 3000 : n < -3000 ? -3000 : n)); }
Real pown(Real x, int n) { return powl(x, n); }
Real rootn(Real x, int n) {
  if (x < 0 && n % 2 == 0)
    return NAN;
  Real root = powl(fabsl(x), 1.0L / n);
  return n % 2 ? copysignl(root, x) : root;
}

}  // namespace reference

// The error in units in the last place, scaled: of 1 + |want|; huge for a wrong kind of result.
static double error(Number got, Real want, bool scaled = false) {
  const double wrong = 1e9;
  if (want == reference::SKIPPED)
    return 0;
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : wrong;
  if (want == 0 && got == 0)  // exactly zero has its sign
    return std::signbit(want) == std::signbit(got) ? 0 : wrong;
  const Number rounded = nearest(want);
  if (std::isinf(rounded) || std::isinf(got))
    return rounded == got || (fabsl(want) > Limits::max() * 0.9999L && (got > 0) == (want > 0)) ? 0 : wrong;
  int exponent = 0;
  frexpl(scaled ? 1 + fabsl(want) : want, &exponent);
  constexpr int least = Limits::min_exponent - Limits::digits;
  return fabsl(got - want) / ldexpl(1, std::max(exponent - Limits::digits, least));
}

static std::mt19937_64 generator(1);

static Number uniform(Number low, Number high) { return std::uniform_real_distribution<Number>(low, high)(generator); }

#if HALF
static std::vector<Number> samples() {
  std::vector<Number> values;
  for (unsigned i = 0; i < 65536; ++i) {
    const Bits bits = Bits(i);
    Format value;
    memcpy(&value, &bits, sizeof value);
    values.push_back(value);
  }
  return values;
}
#else
// Of all sizes.
static Number subnormal() {
  constexpr Bits digits = (Bits(1) << (Limits::digits - 1)) - 1;
  Number magnitude = Number(Bits(generator()) & digits) * Limits::denorm_min();
  magnitude = std::ldexp(magnitude, -int(generator() % (Limits::digits - 1)));
  return generator() % 2 ? magnitude : -magnitude;
}

static std::vector<Number> samples() {
  std::vector<Number> values = {0,
                                Limits::denorm_min(),
                                Limits::min() - Limits::denorm_min(),
                                Number(0.25),
                                Number(0.5),
                                1,
                                Number(1.5),
                                2,
                                3,
                                35,
                                36,
                                Number(1e-30),
                                Limits::min(),
                                Limits::max(),
                                Limits::infinity(),
                                Limits::quiet_NaN()};
  for (size_t i = 0, n = values.size(); i < n; ++i)
    values.push_back(-values[i]);
  const Number scale = Number(-Limits::min_exponent) / 125;  // of the exponents that give subnormal results
  for (int i = 0; i < 12000; ++i) {
    const Bits bits = Bits(generator());
    Number any;
    memcpy(&any, &bits, sizeof any);
    values.push_back(any);
    values.push_back(uniform(-50, 50));
    values.push_back(uniform(Number(-1.2), Number(1.2)));
    values.push_back(uniform(-6, 12));
    values.push_back(uniform(-160, -80) * scale);  // exp and its kin: subnormal results
    values.push_back(uniform(-180, 180) * scale);
    // Near a zero or a pole of sinpi and its kin.
    values.push_back(Number(int(generator() % 4000) - 2000) / 2 +
                     std::ldexp(uniform(-1, 1), -int(generator() % Limits::digits)));
    if (i % 2)
      values.push_back(subnormal());
  }
  return values;
}
#endif

// Where x to the power of the result is subnormal, or near.
static Number rootExponent(Number x) {
  constexpr int least = Limits::min_exponent - Limits::digits;
  return uniform(least - 3, Limits::min_exponent + 5) / std::log2(std::fabs(x));
}

// A second operand: any; one not far from x in size; one with which a power is subnormal.
static Number partner(Number x, const std::vector<Number> &xs) {
  Number any = xs[generator() % xs.size()];
  switch (generator() % 4) {
  case 0:
    return std::isfinite(x) && x != 0 ? std::ldexp(uniform(-2, 2), std::ilogb(x) + int(generator() % 60) - 30) : any;
  case 1:
    return rootExponent(x);
  default:
    return any;
  }
}

static int integerPartner(Number x) {
  switch (generator() % 6) {
  case 0:
    return int(generator());
  case 1:
    return generator() % 2 ? INT32_MAX : INT32_MIN;
  case 2:  // ldexp gives a subnormal number, or near
    return std::isfinite(x) && x != 0
               ? Limits::min_exponent + 5 - int(generator() % (Limits::digits + 10)) - std::ilogb(x)
               : 1;
  case 3: {
    Number y = rootExponent(x);
    return std::isfinite(y) && std::fabs(y) < 1e9f ? int(y) : -1;
  }
  default:
    return int(generator() % 81) - 40;
  }
}

struct Worst {
  double ulps = 0;
  Number x = 0, y = 0, got = 0;
  Real want = 0;

  void add(Number x_, Number y_, Number got_, Real want_, bool scaled = false) {
    double e = error(got_, want_, scaled);
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
  const std::vector<Number> xs = samples();
  int failures = 0;
#define OF_ONE(name, ulps, half, scaled)                                                                               \
  {                                                                                                                    \
    Worst worst;                                                                                                       \
    for (Number x : xs) {                                                                                              \
      Number got;                                                                                                      \
      k_##name(&got, &x);                                                                                              \
      worst.add(x, 0, got, reference::name(x), scaled);                                                                \
    }                                                                                                                  \
    failures += worst.report(#name, HALF ? half : ulps);                                                               \
  }
#define UNARY(name, ulps, half) OF_ONE(name, ulps, half, false)
#define SCALED(name, ulps, half) OF_ONE(name, ulps, half, true)
#define BINARY(name, ulps, half)                                                                                       \
  {                                                                                                                    \
    Worst worst;                                                                                                       \
    for (Number x : xs) {                                                                                              \
      Number y = nearest(partner(x, xs)), got;                                                                         \
      k_##name(&got, &x, &y);                                                                                          \
      worst.add(x, y, got, reference::name(x, y));                                                                     \
    }                                                                                                                  \
    failures += worst.report(#name, HALF ? half : ulps);                                                               \
  }
#define INTEGER(name, ulps, half)                                                                                      \
  {                                                                                                                    \
    Worst worst;                                                                                                       \
    for (Number x : xs) {                                                                                              \
      int n = integerPartner(x);                                                                                       \
      if (n == 0)                                                                                                      \
        continue;                                                                                                      \
      Number got;                                                                                                      \
      k_##name(&got, &x, &n);                                                                                          \
      worst.add(x, n, got, reference::name(x, n));                                                                     \
    }                                                                                                                  \
    failures += worst.report(#name, HALF ? half : ulps);                                                               \
  }
#include "functions.def"
  return failures;
}
