// SPDX-License-Identifier: Apache-2.0
// Ranges of bits in words.
#pragma once
#include <algorithm>

#include "sim/instant/components/words.h"

namespace weft::lockstep {

using instant::bitsAt;
using instant::maskOf;
using instant::Word;
using instant::wordsOf;

inline void setBitsAt(Word *to, unsigned low, unsigned bits, Word value) {
  const unsigned shift = low % 64;
  const Word mask = maskOf(bits);
  to[low / 64] = (to[low / 64] & ~(mask << shift)) | (value & mask) << shift;
  if (shift + bits > 64)
    to[low / 64 + 1] = (to[low / 64 + 1] & ~(mask >> (64 - shift))) | (value & mask) >> (64 - shift);
}

inline void extract(Word *to, const Word *from, unsigned low, unsigned bits) {
  for (unsigned at = 0; at < bits; at += 64)
    to[at / 64] = bitsAt(from, low + at, std::min(64u, bits - at));
}

inline void insert(Word *to, const Word *from, unsigned low, unsigned bits) {
  for (unsigned at = 0; at < bits; at += 64)
    setBitsAt(to, low + at, std::min(64u, bits - at), from[at / 64]);
}

inline bool equalBits(const Word *a, const Word *b, unsigned low, unsigned bits) {
  for (unsigned at = 0; at < bits; at += 64)
    if (const unsigned n = std::min(64u, bits - at); bitsAt(a, low + at, n) != bitsAt(b, low + at, n))
      return false;
  return true;
}

}  // namespace weft::lockstep
