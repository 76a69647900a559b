// SPDX-License-Identifier: Apache-2.0
// Payloads of any width, in words.
#pragma once
#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/instant/components/model.h"

namespace weft::instant {

inline void copyWords(Word *to, const Word *from, unsigned words) {
  switch (words) {  // a fixed size is copied without a loop
  [[likely]] case 1:
    *to = *from;
    break;
  case 2:
    std::memcpy(to, from, 2 * sizeof(Word));
    break;
  case 8:
    std::memcpy(to, from, 8 * sizeof(Word));
    break;
  default:
    for (unsigned i = 0; i < words; ++i)
      to[i] = from[i];
  }
}

/// `bits` ones.
constexpr Word maskOf(unsigned bits) { return bits >= 64 ? ~Word(0) : (Word(1) << bits) - 1; }

/// At most 64 bits from bit `low` on.
inline Word bitsAt(const Word *from, uint64_t low, unsigned bits) {
  const unsigned shift = low % 64;
  Word value = from[low / 64] >> shift;
  if (shift + bits > 64)
    value |= from[low / 64 + 1] << (64 - shift);
  return value & maskOf(bits);
}

/// $clog2, and 1 where that would be 0: bits of an index below n.
constexpr unsigned indexBits(uint64_t n) { return unsigned(std::max(1, std::countr_zero(std::bit_ceil(n)))); }

}  // namespace weft::instant
