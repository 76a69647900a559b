// SPDX-License-Identifier: Apache-2.0
#include "host/core/mappings.h"

#include <algorithm>

#include "host/util/error.h"

namespace weft::core {

void Mappings::add(const Mapping &mapping) {
  std::lock_guard lock(mutex_);
  for (const Mapping &other : mappings_)
    require(!mapping.writes() || !other.writes() || other.pointer + other.size <= mapping.pointer ||
                mapping.pointer + mapping.size <= other.pointer,
            CL_INVALID_OPERATION, "the range overlaps one that is mapped for writing");
  mappings_.push_back(mapping);
}

void Mappings::forget(const Mapping &mapping) noexcept {
  std::lock_guard lock(mutex_);
  std::erase_if(mappings_, [&](const Mapping &other) { return other.shown == mapping.shown; });
}

std::list<Mapping> Mappings::remove(const void *owner, const void *pointer) {
  std::lock_guard lock(mutex_);
  const auto found = std::find_if(mappings_.rbegin(), mappings_.rend(), [&](const Mapping &mapping) {
    return mapping.owner == owner && mapping.pointer == pointer;
  });
  require(found != mappings_.rend(), CL_INVALID_VALUE, "the pointer does not come from a map of this object");
  std::list<Mapping> removed;
  removed.splice(removed.end(), mappings_, std::next(found).base());
  return removed;
}

void Mappings::restore(std::list<Mapping> mapping) noexcept {
  std::lock_guard lock(mutex_);
  mappings_.splice(mappings_.end(), mapping);
}

cl_uint Mappings::count(const void *owner) const {
  std::lock_guard lock(mutex_);
  return cl_uint(std::count_if(mappings_.begin(), mappings_.end(),
                               [&](const Mapping &mapping) { return mapping.owner == owner; }));
}

}  // namespace weft::core
