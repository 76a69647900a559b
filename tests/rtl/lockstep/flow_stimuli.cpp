// SPDX-License-Identifier: Apache-2.0
// Stimuli of rtl/flow.
#include <algorithm>

#include "tests/rtl/lockstep/stimuli.h"

namespace weft::lockstep {
namespace {

/// Fills or gives back what was reserved, and reserves with a credit.
class CreditFifoStimuli final : public Stimuli {
public:
  using Stimuli::Stimuli;

private:
  bool mayRepeat() const override { return false; }
  void driveOthers() override {
    randomise(port("data_i"));
    const bool push = reserved_ > 0 && random.chance(activity());
    const bool release = reserved_ > unsigned(push) && random.chance(activity() / 4);
    const bool reserve = number("credit_o") && random.chance(activity());
    reserved_ += unsigned(reserve) - unsigned(push) - unsigned(release);
    set("push_i", push);
    set("release_i", release);
    set("reserve_i", reserve);
  }
  void resetOthers() override { reserved_ = 0; }

  unsigned reserved_ = 0;
};
const Driver<CreditFifoStimuli> creditFifo("credit_fifo");

/// The slices that a stream_join is about.
class JoinStimuli final : public Stimuli {
public:
  using Stimuli::Stimuli;

private:
  bool mayRepeat() const override { return false; }
  void driveOthers() override {
    Word next = 0;
    for (unsigned i = 0; i < parameter("NumInputs"); ++i)
      next |= Word(random.chance(activity())) << i;
    set("next_valid_i", next);
    set("take_i", number("valid_i") == maskOf(unsigned(parameter("NumInputs"))) && random.chance(activity()));
  }
  /// For the next cycle.
  void observeOthers() override { set("valid_i", number("next_valid_i") | (number("take_i") ? 0 : number("valid_i"))); }
  void resetOthers() override { set("valid_i", 0); }
};
const Driver<JoinStimuli> join("stream_join");

/// Each slot of a group comes once, then not again before it has left; the group's shape changes only while none waits.
class BarrierStimuli : public Stimuli {
public:
  BarrierStimuli(Pair &pair, uint64_t seed) : Stimuli(pair, seed), inside_(parameter("NumSlots")) { shape(); }

protected:
  void makePayload(Lane &lane) override {
    Stimuli::makePayload(lane);
    lane.set("slot", slot_);
  }
  unsigned size() const { return size_; }

private:
  void driveOthers() override {
    if (random.oneIn(200) && !lanes()[0].isValid() && inside() == 0)
      shape();
    set("group_shift_i", shift_);
    set("group_size_i", size_);
  }
  bool mayRepeat() const override { return false; }
  bool mayOffer(const Lane &) override { return settle_ == 0 && findSlot(); }
  void observeOthers() override {
    if (settle_ > 0)
      --settle_;
    Lane &in = lanes()[0], &out = lanes()[1];
    if (out.taken)
      inside_[out.number("slot")] = false;
    if (in.taken)
      inside_[in.number("slot")] = true;
  }
  void resetOthers() override {
    inside_.assign(inside_.size(), false);
    shape();
  }

  unsigned inside() const { return unsigned(std::count(inside_.begin(), inside_.end(), true)); }

  void shape() {
    const auto slots = unsigned(parameter("NumSlots")), groups = unsigned(parameter("MaxGroups"));
    unsigned least = 0;  // so that there are no more groups than MaxGroups
    while (slots >> least > groups)
      ++least;
    shift_ = least;
    while ((2u << shift_) <= slots && random.chance(50))
      ++shift_;
    size_ = unsigned(random.chance(30) ? 1u << shift_ : random.range(1, uint64_t(1) << shift_));
    settle_ = 4;
  }

  /// A slot that is not inside. From the same few groups for some time, so that groups fill.
  bool findSlot() {
    const auto slots = unsigned(parameter("NumSlots")), groups = slots >> shift_;
    for (unsigned tries = 0; tries < 8; ++tries) {
      if (random.oneIn(4 * size_))
        group_ = random.below(groups);
      slot_ = (group_ % groups) << shift_ | random.below(size_);
      if (!inside_[slot_])
        return true;
    }
    for (slot_ = 0; slot_ < slots; ++slot_)
      if ((slot_ & ((1u << shift_) - 1)) < size_ && !inside_[slot_])
        return true;
    return false;
  }

  std::vector<bool> inside_;
  unsigned shift_ = 0, size_ = 1, group_ = 0, slot_ = 0, settle_ = 0;
};
const Driver<BarrierStimuli> barrier("barrier");

/// Of each group some stay for some rounds.
class PartialBarrierStimuli final : public BarrierStimuli {
public:
  using BarrierStimuli::BarrierStimuli;

private:
  void makePayload(Lane &lane) override {
    BarrierStimuli::makePayload(lane);
    if (random.chance(60))
      lane.set("last", random.below(size()));
  }
};
const Driver<PartialBarrierStimuli> partialBarrier("partial_barrier");

}  // namespace
}  // namespace weft::lockstep
