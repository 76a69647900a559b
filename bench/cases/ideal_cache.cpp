// SPDX-License-Identifier: Apache-2.0
#include "ideal_cache.h"

#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

namespace weft::bench {

uint64_t leastMisses(const std::vector<uint32_t> &accessed, size_t capacity) {
  std::vector<size_t> nextUse(accessed.size());
  std::unordered_map<uint32_t, size_t> seen;  // line → where it is used behind here
  for (size_t i = accessed.size(); i-- > 0;) {
    const auto [it, isNew] = seen.try_emplace(accessed[i], i);
    nextUse[i] = isNew ? accessed.size() : it->second;
    it->second = i;
  }
  std::set<std::pair<size_t, uint32_t>> held;  // by next use
  uint64_t misses = 0;
  for (size_t i = 0; i < accessed.size(); ++i) {
    if (held.erase({i, accessed[i]}) == 0)
      ++misses;
    held.insert({nextUse[i], accessed[i]});
    if (held.size() > capacity)
      held.erase(std::prev(held.end()));
  }
  return misses;
}

}  // namespace weft::bench
