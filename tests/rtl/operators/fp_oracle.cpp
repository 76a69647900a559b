// SPDX-License-Identifier: Apache-2.0
#include "fp_oracle.h"

#include <bit>
#include <mpfr.h>

#include "fp_operations.h"

namespace {

struct Format {
  unsigned expW, sigW;
  uint64_t maxExp() const { return (1ull << expW) - 1; }
  int bias() const { return static_cast<int>(maxExp() / 2); }
  uint64_t signBit() const { return 1ull << (expW + sigW - 1); }
  uint64_t fraction(uint64_t a) const { return a & ((1ull << (sigW - 1)) - 1); }
  uint64_t exponent(uint64_t a) const { return (a >> (sigW - 1)) & maxExp(); }
  uint64_t infinity() const { return maxExp() << (sigW - 1); }
  uint64_t quietNan() const { return infinity() | 1ull << (sigW - 2); }
  bool isNan(uint64_t a) const { return exponent(a) == maxExp() && fraction(a) != 0; }
  /// In MPFR's convention: significands in [1/2, 1).
  mpfr_exp_t emin() const { return 2 - bias() - static_cast<int>(sigW) + 1; }
  mpfr_exp_t emax() const { return bias() + 1; }
};

constexpr Format kFormats[] = {{5, 11}, {8, 24}, {11, 53}};

/// The encoding of a value that the format can hold. By way of the value's double, which is exact for every format
/// here.
uint64_t encode(const Format &f, const mpfr_t value) {
  if (mpfr_nan_p(value))
    return f.quietNan();
  uint64_t sign = mpfr_signbit(value) ? f.signBit() : 0;
  if (mpfr_inf_p(value))
    return sign | f.infinity();
  if (mpfr_zero_p(value))
    return sign;
  uint64_t bits = std::bit_cast<uint64_t>(mpfr_get_d(value, MPFR_RNDN));
  if (f.sigW == 53)
    return bits;
  uint64_t significand = (bits & ((1ull << 52) - 1)) | 1ull << 52;  // normal as a double
  int exponent = static_cast<int>((bits >> 52) & 0x7ff) - 1023 + f.bias();
  significand >>= 53 - f.sigW;
  if (exponent < 1)
    return sign | significand >> (1 - exponent);
  return sign | static_cast<uint64_t>(exponent) << (f.sigW - 1) | f.fraction(significand);
}

void decode(const Format &f, uint64_t a, mpfr_t value) {
  bool negative = a & f.signBit();
  if (f.isNan(a)) {
    mpfr_set_nan(value);
  } else if (f.exponent(a) == f.maxExp()) {
    mpfr_set_inf(value, negative ? -1 : 1);
  } else {
    int exponent = static_cast<int>(f.exponent(a));
    uint64_t significand = f.fraction(a) | (exponent ? 1ull << (f.sigW - 1) : 0);
    mpfr_set_ui_2exp(value, significand, (exponent ? exponent : 1) - f.bias() - static_cast<int>(f.sigW) + 1,
                     MPFR_RNDN);
    mpfr_setsign(value, value, negative, MPFR_RNDN);
  }
}

uint64_t toInteger(const Format &f, uint64_t a, unsigned width, bool isSigned) {
  uint64_t mask = ~0ull >> (64 - width), least = isSigned ? 1ull << (width - 1) : 0, most = least ? least - 1 : mask;
  bool negative = a & f.signBit();
  if (f.isNan(a))
    return 0;
  if (f.exponent(a) == f.maxExp())
    return negative ? least : most;
  int exponent = static_cast<int>(f.exponent(a));
  if (exponent < f.bias())
    return 0;
  int places = exponent - f.bias() - static_cast<int>(f.sigW) + 1;  // the value is significand * 2^places
  if (places > 63)
    return negative ? least : most;
  unsigned __int128 magnitude = f.fraction(a) | 1ull << (f.sigW - 1);
  magnitude = places >= 0 ? magnitude << places : magnitude >> -places;
  if (negative)
    return magnitude >= least ? least : (~static_cast<uint64_t>(magnitude) + 1) & mask;
  return magnitude > most ? most : static_cast<uint64_t>(magnitude);
}

}  // namespace

struct FpOracle::State {
  Format format;
  mpfr_t a, b, c, wide;
  mpfr_t result[3];  // with each format's precision
  mpfr_t rounded;
  mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();

  /// The end of every operation: `ternary` is what the operation returned for `result[i]` in MPFR's own exponent range.
  uint64_t finish(unsigned i, int ternary) {
    const Format &f = kFormats[i];
    mpfr_set_emin(f.emin());
    mpfr_set_emax(f.emax());
    ternary = mpfr_check_range(result[i], ternary, MPFR_RNDN);
    mpfr_subnormalize(result[i], ternary, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    return encode(f, result[i]);
  }
};

FpOracle::FpOracle(unsigned expW, unsigned sigW) : state(new State{}) {
  state->format = {expW, sigW};
  mpfr_inits2(53, state->a, state->b, state->c, state->rounded, static_cast<mpfr_ptr>(nullptr));
  mpfr_init2(state->wide, 64);
  for (unsigned i = 0; i < 3; i++)
    mpfr_init2(state->result[i], kFormats[i].sigW);
}

FpOracle::~FpOracle() {
  mpfr_clears(state->a, state->b, state->c, state->wide, state->rounded, static_cast<mpfr_ptr>(nullptr));
  for (auto &result : state->result)
    mpfr_clear(result);
}

void FpOracle::evaluate(uint64_t aBits, uint64_t bBits, uint64_t cBits, uint64_t integer, uint64_t *out) {
  using namespace fp_operation;
  const Format &f = state->format;
  unsigned own = f.sigW == 11 ? 0 : f.sigW == 24 ? 1 : 2;
  mpfr_ptr a = state->a, b = state->b, c = state->c, r = state->result[own], wide = state->wide;
  decode(f, aBits, a);
  decode(f, bBits, b);
  decode(f, cBits, c);

  out[Add] = state->finish(own, mpfr_add(r, a, b, MPFR_RNDN));
  out[Sub] = state->finish(own, mpfr_sub(r, a, b, MPFR_RNDN));
  out[Mul] = state->finish(own, mpfr_mul(r, a, b, MPFR_RNDN));
  out[Fma] = state->finish(own, mpfr_fma(r, a, b, c, MPFR_RNDN));
  out[Div] = state->finish(own, mpfr_div(r, a, b, MPFR_RNDN));
  out[Sqrt] = state->finish(own, mpfr_sqrt(r, a, MPFR_RNDN));

  bool nanA = f.isNan(aBits), nanB = f.isNan(bBits), unordered = nanA || nanB;
  int order = unordered ? 0 : mpfr_cmp(a, b);
  bool less = order < 0, equal = !unordered && order == 0, greater = order > 0;
  if (unordered) {
    out[Min] = out[Max] = nanA && nanB ? f.quietNan() : nanA ? bBits : aBits;
  } else {
    bool aFirst = less || (equal && (aBits & f.signBit()) != 0);  // zeros: -0 first
    out[Min] = aFirst ? aBits : bBits;
    out[Max] = aFirst ? bBits : aBits;
  }
  const bool holds[] = {equal,
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
  for (unsigned i = 0; i < 14; i++)
    out[Compare + i] = holds[i];

  mpfr_ptr rounded = state->rounded;
  for (unsigned i = 0; i < 5; i++) {
    switch (i) {
    case 0:
      mpfr_roundeven(rounded, a);
      break;
    case 1:
      mpfr_round(rounded, a);
      break;
    case 2:
      mpfr_trunc(rounded, a);
      break;
    case 3:
      mpfr_ceil(rounded, a);
      break;
    default:
      mpfr_floor(rounded, a);
    }
    out[Round + i] = encode(f, rounded);
  }

  for (unsigned i = 0; i < 8; i++) {
    out[ToInt + i] = toInteger(f, aBits, intWidth(i), intSigned(i));
    unsigned unused = 64 - intWidth(i);
    if (intSigned(i)) {
      mpfr_set_sj(wide, static_cast<int64_t>(integer << unused) >> unused, MPFR_RNDN);
    } else {
      mpfr_set_uj(wide, integer << unused >> unused, MPFR_RNDN);
    }
    out[FromInt + i] = state->finish(own, mpfr_set(r, wide, MPFR_RNDN));
  }
  for (unsigned i = 0; i < 3; i++)
    out[Convert + i] = state->finish(i, mpfr_set(state->result[i], a, MPFR_RNDN));
}
