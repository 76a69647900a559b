// SPDX-License-Identifier: Apache-2.0
// C++ bodies of the floating-point operators (`define WEFT_FP_FAST), bit-identical to the RTL: every format of at most
// 11 exponent and 53 significand bits, every rounding mode, with subnormals or without. Include it in the simulation's
// translation unit. Half, float and double, to nearest and with subnormals, are the machine's own arithmetic
// (fp_fast_native.h); all else is integer arithmetic (fp_fast_soft.h). Headers beside this one are included by their
// bare names, since a simulation model is compiled from copies of them in one folder.
//
// The machine's arithmetic needs round-to-nearest and no flushing of subnormals. A host program may have set another
// mode (-ffast-math does at program start), so hold a WeftFpGuard while the model is stepped; one for many cycles is
// enough. Never compile this with -ffast-math.
//
// NaN rule of all operators: a NaN result is the canonical quiet NaN, sign 0 (0x7fc00000, 0x7ff8000000000000). Minimum
// and maximum give the other operand if one is a NaN, and order -0 below +0.
#pragma once
#include "fp_fast_guard.h"
#include "fp_fast_native.h"
#include "fp_fast_soft.h"

namespace weft_fp {

/// By what a call is computed: the machine's arithmetic in one of its formats, or integer arithmetic.
enum class Path { Soft, F16, F32, F64 };
constexpr Path pathOf(unsigned expW, unsigned sigW, bool native = true) {
  if (!native)
    return Path::Soft;
  if (expW == 5 && sigW == 11)
    return Path::F16;
  if (expW == 8 && sigW == 24)
    return Path::F32;
  return expW == 11 && sigW == 53 ? Path::F64 : Path::Soft;
}

}  // namespace weft_fp

// The functions which the RTL imports. All arguments but operands are constants where the RTL calls them, and what they
// decide must fold away: always_inline.
extern "C" {
#define WEFT_FP_FUNCTION __attribute__((always_inline)) inline unsigned long long
WEFT_FP_FUNCTION weft_fp_add(unsigned long long a, unsigned long long b, unsigned exp_w, unsigned sig_w,
                             unsigned rounding, unsigned subnormals) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == 0 && subnormals)) {
  case Path::F16:
    return result<F16>(real<F16>(a) + real<F16>(b));
  case Path::F32:
    return result<F32>(real<F32>(a) + real<F32>(b));
  case Path::F64:
    return result<F64>(real<F64>(a) + real<F64>(b));
  default:
    return soft::add(a, b, {exp_w, sig_w, rounding, subnormals != 0});
  }
}
WEFT_FP_FUNCTION weft_fp_mul(unsigned long long a, unsigned long long b, unsigned exp_w, unsigned sig_w,
                             unsigned rounding, unsigned subnormals) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == 0 && subnormals)) {
  case Path::F16:
    return result<F16>(real<F16>(a) * real<F16>(b));
  case Path::F32:
    return result<F32>(real<F32>(a) * real<F32>(b));
  case Path::F64:
    return result<F64>(real<F64>(a) * real<F64>(b));
  default:
    return soft::mul(a, b, {exp_w, sig_w, rounding, subnormals != 0});
  }
}
WEFT_FP_FUNCTION weft_fp_div(unsigned long long a, unsigned long long b, unsigned exp_w, unsigned sig_w,
                             unsigned rounding, unsigned subnormals) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == 0 && subnormals)) {
  case Path::F16:
    return result<F16>(real<F16>(a) / real<F16>(b));
  case Path::F32:
    return result<F32>(real<F32>(a) / real<F32>(b));
  case Path::F64:
    return result<F64>(real<F64>(a) / real<F64>(b));
  default:
    return soft::div(a, b, {exp_w, sig_w, rounding, subnormals != 0});
  }
}
WEFT_FP_FUNCTION weft_fp_fma(unsigned long long a, unsigned long long b, unsigned long long c, unsigned exp_w,
                             unsigned sig_w, unsigned rounding, unsigned subnormals) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == 0 && subnormals)) {
  case Path::F16:
    return result<F16>(fmaOfHalf(real<F16>(a), real<F16>(b), real<F16>(c)));
  case Path::F32:
    return result<F32>(weft_fp::fma(real<F32>(a), real<F32>(b), real<F32>(c)));
  case Path::F64:
    return result<F64>(weft_fp::fma(real<F64>(a), real<F64>(b), real<F64>(c)));
  default:
    return soft::fma(a, b, c, {exp_w, sig_w, rounding, subnormals != 0});
  }
}
WEFT_FP_FUNCTION weft_fp_sqrt(unsigned long long a, unsigned exp_w, unsigned sig_w, unsigned rounding,
                              unsigned subnormals) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == 0 && subnormals)) {
  case Path::F16:
    return result<F16>(weft_fp::sqrt(real<F16>(a)));
  case Path::F32:
    return result<F32>(weft_fp::sqrt(real<F32>(a)));
  case Path::F64:
    return result<F64>(weft_fp::sqrt(real<F64>(a)));
  default:
    return soft::sqrt(a, {exp_w, sig_w, rounding, subnormals != 0});
  }
}
WEFT_FP_FUNCTION weft_fp_compare(unsigned long long a, unsigned long long b, unsigned exp_w, unsigned sig_w,
                                 unsigned predicate, unsigned subnormals) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, subnormals)) {
  case Path::F16:
    return compare<F16>(a, b, predicate);
  case Path::F32:
    return compare<F32>(a, b, predicate);
  case Path::F64:
    return compare<F64>(a, b, predicate);
  default:
    return soft::compare(a, b, predicate, {exp_w, sig_w, 0, subnormals != 0});
  }
}
WEFT_FP_FUNCTION weft_fp_min_max(unsigned long long a, unsigned long long b, unsigned exp_w, unsigned sig_w,
                                 unsigned max) {
  using namespace weft_fp;
  return soft::minMax(a, b, max != 0, {exp_w, sig_w});
}
WEFT_FP_FUNCTION weft_fp_round_int(unsigned long long a, unsigned exp_w, unsigned sig_w, unsigned rounding) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w)) {
  case Path::F16:
    return result<F16>(weft_fp::round(real<F16>(a), rounding));
  case Path::F32:
    return result<F32>(weft_fp::round(real<F32>(a), rounding));
  case Path::F64:
    return result<F64>(weft_fp::round(real<F64>(a), rounding));
  default:
    return soft::roundInt(a, {exp_w, sig_w, rounding});
  }
}
WEFT_FP_FUNCTION weft_fp_to_int(unsigned long long a, unsigned exp_w, unsigned sig_w, unsigned int_w,
                                unsigned is_signed, unsigned rounding) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == soft::TowardZero)) {
  case Path::F16:
    return toInt<F16>(a, int_w, is_signed != 0);
  case Path::F32:
    return toInt<F32>(a, int_w, is_signed != 0);
  case Path::F64:
    return toInt<F64>(a, int_w, is_signed != 0);
  default:
    return soft::toInt(a, int_w, is_signed != 0, {exp_w, sig_w, rounding});
  }
}
WEFT_FP_FUNCTION weft_fp_from_int(unsigned long long a, unsigned is_signed, unsigned exp_w, unsigned sig_w,
                                  unsigned rounding) {
  using namespace weft_fp;
  switch (pathOf(exp_w, sig_w, rounding == 0)) {
  case Path::F16:
    return fromInt<F16>(a, is_signed != 0);
  case Path::F32:
    return fromInt<F32>(a, is_signed != 0);
  case Path::F64:
    return fromInt<F64>(a, is_signed != 0);
  default:
    return soft::fromInt(a, is_signed != 0, {exp_w, sig_w, rounding});
  }
}
WEFT_FP_FUNCTION weft_fp_convert(unsigned long long a, unsigned from_exp_w, unsigned from_sig_w, unsigned to_exp_w,
                                 unsigned to_sig_w, unsigned rounding, unsigned subnormals) {
  using namespace weft_fp;
  bool native = rounding == 0 && subnormals;
  Path from = pathOf(from_exp_w, from_sig_w, native), to = pathOf(to_exp_w, to_sig_w, native);
  if (from == Path::F16 && to == Path::F32)
    return result<F32>(real<F16>(a));
  if (from == Path::F16 && to == Path::F64)
    return result<F64>(real<F16>(a));
  if (from == Path::F32 && to == Path::F16)
    return result<F16>(real<F32>(a));
  if (from == Path::F64 && to == Path::F16)
    return result<F16>(oddFloat(real<F64>(a)));
  if (from == Path::F32 && to == Path::F64)
    return result<F64>(static_cast<double>(real<F32>(a)));
  if (from == Path::F64 && to == Path::F32)
    return result<F32>(static_cast<float>(real<F64>(a)));
  return soft::convert(a, {from_exp_w, from_sig_w, rounding, subnormals != 0},
                       {to_exp_w, to_sig_w, rounding, subnormals != 0});
}
WEFT_FP_FUNCTION weft_fp_scale(unsigned long long a, unsigned long long n, unsigned exp_w, unsigned sig_w,
                               unsigned rounding, unsigned subnormals) {
  using namespace weft_fp;
  return soft::scale(a, static_cast<long long>(n), {exp_w, sig_w, rounding, subnormals != 0});
}
#undef WEFT_FP_FUNCTION
}
