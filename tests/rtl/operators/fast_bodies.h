// SPDX-License-Identifier: Apache-2.0
// The fast bodies by operation, as the RTL calls them.
#pragma once
#include <cmath>  // as before a model: its names must not meet those of the header

#include "fp_operations.h"
#include "rtl/fp/fp_fast.h"

inline bool hasFastBody(FpCode code) {
  return code != FpCode::Fraction && code != FpCode::Exponent && code != FpCode::Sign && code != FpCode::Classify;
}

/// Right in the default floating-point mode only.
inline uint64_t fastBody(const FpOperation &op, uint64_t a, uint64_t b, uint64_t c, uint64_t integer) {
  const unsigned expW = op.format.expW, sigW = op.format.sigW, unused = op.intW ? 64 - op.intW : 0;
  const uint64_t signedInteger = static_cast<uint64_t>(static_cast<int64_t>(integer << unused) >> unused);
  switch (op.code) {
  case FpCode::Add:
    return weft_fp_add(a, b, expW, sigW, op.rounding, op.subnormals);
  case FpCode::Sub:
    return weft_fp_add(a, b ^ op.format.signBit(), expW, sigW, op.rounding, op.subnormals);
  case FpCode::Mul:
    return weft_fp_mul(a, b, expW, sigW, op.rounding, op.subnormals);
  case FpCode::Div:
    return weft_fp_div(a, b, expW, sigW, op.rounding, op.subnormals);
  case FpCode::Fma:
    return weft_fp_fma(a, b, c, expW, sigW, op.rounding, op.subnormals);
  case FpCode::Sqrt:
    return weft_fp_sqrt(a, expW, sigW, op.rounding, op.subnormals);
  case FpCode::Min:
  case FpCode::Max:
    return weft_fp_min_max(a, b, expW, sigW, op.code == FpCode::Max);
  case FpCode::Compare:
    return weft_fp_compare(a, b, expW, sigW, op.choice, op.subnormals);
  case FpCode::Round:
    return weft_fp_round_int(a, expW, sigW, op.rounding);
  case FpCode::ToInt:
    return weft_fp_to_int(a, expW, sigW, op.intW, op.isSigned, op.rounding);
  case FpCode::FromInt:
    return weft_fp_from_int(op.isSigned ? signedInteger : integer << unused >> unused, op.isSigned, expW, sigW,
                            op.rounding);
  case FpCode::Convert:
    return weft_fp_convert(a, expW, sigW, op.to.expW, op.to.sigW, op.rounding, op.subnormals);
  case FpCode::Scale:
    return weft_fp_scale(a, signedInteger, expW, sigW, op.rounding, op.subnormals);
  default:
    __builtin_unreachable();
  }
}
