// SPDX-License-Identifier: Apache-2.0
// Logarithms, as widths of indices and amounts need them.
#pragma once
#include <bit>
#include <cstdint>

namespace weft::graph {

/// Bits that tell `value` things apart; 0 of one.
inline unsigned log2Ceil(uint64_t value) { return value <= 1 ? 0 : unsigned(std::bit_width(value - 1)); }
/// Bits of an index below n: a value has at least one.
inline unsigned indexBits(uint64_t n) { return n <= 1 ? 1 : log2Ceil(n); }
inline uint64_t powerOfTwoAtLeast(uint64_t value) { return uint64_t(1) << log2Ceil(value); }

}  // namespace weft::graph
