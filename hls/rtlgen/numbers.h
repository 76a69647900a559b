// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <bit>
#include <cstdint>

namespace weft::rtlgen {

inline unsigned log2Ceil(uint64_t value) { return value <= 1 ? 0 : unsigned(std::bit_width(value - 1)); }
inline uint64_t powerOfTwoAtLeast(uint64_t value) { return uint64_t(1) << log2Ceil(value); }

}  // namespace weft::rtlgen
