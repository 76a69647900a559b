// SPDX-License-Identifier: Apache-2.0
// The regions that an access unit is told of: what lies in none of them is a fault.
#pragma once
#include <algorithm>
#include <cstdint>
#include <iterator>

namespace bench {

struct Region {
  uint64_t base = 0, limit = 0;
};

/// Whether an element lies in one of them.
inline bool inBounds(const Region (&regions)[2], uint64_t at, unsigned bytes) {
  return std::any_of(std::begin(regions), std::end(regions),
                     [&](const Region &r) { return at >= r.base && r.limit >= bytes && at <= r.limit - bytes; });
}

}  // namespace bench
