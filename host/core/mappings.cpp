// SPDX-License-Identifier: Apache-2.0
#include "host/core/mappings.h"

#include <algorithm>

#include "host/util/error.h"

namespace weft::core {

void Mappings::add(const Mapping &mapping) {
  std::lock_guard lock(mutex_);
  for (const Mapping &other : mappings_)
    require(!mapping.writes() || !other.writes() || other.offset + other.size <= mapping.offset ||
                mapping.offset + mapping.size <= other.offset,
            CL_INVALID_OPERATION, "the range overlaps one that is mapped for writing");
  mappings_.push_back(mapping);
}

Mapping Mappings::remove(const void *owner, size_t offset) {
  std::lock_guard lock(mutex_);
  const auto found = std::find_if(mappings_.rbegin(), mappings_.rend(), [&](const Mapping &mapping) {
    return mapping.owner == owner && mapping.offset == offset;
  });
  require(found != mappings_.rend(), CL_INVALID_VALUE, "the pointer does not come from a map of this object");
  const Mapping mapping = *found;
  mappings_.erase(std::next(found).base());
  return mapping;
}

cl_uint Mappings::count(const void *owner) const {
  std::lock_guard lock(mutex_);
  return cl_uint(std::count_if(mappings_.begin(), mappings_.end(),
                               [&](const Mapping &mapping) { return mapping.owner == owner; }));
}

}  // namespace weft::core
