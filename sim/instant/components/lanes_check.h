// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lanes_check.sv without its three stages: bounds are stable from two cycles before the first address, so that
// they may be looked at in any of them.
#pragma once
#include <vector>

#include "sim/instant/components/words.h"

namespace weft::instant {

class LanesCheck {
public:
  LanesCheck(Wiring &wiring, unsigned bytes, unsigned lanes)
      : bytes_(bytes), lanes_(lanes), addresses_(maskOf(static_cast<unsigned>(wiring.parameter("AddrBits")))) {
    const auto count = static_cast<unsigned>(wiring.parameter("NumRegions"));
    for (unsigned i = 0; i < count; ++i)
      regions_.push_back({wiring.input("base_i", i, count), wiring.input("limit_i", i, count)});
  }

  /// Of the lanes in `mask` those inside one of the regions; lane 0's element is at `address`.
  Word inside(Word address, Word mask) const {
    Word result = 0;
    for (const Region &region : regions_)
      result |= mask & insideOf(region, address);
    return result;
  }

private:
  struct Region {
    const Word *base, *limit;
  };

  Word insideOf(const Region &region, Word address) const {
    const Word lack = (*region.base - address) & addresses_, room = (*region.limit - address) & addresses_;
    const bool within = *region.base < address && address <= *region.limit;
    if (room >= Word(lanes_) * bytes_ && (within || lack == 0)) [[likely]]  // saves time
      return maskOf(lanes_);
    Word result = 0;
    for (unsigned l = 0; l < lanes_; ++l)
      result |= Word(room >= Word(l + 1) * bytes_ && (within || lack <= Word(l) * bytes_)) << l;
    return result;
  }

  unsigned bytes_, lanes_;
  Word addresses_;
  std::vector<Region> regions_;
};

}  // namespace weft::instant
