// SPDX-License-Identifier: Apache-2.0
// State of rtl/shell/group_slot_list.sv and group_retire_counter.sv.
#pragma once
#include <algorithm>

#include "sim/instant/components/words.h"

namespace weft::instant {

class GroupSlotList {
public:
  explicit GroupSlotList(unsigned maxGroups) : list_(size_t(1) << indexBits(maxGroups)) {}

  bool valid() const { return valid_; }  // registered
  uint32_t slot() const { return slot_; }
  /// Whether a cycle in which no slot comes or goes changes nothing.
  bool settled(uint32_t groupsMax) const {
    return valid_ || (fresh_ == (groupsMax & pointerMask()) && write_ == read_);
  }

  void tick(uint32_t groupsMax, bool freeValid, uint32_t freeSlot, bool take) {
    const auto low = uint32_t(list_.size() - 1), mask = pointerMask();
    const bool listLeft = write_ != read_;
    if (!valid_ || take) {
      const bool freshLeft = fresh_ != (groupsMax & mask);
      slot_ = freshLeft ? fresh_ & low : list_[read_ & low];
      valid_ = freshLeft || listLeft;
      if (freshLeft)
        fresh_ = (fresh_ + 1) & mask;
      else if (listLeft)
        read_ = (read_ + 1) & mask;
    }
    if (freeValid) {
      list_[write_ & low] = freeSlot;
      write_ = (write_ + 1) & mask;
    }
  }

  void reset() {
    write_ = read_ = fresh_ = 0;
    valid_ = false;
  }

private:
  uint32_t pointerMask() const { return uint32_t(2 * list_.size() - 1); }  // pointers carry a wrap bit

  std::vector<uint32_t> list_;
  uint32_t write_ = 0, read_ = 0, fresh_ = 0, slot_ = 0;
  bool valid_ = false;
};

/// Counts in one step what the module counts in a pipeline of three stages.
class GroupRetireCounter {
public:
  GroupRetireCounter(unsigned numSlots, unsigned maxGroups)
      : slotMask_(uint32_t(maskOf(indexBits(numSlots)))), counts_(size_t(1) << indexBits(maxGroups)) {}

  // Registered outputs.
  bool freedValid() const { return freed_; }
  uint32_t freedSlot() const { return freedSlot_; }
  /// Whether a cycle in which nothing retires changes nothing.
  bool settled() const { return !valid1_ && !valid2_ && !freed_; }

  /// `shift`: as many bits of the launch word as count.
  void tick(uint32_t groupSize, unsigned shift, bool retireValid, uint32_t retireSlot) {
    freed_ = valid2_ && count(groupSize);
    freedSlot_ = group2_;
    valid2_ = valid1_;
    group2_ = group1_;
    valid1_ = retireValid;
    group1_ = (retireSlot >> shift) & uint32_t(counts_.size() - 1);
  }

  void reset() {
    freed_ = valid1_ = valid2_ = false;
    std::fill(counts_.begin(), counts_.end(), 0);
  }

private:
  /// Whether it was the group's last.
  bool count(uint32_t groupSize) {
    uint32_t &retired = counts_[group2_];
    const bool last = retired == ((groupSize - 1) & slotMask_);
    retired = last ? 0 : (retired + 1) & slotMask_;
    return last;
  }

  uint32_t slotMask_;
  std::vector<uint32_t> counts_;
  bool valid1_ = false, valid2_ = false, freed_ = false;
  uint32_t group1_ = 0, group2_ = 0, freedSlot_ = 0;
};

}  // namespace weft::instant
