// SPDX-License-Identifier: Apache-2.0
// Stimuli of a kernel's modules in rtl/shell.
#include <algorithm>

#include "tests/rtl/lockstep/stimuli.h"

namespace weft::lockstep {
namespace {

class KernelConfigStimuli final : public Stimuli {
public:
  using Stimuli::Stimuli;

private:
  void driveOthers() override {
    set("cfg_valid_i", random.chance(activity()));
    set("cfg_addr_i", random.chance(20) ? random.next() : random.below(parameter("NumWords") + 2));
    randomise(port("cfg_data_i"));
  }
};
const Driver<KernelConfigStimuli> kernelConfig("kernel_config");

class FaultCollectorStimuli final : public Stimuli {
public:
  using Stimuli::Stimuli;
  std::string_view countsWith(std::string_view output) const override {
    return output == "fault_site_o" || output == "fault_addr_o" ? "fault_valid_o" : "";  // the code is NONE without
  }

private:
  void driveOthers() override {
    for (const char *name : {"site_write_i", "site_addr_i", "in_flight_i", "stall_point_i"})
      randomise(port(name));
    Port &faults = port("site_fault_i");
    for (unsigned i = 0; i < faults.width; ++i)
      faults.setBit(i, random.oneIn(64 + 2 * faults.width));
    set("hang_i", random.oneIn(100));
    if (random.oneIn(30))
      set("watch_i", random.oneIn(3));
    set("start_i", random.oneIn(40));
  }
};
const Driver<FaultCollectorStimuli> faultCollector("fault_collector");

/// Stuck for about as long as it takes to be a hang.
class HangDetectorStimuli final : public Stimuli {
public:
  HangDetectorStimuli(Pair &pair, uint64_t seed)
      : Stimuli(pair, seed), bits_(unsigned(parameter("CountW"))), waitingBits_(port("waiting_i").width) {}

private:
  void driveOthers() override {
    if (left_ == 0) {
      left_ = random.of(kStretches) + random.below(4u);
      none_ = random.oneIn(5);
      return park();
    }
    if (--left_ > 0) {
      if (random.oneIn(50))
        park();
      return;
    }
    switch (random.below(3u)) {
    case 0:
      return set("admitting_i", 1);
    case 1:
      return set("in_flight_i", random.chance(50) ? 0 : number("in_flight_i") + 1);
    default:
      return randomise(port("waiting_i"));
    }
  }

  /// All in flight are waiting, anywhere.
  void park() {
    Word sum = 0;
    while (sum == 0 && !none_) {
      Port &waiting = port("waiting_i");
      for (unsigned low = 0; low < waitingBits_; low += bits_) {
        const Word number = random.next() & maskOf(bits_);
        setBitsAt(waiting.value.data(), low, bits_, number);
        sum += number;
      }
      sum &= maskOf(bits_);
    }
    if (none_)
      std::fill(port("waiting_i").value.begin(), port("waiting_i").value.end(), 0);
    set("admitting_i", 0);
    set("in_flight_i", sum);
  }

  static constexpr unsigned kStretches[] = {3, 200, 1021, 1024, 1070, 1300, 2000};
  unsigned bits_, waitingBits_, left_ = 0;
  bool none_ = false;  // is in flight
};
const Driver<HangDetectorStimuli> hangDetector("hang_detector");

/// Tokens that enter, leave and pass, and stretches in which none does.
class LoopGateStimuli final : public Stimuli {
public:
  LoopGateStimuli(Pair &pair, uint64_t seed) : Stimuli(pair, seed), limit_(pair.value("Limit")) {}

private:
  void driveOthers() override {
    if (left_-- == 0) {
      left_ = random.below(200u);
      rate_ = random.chance(30) ? 0 : random.below(100u);
      leaving_ = random.below(100u);
    }
    const bool enters = random.chance(rate_) && (port("open_o").value[0] != 0 || random.chance(5));
    set("offers_i", enters || random.chance(rate_));
    set("enters_i", enters);
    set("passes_i", enters || random.chance(rate_));
    Port &leaves = port("leaves_i");
    std::fill(leaves.value.begin(), leaves.value.end(), 0);
    // As many as entered, mostly.
    if ((inside_ > 0 && random.chance(leaving_)) || random.chance(1)) {
      leaves.setBit(random.below(leaves.width), true);
      --inside_;
    }
    inside_ += enters;
    if (random.chance(1) || inside_ > int64_t(4 * limit_) || inside_ < -4)
      resetOthers();
  }
  void resetOthers() override {
    inside_ = 0;
    set("group_size_i", random.below(uint64_t(9)) + 1);
  }

  Word limit_;
  int64_t inside_ = 0;
  unsigned left_ = 0, rate_ = 50, leaving_ = 50;
};
const Driver<LoopGateStimuli> loopGate("loop_gate");

/// Tokens that enter as soon as they may or later, and others that pass, and stretches in which none does.
class LoopPaceStimuli final : public Stimuli {
public:
  LoopPaceStimuli(Pair &pair, uint64_t seed) : Stimuli(pair, seed) {}

private:
  void driveOthers() override {
    if (left_-- == 0) {
      left_ = random.below(400u);
      entering_ = random.chance(20) ? 0 : random.chance(30) ? 100 : random.below(100u);
      passing_ = random.chance(30) ? 0 : random.below(100u);
    }
    const bool enters = random.chance(entering_) && port("open_o").value[0] != 0;
    set("offers_i", enters || random.chance(entering_));
    set("enters_i", enters);
    set("passes_i", enters || random.chance(passing_));
  }

  unsigned left_ = 0, entering_ = 50, passing_ = 50;
};
const Driver<LoopPaceStimuli> loopPace("loop_pace");

/// Launches one NDRange after the other, most of them to their end.
class LaunchStimuli : public Stimuli {
public:
  using Stimuli::Stimuli;

protected:
  bool mayRepeat() const override { return false; }
  bool starts() const { return wait_ == 1; }
  /// Once a cycle.
  void count() {
    if (wait_ > 0)
      --wait_;
  }
  /// The launch that is under way has ended, or is left where it is.
  void next() { wait_ = unsigned(random.range(1, 20)); }
  bool isUnderWay() const { return wait_ == 0; }
  void resetOthers() override { wait_ = unsigned(random.range(1, 10)); }

  /// Launch words of those that the component has. `items`: work-items of a token, on the axis.
  void launch(unsigned slots, unsigned groups) {
    const auto most = unsigned(parameter("MaxSize"));
    unsigned size = 1;  // in tokens
    unsigned items = parameter("InGroups") ? unsigned(parameter("Lanes")) : 1;
    for (const char *axis : {"x", "y", "z"}) {
      const auto local = unsigned(random.range(1, std::min(6u, most / size)));
      size *= local;
      word(std::string("local_size_") + axis, local * items - (random.oneIn(3) ? 0 : random.below(items)));
      items = 1;
      word(std::string("num_groups_") + axis, random.oneIn(50) ? 0 : random.range(1, 5));
      word(std::string("global_offset_") + axis, random.chance(50) ? 0 : random.next());
    }
    unsigned shift = 0;
    while (1u << shift < size || slots >> shift > groups)
      ++shift;
    const unsigned groupsMax = std::max(1u, slots >> shift);
    word("group_size", hasWord("num_groups_x") && random.oneIn(50) ? 0 : size);
    word("group_shift", shift);
    word("groups_max", random.chance(70) ? groupsMax : random.range(1, groupsMax));
  }

private:
  bool hasWord(const std::string &name) { return hasPort(name + "_i"); }
  void word(const std::string &name, Word value) {
    if (hasWord(name))
      set(name + "_i", value);
  }

  unsigned wait_ = 1;  // cycles to the next start; 0: a launch is under way
};

/// Retires work-items in any order.
class DispatcherStimuli : public LaunchStimuli {
public:
  using LaunchStimuli::LaunchStimuli;

protected:
  void driveOthers() override {
    set("start_i", starts());
    if (starts())
      launch(unsigned(parameter("NumSlots")), unsigned(parameter("MaxGroups")));
    count();
    const bool retire = !inFlight_.empty() && random.chance(activity());
    set("retire_valid_i", retire);
    set("retire_slot_i", random.next());
    if (retire) {
      std::swap(inFlight_[random.below(inFlight_.size())], inFlight_.back());
      set("retire_slot_i", inFlight_.back());
      inFlight_.pop_back();
    }
  }

  void observeOthers() override {
    if (lanes().back().taken)
      inFlight_.push_back(number("out_slot_o"));
    if (number("start_i"))
      inFlight_.clear();
    else if (isUnderWay() && (number("all_done_o") || random.oneIn(2000)))
      next();
  }

  void resetOthers() override {
    inFlight_.clear();
    LaunchStimuli::resetOthers();
  }

  std::vector<Word> inFlight_;  // slots
};
const Driver<DispatcherStimuli> dispatcher("ndrange_dispatcher");

/// Groups of any ids. Until the last one is offered, there are more; some launches have none.
class IssueStimuli final : public DispatcherStimuli {
public:
  using DispatcherStimuli::DispatcherStimuli;

private:
  void driveOthers() override {
    if (starts())
      left_ = random.oneIn(10) ? 0 : unsigned(random.below(200));
    const bool halt = random.oneIn(1000);
    set("halt_i", halt);
    if (halt) {
      left_ = 0;
      inFlight_.clear();
      next();
    }
    DispatcherStimuli::driveOthers();
    set("more_groups_i", left_ != 0);
  }

  bool mayOffer(const Lane &lane) override { return lane.stream->name != "next_group" || (left_ != 0 && isUnderWay()); }

  void makePayload(Lane &lane) override {
    Stimuli::makePayload(lane);
    left_ -= left_ != 0;
  }

  void observeOthers() override {
    DispatcherStimuli::observeOthers();
    if (number("halt_i"))
      inFlight_.clear();
  }

  void resetOthers() override {
    left_ = 0;
    DispatcherStimuli::resetOthers();
  }

  unsigned left_ = 0;  // groups that were not offered yet
};
const Driver<IssueStimuli> issue("ndrange_issue");

/// Some launches are stopped.
class GroupSourceStimuli final : public LaunchStimuli {
public:
  using LaunchStimuli::LaunchStimuli;

private:
  void driveOthers() override {
    set("start_i", starts());
    if (starts())
      launch(64, 4);
    count();
    set("stop_i", random.oneIn(100));
  }

  void observeOthers() override {
    const bool done = !number("more_groups_o") && !number("start_i");
    if (isUnderWay() && ((done && random.oneIn(5)) || random.oneIn(500)))
      next();
  }
};
const Driver<GroupSourceStimuli> groupSource("group_source");

/// A unit's report stays until the next launch; where its work-items are is told while it is there.
class UnitFaultsStimuli final : public Stimuli {
public:
  using Stimuli::Stimuli;
  std::string_view countsWith(std::string_view output) const override {
    return output == "fault_site_o" || output == "fault_addr_o" ? "fault_valid_o" : "";  // the code is NONE without
  }

private:
  void driveOthers() override {
    const bool start = random.oneIn(40);
    set("start_i", start);
    Port &valid = port("unit_valid_i"), &code = port("unit_code_i");
    randomise(port("unit_site_i"));
    randomise(port("unit_addr_i"));
    for (unsigned u = 0; u < valid.width; ++u) {
      if (start)
        valid.setBit(u, false);
      else if (!valid.bit(u) && random.oneIn(20)) {
        valid.setBit(u, true);
        setBitsAt(code.value.data(), 8 * u, 8, random.oneIn(2) ? 16 : random.range(1, 3));
      }
    }
  }
};
const Driver<UnitFaultsStimuli> unitFaults("unit_faults");

}  // namespace
}  // namespace weft::lockstep
