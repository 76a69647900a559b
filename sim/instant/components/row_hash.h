// SPDX-License-Identifier: Apache-2.0
// rtl/mem/row_hash.sv.
#pragma once
#include <bit>

#include "sim/instant/components/model.h"

namespace weft::instant {

/// The digits of `row` to base `lanes`, a power of two above 1, added without carry.
inline unsigned rowHash(Word row, unsigned lanes) {
  Word hash = 0;
  for (; row != 0; row >>= std::countr_zero(lanes))
    hash ^= row;
  return unsigned(hash & (lanes - 1));
}

/// With Sums: every second one subtracted.
inline unsigned rowSum(Word row, unsigned lanes) {
  Word sum = 0;
  for (bool even = true; row != 0; row >>= std::countr_zero(lanes), even = !even)
    sum += even ? row : ~row + 1;
  return unsigned(sum & (lanes - 1));
}

}  // namespace weft::instant
