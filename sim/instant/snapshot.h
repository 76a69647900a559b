// SPDX-License-Identifier: Apache-2.0
// A copy of a simulation's state, to tell whether cycles change anything.
#pragma once
#include <cstdint>
#include <vector>

#include "sim/instant/components/state_list.h"

namespace weft::instant {

class Snapshot {
public:
  explicit Snapshot(const StateList &state);

  void take();
  /// Whether the state is as when it was taken.
  bool equalsState() const;

private:
  std::vector<StateRange> ranges_;
  std::vector<uint8_t> copy_;
};

}  // namespace weft::instant
