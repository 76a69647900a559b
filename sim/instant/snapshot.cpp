// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/snapshot.h"

#include <cstring>

namespace weft::instant {

Snapshot::Snapshot(const StateList &state) : ranges_(state.ranges()) {
  size_t bytes = 0;
  for (const StateRange &range : ranges_)
    bytes += range.bytes;
  copy_.resize(bytes);
}

void Snapshot::take() {
  uint8_t *to = copy_.data();
  for (const StateRange &range : ranges_) {
    std::memcpy(to, range.data, range.bytes);
    to += range.bytes;
  }
}

bool Snapshot::equalsState() const {
  const uint8_t *copy = copy_.data();
  for (const StateRange &range : ranges_) {
    if (std::memcmp(copy, range.data, range.bytes) != 0)
      return false;
    copy += range.bytes;
  }
  return true;
}

}  // namespace weft::instant
