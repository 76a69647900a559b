// SPDX-License-Identifier: Apache-2.0
// Payloads of any width, in words.
#pragma once
#include "sim/instant/components/model.h"

namespace weft::instant {

inline void copyWords(Word *to, const Word *from, unsigned words) {
  if (words == 1) [[likely]]
    *to = *from;
  else
    for (unsigned i = 0; i < words; ++i)
      to[i] = from[i];
}

/// `bits` ones.
constexpr Word maskOf(unsigned bits) { return bits >= 64 ? ~Word(0) : (Word(1) << bits) - 1; }

/// $clog2, and 1 where that would be 0: bits of an index below n.
constexpr unsigned indexBits(uint64_t n) {
  unsigned bits = 0;
  while (bits < 64 && (uint64_t(1) << bits) < n)
    ++bits;
  return bits ? bits : 1;
}

}  // namespace weft::instant
