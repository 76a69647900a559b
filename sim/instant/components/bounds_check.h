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
    for (size_t i = 0; i < regions_.size(); ++i) {
      if (!inside(regions_[i], address))
        continue;
      if (i != 0)  // most accesses go where the one before went
        std::swap(regions_[i], regions_[0]);
      return true;
    }
    return false;
  }

private:
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
