// SPDX-License-Identifier: Apache-2.0
#include "host/core/residency.h"

#include <algorithm>

namespace weft::core {

Residency::Residency(uint64_t bytes, Locations locations) : bytes_(bytes), starts_{{0, locations}} {}

std::vector<Residency::Range> Residency::ranges(uint64_t begin, uint64_t end) const {
  std::vector<Range> result;
  if (begin >= end)
    return result;
  auto range = std::prev(starts_.upper_bound(begin));
  while (range != starts_.end() && range->first < end) {
    const auto next = std::next(range);
    result.push_back(
        {std::max(range->first, begin), next == starts_.end() ? end : std::min(next->first, end), range->second});
    range = next;
  }
  return result;
}

void Residency::set(uint64_t begin, uint64_t end, Locations locations) {
  if (begin >= end)
    return;
  const auto after = split(end);
  const auto first = split(begin);
  starts_.erase(std::next(first), after);
  first->second = locations;
  join(after);
  join(first);
}

void Residency::remove(Locations locations) {
  for (auto &[start, holders] : starts_)
    holders &= ~locations;
  for (auto range = std::next(starts_.begin()); range != starts_.end();)
    if (range->second == std::prev(range)->second)
      range = starts_.erase(range);
    else
      ++range;
}

Residency::Starts::iterator Residency::split(uint64_t at) {
  if (at >= bytes_)
    return starts_.end();
  const auto next = starts_.lower_bound(at);
  if (next != starts_.end() && next->first == at)
    return next;
  return starts_.emplace_hint(next, at, std::prev(next)->second);
}

void Residency::join(Starts::iterator range) {
  if (range != starts_.end() && range != starts_.begin() && std::prev(range)->second == range->second)
    starts_.erase(range);
}

}  // namespace weft::core
