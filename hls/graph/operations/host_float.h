// SPDX-License-Identifier: Apache-2.0
// Floating-point values in the host's arithmetic, which is IEEE 754 rounding to nearest even. 16 bits are not computed.
#pragma once
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "hls/graph/operations/operation.h"

namespace weft::graph {

template <typename F> using Encoding = std::conditional_t<sizeof(F) == 4, uint32_t, uint64_t>;

template <typename F> F decode(const Bits &bits) { return std::bit_cast<F>(Encoding<F>(bits.low())); }

template <typename F> Bits encode(F value) {
  if (std::isnan(value))  // hosts differ in the sign of a NaN they make
    value = std::numeric_limits<F>::quiet_NaN();
  return Bits(sizeof(F) * 8, std::bit_cast<Encoding<F>>(value));
}

/// f(first operand) as float or double, by its width.
template <typename Function> std::optional<Bits> inHostFormat(const std::vector<Bits> &in, Function f) {
  if (in[0].width() == 32)
    return f(decode<float>(in[0]));
  if (in[0].width() == 64)
    return f(decode<double>(in[0]));
  return std::nullopt;
}

/// ExpW and SigW of the modules in rtl/fp; the significand counts its hidden bit.
inline std::vector<Setting> formatSettings(unsigned width) {
  switch (width) {
  case 16:
    return {{"ExpW", 5}, {"SigW", 11}};
  case 64:
    return {{"ExpW", 11}, {"SigW", 53}};
  default:
    return {{"ExpW", 8}, {"SigW", 24}};
  }
}

}  // namespace weft::graph
