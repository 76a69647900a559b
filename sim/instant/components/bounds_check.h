// SPDX-License-Identifier: Apache-2.0
// rtl/mem/bounds_check.sv without its two stages: bounds are stable from two cycles before the first address, so that
// they may be looked at in any of them.
#pragma once
#include <utility>

#include "sim/instant/components/model.h"

namespace weft::instant {

class BoundsCheck {
public:
  BoundsCheck(Wiring &wiring, unsigned bytes) : bytes_(bytes) {
    const auto count = static_cast<unsigned>(wiring.parameter("NumRegions"));
    for (unsigned i = 0; i < count; ++i)
      regions_.push_back({wiring.input("base_i", i, count), wiring.input("limit_i", i, count)});
  }

  /// Is an access at this address inside one of the regions?
  bool admits(Word address) {
    if (!regions_.empty() && inside(regions_.front(), address)) [[likely]]  // saves time: where the one before went
      return true;
    return search(address);
  }

private:
  [[gnu::noinline]] bool search(Word address) {
    for (Region &region : regions_)
      if (inside(region, address)) {
        std::swap(region, regions_.front());  // saves time
        return true;
      }
    return false;
  }
  struct Region {
    const Word *base, *limit;
  };
  bool inside(const Region &region, Word address) const {
    return address >= *region.base && *region.limit >= bytes_ && address <= *region.limit - bytes_;
  }

  Word bytes_;
  std::vector<Region> regions_;
};

}  // namespace weft::instant
