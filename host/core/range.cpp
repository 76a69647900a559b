// SPDX-License-Identifier: Apache-2.0
#include "host/core/range.h"

#include <algorithm>

#include "kernel/interface.h"
#include "support/options.h"
#include "weft_abi.h"

namespace weft::core {

constexpr uint64_t kCountedIds = uint64_t(1) << abi::WORK_ITEM_ID_BITS, kIds = uint64_t(1) << kernel::kIdBits;

size_t largestPart() { return size_t(std::clamp<uint64_t>(support::options().LARGEST_PART, 1, kCountedIds - 1)); }

bool needsWideIds(const NDRange &range, size_t mostItems) {
  for (unsigned d = 0; d < 3; ++d)
    if (range.global[d] > std::min<uint64_t>(mostItems, kIds) || range.offset[d] > kIds - range.global[d])
      return true;
  return false;
}

/// Of the part that begins at `first`.
size_t RangeParts::Dimension::groups() const {
  return first < wholeGroups() ? std::min(mostGroups, wholeGroups() - first) : 1;
}

/// To the next part; back to the first, and false, behind the last.
bool RangeParts::Dimension::step() {
  first += groups();
  if (first < (global - 1) / local + 1)
    return true;
  first = 0;
  return false;
}

RangeParts::RangeParts(const NDRange &range, size_t mostItems) {
  for (unsigned d = 0; d < 3; ++d)
    dimensions_[d] = {range.global[d], range.local[d], std::max<size_t>(mostItems / range.local[d], 1)};
}

bool RangeParts::next(RangePart &part) {
  if (!more_)
    return false;
  for (unsigned d = 0; d < 3; ++d) {
    const Dimension &dimension = dimensions_[d];
    part.firstGroup[d] = dimension.first;
    part.groups[d] = dimension.groups();
    part.local[d] = dimension.first < dimension.wholeGroups() ? dimension.local : dimension.global % dimension.local;
  }
  more_ = dimensions_[0].step() || dimensions_[1].step() || dimensions_[2].step();
  return true;
}

}  // namespace weft::core
