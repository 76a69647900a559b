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
    return output != "fault_valid_o" ? "fault_valid_o" : "";
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

/// Launches one NDRange after the other, most of them to their end, and retires work-items in any order.
class DispatcherStimuli final : public Stimuli {
public:
  using Stimuli::Stimuli;

private:
  bool mayRepeat() const override { return false; }
  void driveOthers() override {
    const bool start = wait_ == 1;
    set("start_i", start);
    if (start)
      launch();
    if (wait_ > 0)
      --wait_;
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
    if (lanes()[0].taken)
      inFlight_.push_back(number("out_slot_o"));
    if (number("start_i"))
      inFlight_.clear();
    else if (wait_ == 0 && (number("all_done_o") || random.oneIn(2000)))
      wait_ = unsigned(random.range(1, 20));
  }

  void resetOthers() override {
    inFlight_.clear();
    wait_ = unsigned(random.range(1, 10));
  }

  void launch() {
    const auto slots = unsigned(parameter("NumSlots")), groups = unsigned(parameter("MaxGroups"));
    const auto most = unsigned(parameter("MaxSize"));
    unsigned size = 1;                                                          // in tokens
    unsigned items = parameter("InGroups") ? unsigned(parameter("Lanes")) : 1;  // of a token, on the axis
    for (const char *axis : {"x", "y", "z"}) {
      const auto local = unsigned(random.range(1, std::min(6u, most / size)));
      size *= local;
      set(std::string("local_size_") + axis + "_i", local * items - (random.oneIn(3) ? 0 : random.below(items)));
      items = 1;
      set(std::string("num_groups_") + axis + "_i", random.oneIn(50) ? 0 : random.range(1, 5));
      set(std::string("global_offset_") + axis + "_i", random.chance(50) ? 0 : random.next());
    }
    unsigned shift = 0;
    while (1u << shift < size || slots >> shift > groups)
      ++shift;
    const unsigned groupsMax = std::max(1u, slots >> shift);
    set("group_size_i", random.oneIn(50) ? 0 : size);
    set("group_shift_i", shift);
    set("groups_max_i", random.chance(70) ? groupsMax : random.range(1, groupsMax));
  }

  std::vector<Word> inFlight_;  // slots
  unsigned wait_ = 1;           // cycles to the next start; 0: a launch is under way
};
const Driver<DispatcherStimuli> dispatcher("ndrange_dispatcher");

}  // namespace
}  // namespace weft::lockstep
