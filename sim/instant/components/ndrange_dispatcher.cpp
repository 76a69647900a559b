// SPDX-License-Identifier: Apache-2.0
// rtl/shell/ndrange_dispatcher.sv
#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "sim/instant/components/credits.h"
#include "sim/instant/components/group_slots.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

constexpr unsigned kAxes = 3;

class NDRangeDispatcher final : public Model {
public:
  explicit NDRangeDispatcher(Wiring &wiring);

  void tick() override {
    const bool start = rangeLanes_ > 1 ? startBefore_ : *start_ != 0;
    startBefore_ = *start_ != 0 && *reset_ == 0;
    const bool slotFree = slotUse_ == SlotUse::Counted ? count_.any() : slots_.valid();
    const bool issue = (!valid_ || *outReady_) && (more_ || groupValid_) && (slotFree || (byGroup() && more_));
    const bool take = issue && !more_;
    const bool left = valid_ && *outReady_;
    account(left, slotFree);
    if (issue)
      takeSlot(take);
    if (take)
      enterGroup();
    else if (issue)
      nextToken();
    tickSlots(issue, take);
    if (!valid_ || *outReady_)
      valid_ = issue;
    if (start)
      startGroups();
    else if (take)
      nextGroup();
    const bool halt = *reset_ || (rangeLanes_ > 1 && *start_);
    if (start || halt)
      reset(start && !halt);
    show();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  struct Axis {
    const Word *offset, *size, *groups;
    Word *global, *local, *group;          // outputs: of the work-item
    uint32_t nextGroup = 0, nextBase = 0;  // of the next group to admit: its id and its first global id
    uint32_t first = 0;                    // the first global id of the work-item's group
  };

  unsigned shift() const { return unsigned(*groupShift_ & shiftMask_); }

  bool byGroup() const { return slotUse_ == SlotUse::Group; }

  /// Work-items in flight, and whether they are all done.
  void account(bool left, bool slotFree) {
    if (running_ && !groupValid_ && !more_ && !valid_ && inFlight_ == 0)
      allDone_ = true;
    inFlight_ = (inFlight_ + unsigned(left) - unsigned(*retireValid_ != 0)) & countMask_;
    admitting_ = valid_ || ((more_ || groupValid_) && slotFree);
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

  void enterGroup() {
    linear_ = 0;
    left_ = uint32_t(*groupSize_) & sizeMask_;
    more_ = left_ != 1;
    *outActive_ = rangeActive();
    firstOfRow_ = axes_[0].nextGroup == rowGroups() - 1;
    for (Axis &axis : axes_) {
      axis.first = axis.nextBase;
      *axis.global = axis.nextBase;
      *axis.local = 0;
      *axis.group = axis.nextGroup;
    }
    if (groupLanes_ > 1)
      *outActive_ = groupActive();
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

  void startGroups() {
    groupValid_ = *groupSize_ != 0;
    for (Axis &axis : axes_) {
      groupValid_ = groupValid_ && *axis.groups != 0;
      axis.nextGroup = 0;
      axis.nextBase = firstBase(axis);
    }
    firstOfRow_ = true;
  }

  /// Lanes of a packet before the first work-item of the row.
  uint32_t head() const { return uint32_t(*axes_[0].offset) & (rangeLanes_ - 1); }
  uint32_t firstBase(const Axis &axis) const { return uint32_t(*axis.offset) - (&axis == axes_.data() ? head() : 0); }
  /// Packets of a row of x.
  uint32_t rowGroups() const {
    return uint32_t((*axes_[0].groups + head() + rangeLanes_ - 1) >> std::countr_zero(rangeLanes_));
  }

  /// Of the range's packet that comes next.
  Word rangeActive() const {
    const uint32_t tail = uint32_t(*axes_[0].groups + head()) & (rangeLanes_ - 1);
    Word lanes = maskOf(rangeLanes_);
    if (firstOfRow_)
      lanes &= ~maskOf(head());
    if (tail != 0 && axes_[0].nextGroup == rowGroups() - 1)
      lanes &= maskOf(tail);
    return lanes;
  }

  void nextGroup() {
    for (Axis &axis : axes_) {
      const bool x = &axis == axes_.data();
      const bool wrap = axis.nextGroup == (x ? rowGroups() : uint32_t(*axis.groups)) - 1;
      axis.nextGroup = wrap ? 0 : axis.nextGroup + 1;
      axis.nextBase =
          wrap ? firstBase(axis) : axis.nextBase + (x && rangeLanes_ > 1 ? rangeLanes_ : uint32_t(*axis.size));
      if (!wrap)
        return;
    }
    groupValid_ = false;  // it was the last
  }

  /// By rst_i, or by start_i.
  void reset(bool start) {
    slots_.reset();
    retired_.reset();
    count_.reset();
    inFlight_ = 0;
    valid_ = more_ = allDone_ = false;
    running_ = admitting_ = start;
    if (!start)
      groupValid_ = false;
  }

  void show() {
    *outValid_ = valid_;
    *outInFlight_ = inFlight_;
    *outAdmitting_ = admitting_;
    *outAllDone_ = allDone_;
    *outSlot_ = slot_;
    *outLinear_ = linear_;
    // Behind a launch nothing shows before the next start, which clears the slots and counts.
    *busy_ = (running_ && !allDone_ && !waits()) || startBefore_;
  }

  /// Nothing changes until a work-item retires. While one is valid, admitting_ is set; until the launch is seen to be
  /// done, its last retirement has not settled, nor, of an empty one, have the slots.
  bool waits() const {
    const bool slotFree = slotUse_ == SlotUse::Counted ? count_.any() : slots_.valid();
    const bool left = more_ || groupValid_;
    const bool admitsNone = !admitting_ && !(left && slotFree), goesOn = left || inFlight_ != 0;
    switch (slotUse_) {
    case SlotUse::Group:
      return admitsNone && slots_.settled(uint32_t(*groupsMax_)) && retired_.settled();
    case SlotUse::WorkItem:
      return admitsNone && goesOn && slots_.settled(numSlots_);
    case SlotUse::Counted:
      break;
    }
    return admitsNone && goesOn && count_.settled();
  }

  enum class SlotUse : uint8_t { Group, WorkItem, Counted };  // the parameter's values

  SlotUse slotUse_;
  uint32_t numSlots_, slotMask_, sizeMask_, countMask_;
  uint32_t rangeLanes_, groupLanes_;  // work-items of a packet of the whole range, and of a group
  Word shiftMask_;
  const Word *reset_, *start_, *groupSize_, *groupShift_, *groupsMax_, *outReady_, *retireValid_, *retireSlot_;
  Word *outValid_, *outSlot_, *outLinear_, *outInFlight_, *outAdmitting_, *outAllDone_, *outActive_, *busy_;
  std::array<Axis, kAxes> axes_;
  GroupSlotList slots_;
  GroupRetireCounter retired_;
  CreditCounter count_;
  bool groupValid_ = false, valid_ = false, more_ = false, running_ = false, allDone_ = false, admitting_ = false;
  bool startBefore_ = false;  // with packets of the whole range, a launch begins a cycle later
  bool firstOfRow_ = false;   // the packet that comes next is
  uint32_t slot_ = 0, linear_ = 0, left_ = 0, inFlight_ = 0;
};

NDRangeDispatcher::NDRangeDispatcher(Wiring &wiring)
    : slotUse_(SlotUse(wiring.parameter("SlotUse"))), numSlots_(uint32_t(wiring.parameter("NumSlots"))),
      slotMask_(uint32_t(maskOf(indexBits(numSlots_)))),
      sizeMask_(uint32_t(std::bit_ceil(wiring.parameter("MaxSize") + 1) - 1)),
      rangeLanes_(wiring.parameter("InGroups") ? 1 : uint32_t(wiring.parameter("Lanes"))),
      groupLanes_(wiring.parameter("InGroups") ? uint32_t(wiring.parameter("Lanes")) : 1),
      shiftMask_(maskOf(indexBits(indexBits(wiring.parameter("NumSlots")) + 1))), reset_(wiring.input("rst_i")),
      start_(wiring.input("start_i")), groupSize_(wiring.input("group_size_i")),
      groupShift_(wiring.input("group_shift_i")), groupsMax_(wiring.input("groups_max_i")),
      outReady_(wiring.input("out_ready_i")), retireValid_(wiring.input("retire_valid_i")),
      retireSlot_(wiring.input("retire_slot_i")), outValid_(wiring.output("out_valid_o")),
      outSlot_(wiring.output("out_slot_o")), outLinear_(wiring.output("out_linear_local_id_o")),
      outInFlight_(wiring.output("in_flight_o")), outAdmitting_(wiring.output("admitting_o")),
      outAllDone_(wiring.output("all_done_o")), outActive_(wiring.output("out_active_o")),
      slots_(slotUse_ == SlotUse::WorkItem ? numSlots_ : unsigned(wiring.parameter("MaxGroups"))),
      retired_(numSlots_, unsigned(wiring.parameter("MaxGroups"))), count_(numSlots_) {
  countMask_ = wiring.parameter("NumSlots") > 1 ? 2 * slotMask_ + 1 : 1;
  for (unsigned d = 0; d < kAxes; ++d) {
    const std::string suffix(1, "xyz"[d]);
    axes_[d].offset = wiring.input("global_offset_" + suffix + "_i");
    axes_[d].size = wiring.input("local_size_" + suffix + "_i");
    axes_[d].groups = wiring.input("num_groups_" + suffix + "_i");
    axes_[d].global = wiring.output("out_global_id_" + suffix + "_o");
    axes_[d].local = wiring.output("out_local_id_" + suffix + "_o");
    axes_[d].group = wiring.output("out_group_id_" + suffix + "_o");
  }
  busy_ = wiring.busy({"start_i", "retire_valid_i"});
}

}  // namespace

std::unique_ptr<Model> makeNDRangeDispatcher(Wiring &wiring) { return std::make_unique<NDRangeDispatcher>(wiring); }

}  // namespace weft::instant
