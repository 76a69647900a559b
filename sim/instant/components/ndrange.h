// SPDX-License-Identifier: Apache-2.0
// The parts of rtl/shell/ndrange_dispatcher.sv, which compute units have apart: the walk of an NDRange's groups
// (ndrange_groups.sv), and the issue of their work-items (ndrange_issue.sv).
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "sim/instant/components/credits.h"
#include "sim/instant/components/group_slots.h"
#include "sim/instant/components/model.h"

namespace weft::instant {

constexpr unsigned kAxes = 3;

/// "x_i" behind a name.
inline std::string axisPort(const char *name, unsigned axis, const char *direction) {
  return std::string(name) + "_" + "xyz"[axis] + direction;
}

/// Work-items of a packet of the whole range; one where packets are of groups.
inline uint32_t rangeLanesOf(const Wiring &wiring) {
  return wiring.parameter("InGroups") ? 1 : uint32_t(wiring.parameter("Lanes"));
}

/// A group, or a packet of the whole range.
struct GroupIds {
  std::array<uint32_t, kAxes> id, base;  // base: its first global id
  Word active = 1;                       // of a packet
};

class GroupWalk {
public:
  explicit GroupWalk(Wiring &wiring) : lanes_(rangeLanesOf(wiring)), groupSize_(wiring.input("group_size_i")) {
    for (unsigned d = 0; d < kAxes; ++d)
      axes_[d] = {wiring.input(axisPort("global_offset", d, "_i")), wiring.input(axisPort("local_size", d, "_i")),
                  wiring.input(axisPort("num_groups", d, "_i"))};
  }

  /// Whether packets are of the whole range: the walk begins a cycle after the launch.
  bool beginsLater() const { return lanes_ > 1; }
  bool valid() const { return valid_; }
  GroupIds group() const {
    GroupIds ids;
    for (unsigned d = 0; d < kAxes; ++d) {
      ids.id[d] = axes_[d].group;
      ids.base[d] = axes_[d].base;
    }
    ids.active = active();
    return ids;
  }

  void begin() {
    valid_ = *groupSize_ != 0;
    for (Axis &axis : axes_) {
      valid_ = valid_ && *axis.groups != 0;
      axis.group = 0;
      axis.base = firstBase(axis);
    }
    firstOfRow_ = true;
  }

  void next() {
    firstOfRow_ = axes_[0].group == rowGroups() - 1;
    for (Axis &axis : axes_) {
      const bool x = &axis == axes_.data();
      const bool wrap = axis.group == (x ? rowGroups() : uint32_t(*axis.groups)) - 1;
      axis.group = wrap ? 0 : axis.group + 1;
      axis.base = wrap ? firstBase(axis) : axis.base + (x && lanes_ > 1 ? lanes_ : uint32_t(*axis.size));
      if (!wrap)
        return;
    }
    valid_ = false;  // it was the last
  }

  void end() { valid_ = false; }

private:
  struct Axis {
    const Word *offset, *size, *groups;
    uint32_t group = 0, base = 0;
  };

  /// Lanes of a packet before the first work-item of the row.
  uint32_t head() const { return uint32_t(*axes_[0].offset) & (lanes_ - 1); }
  uint32_t firstBase(const Axis &axis) const { return uint32_t(*axis.offset) - (&axis == axes_.data() ? head() : 0); }
  /// Packets of a row of x.
  uint32_t rowGroups() const { return uint32_t((*axes_[0].groups + head() + lanes_ - 1) >> std::countr_zero(lanes_)); }

  Word active() const {
    const uint32_t tail = uint32_t(*axes_[0].groups + head()) & (lanes_ - 1);
    Word lanes = maskOf(lanes_);
    if (firstOfRow_)
      lanes &= ~maskOf(head());
    if (tail != 0 && axes_[0].group == rowGroups() - 1)
      lanes &= maskOf(tail);
    return lanes;
  }

  uint32_t lanes_;
  const Word *groupSize_;
  std::array<Axis, kAxes> axes_;
  bool valid_ = false;
  bool firstOfRow_ = false;  // the packet that comes next is
};

class TokenIssue {
public:
  explicit TokenIssue(Wiring &wiring);

  /// Whether a group is taken in this cycle, if one is there.
  bool takesGroup() const { return (!valid_ || *outReady_ != 0) && !more_ && slotFree(); }

  /// A clock edge. `group` is asked for ids if there is one that is taken; the result says so. `start` begins a launch,
  /// `halt` ends one. `left`: there are groups, the one that is there among them.
  template <class Group> bool tick(bool start, bool halt, bool groupValid, bool left, const Group &group) {
    const bool free = slotFree(), advance = !valid_ || *outReady_ != 0;
    const bool take = groupValid && takesGroup();
    const bool issue = take || (advance && more_ && (free || byGroup()));
    account(valid_ && *outReady_ != 0, free, left);
    if (issue)
      takeSlot(take);
    if (take)
      enterGroup(group());
    else if (issue)
      nextToken();
    tickSlots(issue, take);
    if (advance)
      valid_ = issue;
    if (start || halt)
      reset(start && !halt);
    show();
    return take;
  }

  bool isRunning() const { return running_ && !allDone_; }
  /// Whether it goes on by itself.
  bool hasTokens() const { return more_ || inFlight_ != 0; }
  bool isEmpty() const { return !hasTokens() && !valid_; }
  /// No token is issued before one retires.
  bool admitsNone(bool left) const { return !admitting_ && !((more_ || left) && slotFree()); }
  /// Whether slots and counts stay as they are until a token retires or leaves.
  bool slotsSettled() const {
    switch (slotUse_) {
    case SlotUse::Group:
      return slots_.settled(uint32_t(*groupsMax_)) && retired_.settled();
    case SlotUse::WorkItem:
      return slots_.settled(numSlots_);
    case SlotUse::Counted:
      break;
    }
    return count_.settled();
  }
  bool byGroup() const { return slotUse_ == SlotUse::Group; }

private:
  struct Axis {
    const Word *size;
    Word *global, *local, *group;  // outputs: of the work-item
    uint32_t first = 0;            // the first global id of its group
  };
  enum class SlotUse : uint8_t { Group, WorkItem, Counted };  // the parameter's values

  unsigned shift() const { return unsigned(*groupShift_ & shiftMask_); }
  bool slotFree() const { return slotUse_ == SlotUse::Counted ? count_.any() : slots_.valid(); }

  /// Work-items in flight, and whether they are all done.
  void account(bool leaves, bool slotFree, bool left) {
    if (running_ && !left && !more_ && !valid_ && inFlight_ == 0)
      allDone_ = true;
    inFlight_ = (inFlight_ + unsigned(leaves) - unsigned(*retireValid_ != 0)) & countMask_;
    admitting_ = valid_ || ((more_ || left) && slotFree);
  }

  void takeSlot(bool first) {
    if (slotUse_ == SlotUse::WorkItem)
      slot_ = slots_.slot();
    else if (byGroup())
      slot_ = (first ? slots_.slot() << shift() : slot_ + 1) & slotMask_;
  }

  void tickSlots(bool issue, bool take) {
    switch (slotUse_) {
    case SlotUse::Group:
      if (take || !slots_.valid() || retired_.freedValid())
        slots_.tick(uint32_t(*groupsMax_), retired_.freedValid(), retired_.freedSlot(), take);
      return retired_.tick(uint32_t(*groupSize_), shift(), *retireValid_, uint32_t(*retireSlot_));
    case SlotUse::WorkItem:
      return slots_.tick(numSlots_, *retireValid_ != 0, uint32_t(*retireSlot_), issue);
    case SlotUse::Counted:
      return count_.tick(unsigned(*retireValid_ != 0), issue);
    }
  }

  void enterGroup(const GroupIds &ids) {
    linear_ = 0;
    left_ = uint32_t(*groupSize_) & sizeMask_;
    more_ = left_ != 1 && !single_;
    for (unsigned d = 0; d < kAxes; ++d) {
      axes_[d].first = ids.base[d];
      *axes_[d].global = ids.base[d];
      *axes_[d].local = 0;
      *axes_[d].group = ids.id[d];
    }
    *outActive_ = groupLanes_ > 1 ? groupActive() : rangeLanes_ > 1 ? ids.active : 1;
  }

  void nextToken() {
    linear_ += std::min(groupLanes_, leftInRow());
    more_ = left_ != 2;
    --left_;
    uint32_t step = groupLanes_;
    for (Axis &axis : axes_) {
      const bool wrap = *axis.local + step >= *axis.size;
      *axis.local = wrap ? 0 : *axis.local + step;
      *axis.global = wrap ? axis.first : uint32_t(*axis.global + step);
      if (!wrap)
        break;
      step = 1;
    }
    *outActive_ = groupActive();
  }

  /// Work-items of the group's row, the token's included.
  uint32_t leftInRow() const { return uint32_t(*axes_[0].size - *axes_[0].local); }
  Word groupActive() const { return maskOf(std::min(groupLanes_, leftInRow())); }

  void reset(bool start) {
    slots_.reset();
    retired_.reset();
    count_.reset();
    inFlight_ = 0;
    valid_ = more_ = allDone_ = false;
    running_ = admitting_ = start;
  }

  void show() {
    *outValid_ = valid_;
    *outInFlight_ = inFlight_;
    *outAdmitting_ = admitting_;
    *outAllDone_ = allDone_;
    *outSlot_ = slot_;
    *outLinear_ = linear_;
  }

  SlotUse slotUse_;
  bool single_;  // groups are of one token
  uint32_t numSlots_, slotMask_, sizeMask_, countMask_ = 0;
  uint32_t rangeLanes_, groupLanes_;  // work-items of a packet of the whole range, and of a group
  Word shiftMask_;
  const Word *groupSize_, *groupShift_, *groupsMax_, *outReady_, *retireValid_, *retireSlot_;
  Word *outValid_, *outSlot_, *outLinear_, *outInFlight_, *outAdmitting_, *outAllDone_, *outActive_;
  std::array<Axis, kAxes> axes_;
  GroupSlotList slots_;
  GroupRetireCounter retired_;
  CreditCounter count_;
  bool valid_ = false, more_ = false, running_ = false, allDone_ = false, admitting_ = false;
  uint32_t slot_ = 0, linear_ = 0, left_ = 0, inFlight_ = 0;
};

inline TokenIssue::TokenIssue(Wiring &wiring)
    : slotUse_(SlotUse(wiring.parameter("SlotUse"))), single_(wiring.parameter("MaxSize") == 1),
      numSlots_(uint32_t(wiring.parameter("NumSlots"))), slotMask_(uint32_t(maskOf(indexBits(numSlots_)))),
      sizeMask_(uint32_t(std::bit_ceil(wiring.parameter("MaxSize") + 1) - 1)), rangeLanes_(rangeLanesOf(wiring)),
      groupLanes_(wiring.parameter("InGroups") ? uint32_t(wiring.parameter("Lanes")) : 1),
      shiftMask_(maskOf(indexBits(indexBits(wiring.parameter("NumSlots")) + 1))),
      groupSize_(wiring.input("group_size_i")), groupShift_(wiring.input("group_shift_i")),
      groupsMax_(wiring.input("groups_max_i")), outReady_(wiring.input("out_ready_i")),
      retireValid_(wiring.input("retire_valid_i")), retireSlot_(wiring.input("retire_slot_i")),
      outValid_(wiring.output("out_valid_o")), outSlot_(wiring.output("out_slot_o")),
      outLinear_(wiring.output("out_linear_local_id_o")), outInFlight_(wiring.output("in_flight_o")),
      outAdmitting_(wiring.output("admitting_o")), outAllDone_(wiring.output("all_done_o")),
      outActive_(wiring.output("out_active_o")),
      slots_(slotUse_ == SlotUse::WorkItem ? numSlots_ : unsigned(wiring.parameter("MaxGroups"))),
      retired_(numSlots_, unsigned(wiring.parameter("MaxGroups"))), count_(numSlots_) {
  countMask_ = wiring.parameter("NumSlots") > 1 ? 2 * slotMask_ + 1 : 1;
  for (unsigned d = 0; d < kAxes; ++d) {
    axes_[d].size = wiring.input(axisPort("local_size", d, "_i"));
    axes_[d].global = wiring.output(axisPort("out_global_id", d, "_o"));
    axes_[d].local = wiring.output(axisPort("out_local_id", d, "_o"));
    axes_[d].group = wiring.output(axisPort("out_group_id", d, "_o"));
  }
}

}  // namespace weft::instant
