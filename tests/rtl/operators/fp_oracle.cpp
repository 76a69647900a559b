// SPDX-License-Identifier: Apache-2.0
#include "fp_oracle.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <mpfr.h>

namespace {

mpfr_rnd_t mpfrRounding(unsigned rounding) {
  switch (rounding) {
  case 0:
    return MPFR_RNDN;
  case 2:
    return MPFR_RNDZ;
  case 3:
    return MPFR_RNDU;
  case 4:
    return MPFR_RNDD;
  default:
    std::abort();  // nearest away: fp_round_int only
  }
}

// Exponents in MPFR's convention: significands in [1/2, 1).
mpfr_exp_t leastNormalExp(const FpFormat &f) { return 2 - f.bias(); }
mpfr_exp_t leastExp(const FpFormat &f) { return leastNormalExp(f) - static_cast<int>(f.sigW) + 1; }
mpfr_exp_t greatestExp(const FpFormat &f) { return f.bias() + 1; }

/// The encoding of a value that the format can hold. By way of the value's double, which is exact for every format
/// here.
uint64_t encode(const FpFormat &f, const mpfr_t value) {
  if (mpfr_nan_p(value))
    return f.quietNan();
  uint64_t sign = mpfr_signbit(value) ? f.signBit() : 0;
  if (mpfr_inf_p(value))
    return sign | f.infinity();
  if (mpfr_zero_p(value))
    return sign;
  uint64_t bits = std::bit_cast<uint64_t>(mpfr_get_d(value, MPFR_RNDN));
  if (f == kDouble)
    return bits;
  uint64_t significand = (bits & ((1ull << 52) - 1)) | 1ull << 52;  // normal as a double
  int exponent = static_cast<int>((bits >> 52) & 0x7ff) - 1023 + f.bias();
  significand >>= 53 - f.sigW;
  if (exponent < 1)
    return sign | significand >> (1 - exponent);
  return sign | static_cast<uint64_t>(exponent) << (f.sigW - 1) | f.fraction(significand);
}

void decode(const FpFormat &f, uint64_t a, bool subnormals, mpfr_t value) {
  bool negative = a & f.signBit();
  if (f.isNan(a)) {
    mpfr_set_nan(value);
  } else if (f.exponent(a) == f.maxExp()) {
    mpfr_set_inf(value, negative ? -1 : 1);
  } else {
    int exponent = static_cast<int>(f.exponent(a));
    uint64_t significand = exponent ? f.fraction(a) | f.hidden() : subnormals ? f.fraction(a) : 0;
    mpfr_set_ui_2exp(value, significand, (exponent ? exponent : 1) - f.bias() - static_cast<int>(f.sigW) + 1,
                     MPFR_RNDN);
    mpfr_setsign(value, value, negative, MPFR_RNDN);
  }
}

bool holds(unsigned predicate, bool unordered, int order) {
  bool less = !unordered && order < 0, equal = !unordered && order == 0, greater = !unordered && order > 0;
  const bool all[] = {equal,
                      greater,
                      greater || equal,
                      less,
                      less || equal,
                      less || greater,
                      !unordered,
                      unordered || equal,
                      unordered || greater,
                      unordered || greater || equal,
                      unordered || less,
                      unordered || less || equal,
                      !equal,
                      unordered};
  return all[predicate];
}

/// The bit of the class in the order of LLVM's FPClassTest.
uint64_t classOf(const FpFormat &f, uint64_t a) {
  if (f.isNan(a))
    return a & f.hidden() >> 1 ? 2 : 1;
  bool negative = a & f.signBit();
  if (f.exponent(a) == f.maxExp())
    return negative ? 1 << 2 : 1 << 9;
  if (f.exponent(a) != 0)
    return negative ? 1 << 3 : 1 << 8;
  if (f.fraction(a) != 0)
    return negative ? 1 << 4 : 1 << 7;
  return negative ? 1 << 5 : 1 << 6;
}

}  // namespace

struct FpOracle::State {
  mpfr_t a, b, c, wide, limit;
  mpfr_t result;  // of the precision of the result's format
  mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();

  /// The end of every operation: `ternary` is what the operation returned for `result` in MPFR's own exponent range.
  uint64_t finish(const FpFormat &f, mpfr_rnd_t rounding, bool subnormals, int ternary) {
    if (!mpfr_regular_p(result))
      return encode(f, result);
    bool negative = mpfr_signbit(result);
    mpfr_exp_t exponent = mpfr_get_exp(result);
    // The exact value is below the least normal number also if just that is what it was rounded to from below.
    bool raised = negative ? ternary < 0 : ternary > 0;
    if (!subnormals &&
        (exponent < leastNormalExp(f) || (exponent == leastNormalExp(f) && raised && mpfr_min_prec(result) == 1)))
      return negative ? f.signBit() : 0;
    if (exponent < leastNormalExp(f) || exponent > greatestExp(f)) {
      mpfr_set_emin(leastExp(f));
      mpfr_set_emax(greatestExp(f));
      ternary = mpfr_check_range(result, ternary, rounding);
      mpfr_subnormalize(result, ternary, rounding);
      mpfr_set_emin(emin);
      mpfr_set_emax(emax);
    }
    return encode(f, result);
  }

  uint64_t toInt(const FpOperation &op) {
    uint64_t mask = ~0ull >> (64 - op.intW), least = op.isSigned ? 1ull << (op.intW - 1) : 0, most = mask - least;
    if (mpfr_nan_p(a))
      return 0;
    mpfr_rint(a, a, mpfrRounding(op.rounding));
    mpfr_set_uj(limit, mpfr_signbit(a) ? least : most, MPFR_RNDN);
    if (mpfr_cmpabs(a, limit) > 0)
      return mpfr_signbit(a) ? least : most;
    uint64_t magnitude = 0;
    bool negative = mpfr_signbit(a);
    mpfr_abs(a, a, MPFR_RNDN);
    magnitude = mpfr_get_uj(a, MPFR_RNDN);
    return (negative ? ~magnitude + 1 : magnitude) & mask;
  }
};

FpOracle::FpOracle() : state(new State{}) {
  mpfr_inits2(53, state->a, state->b, state->c, state->result, static_cast<mpfr_ptr>(nullptr));
  mpfr_inits2(64, state->wide, state->limit, static_cast<mpfr_ptr>(nullptr));
}

FpOracle::~FpOracle() {
  mpfr_clears(state->a, state->b, state->c, state->wide, state->limit, state->result, static_cast<mpfr_ptr>(nullptr));
}

uint64_t FpOracle::evaluate(const FpOperation &op, uint64_t aBits, uint64_t bBits, uint64_t cBits, uint64_t integer) {
  const FpFormat &f = op.format, &to = op.code == FpCode::Convert ? op.to : f;
  mpfr_ptr a = state->a, b = state->b, c = state->c, r = state->result, wide = state->wide;
  const bool nanA = f.isNan(aBits), nanB = f.isNan(bBits);
  // An integer operand, sign extended or not.
  const unsigned unused = op.intW ? 64 - op.intW : 0;
  const int64_t signedInteger = static_cast<int64_t>(integer << unused) >> unused;
  const uint64_t unsignedInteger = integer << unused >> unused;

  // What is no arithmetic.
  switch (op.code) {
  case FpCode::Sign:
    if (op.choice == 2)
      return (aBits & ~f.signBit()) | (bBits & f.signBit());
    return op.choice == 1 ? aBits ^ f.signBit() : aBits & ~f.signBit();
  case FpCode::Classify:
    return classOf(f, aBits);
  default:
    break;
  }

  decode(f, aBits, op.subnormals, a);
  decode(f, bBits, op.subnormals, b);
  mpfr_set_prec(r, to.sigW);
  const mpfr_rnd_t rounding = op.code == FpCode::Round ? MPFR_RNDN : mpfrRounding(op.rounding);
  int ternary = 0;
  switch (op.code) {
  case FpCode::Add:
    ternary = mpfr_add(r, a, b, rounding);
    break;
  case FpCode::Sub:
    ternary = mpfr_sub(r, a, b, rounding);
    break;
  case FpCode::Mul:
    ternary = mpfr_mul(r, a, b, rounding);
    break;
  case FpCode::Div:
    ternary = mpfr_div(r, a, b, rounding);
    break;
  case FpCode::Fma:
    decode(f, cBits, op.subnormals, c);
    ternary = mpfr_fma(r, a, b, c, rounding);
    break;
  case FpCode::Sqrt:
    ternary = mpfr_sqrt(r, a, rounding);
    break;
  case FpCode::Min:
  case FpCode::Max: {
    if (nanA || nanB)
      return nanA && nanB ? f.quietNan() : nanA ? bBits : aBits;
    int order = mpfr_cmp(a, b);
    bool aFirst = order < 0 || (order == 0 && (aBits & f.signBit()) != 0);  // zeros: -0 first
    return aFirst == (op.code == FpCode::Min) ? aBits : bBits;
  }
  case FpCode::Compare:
    return holds(op.choice, nanA || nanB, nanA || nanB ? 0 : mpfr_cmp(a, b));
  case FpCode::Round:
    switch (op.rounding) {
    case 0:
      mpfr_roundeven(r, a);
      break;
    case 1:
      mpfr_round(r, a);
      break;
    case 2:
      mpfr_trunc(r, a);
      break;
    case 3:
      mpfr_ceil(r, a);
      break;
    default:
      mpfr_floor(r, a);
    }
    return encode(f, r);
  case FpCode::ToInt:
    return state->toInt(op);
  case FpCode::FromInt:
    if (op.isSigned)
      mpfr_set_sj(wide, signedInteger, MPFR_RNDN);
    else
      mpfr_set_uj(wide, unsignedInteger, MPFR_RNDN);
    ternary = mpfr_set(r, wide, rounding);
    break;
  case FpCode::Convert:
    ternary = mpfr_set(r, a, rounding);
    break;
  case FpCode::Scale: {
    constexpr int64_t most = 100000;  // beyond every format's range, within MPFR's
    ternary = mpfr_mul_2si(r, a, std::max(-most, std::min(most, signedInteger)), rounding);
    break;
  }
  case FpCode::Fraction:
  case FpCode::Exponent: {
    mpfr_exp_t exponent = 0;
    mpfr_frexp(&exponent, r, a, MPFR_RNDN);
    if (!mpfr_regular_p(a))
      exponent = 0;
    return op.code == FpCode::Fraction ? encode(f, r) : static_cast<uint32_t>(exponent);
  }
  default:
    std::abort();
  }
  return state->finish(to, rounding, op.subnormals, ternary);
}
