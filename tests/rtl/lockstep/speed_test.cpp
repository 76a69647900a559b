// SPDX-License-Identifier: Apache-2.0
// rtl_lockstep_test "[speed]": how long a cycle at full rate takes, of every model and of its verilated module. Both
// replay the inputs of one run; the time that only setting the inputs takes is left out. Modules are compiled without
// optimisation unless CMake was told -DWEFT_LOCKSTEP_OPTIMISED=ON.
#include <algorithm>
#include <chrono>
#include <cstring>

#include <catch2/catch.hpp>

#include "tests/rtl/lockstep/stimuli.h"

namespace weft::lockstep {
namespace {

constexpr unsigned kCycles = 4'000, kResetCycles = 4, kRuns = 15;

/// The inputs of a run, cycle by cycle.
class Recording {
public:
  explicit Recording(Pair &pair) {
    for (Port &port : pair.ports())
      if (port.output == false && port.name != "clk_i")
        inputs_.push_back(&port);
  }
  void add() {
    for (const Port *port : inputs_)
      words_.insert(words_.end(), port->value.begin(), port->value.end());
  }
  /// Calls `cycle` in each, with the inputs set. Returns nanoseconds a cycle, in the fastest run of some.
  template <class Cycle> double time(Cycle cycle) const {
    double best = 1e9;
    for (unsigned run = 0; run < kRuns; ++run) {
      const auto start = std::chrono::steady_clock::now();
      replay(cycle);
      const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
      best = std::min(best, taken.count() / kCycles);
    }
    return best;
  }

private:
  template <class Cycle> void replay(Cycle cycle) const {
    const Word *next = words_.data();
    for (unsigned i = 0; i < kCycles; ++i) {
      for (Port *port : inputs_) {
        std::memcpy(port->value.data(), next, port->value.size() * sizeof(Word));
        next += port->value.size();
      }
      cycle();
    }
  }

  std::vector<Port *> inputs_;
  std::vector<Word> words_;
};

Recording record(Pair &pair) {
  Recording recording(pair);
  const std::unique_ptr<Stimuli> stimuli = makeStimuli(pair, 1);
  stimuli->goFullRate();
  for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
    const bool reset = cycle < kResetCycles;
    if (pair.component().port("rst_i"))
      pair.port("rst_i").setBit(0, reset);
    stimuli->drive();
    recording.add();
    pair.settle();
    stimuli->observe();
    pair.tick();
    if (reset)
      stimuli->reset();
  }
  return recording;
}

TEST_CASE("Time of a cycle", "[.][speed]") {
  for (const Unit &unit : componentUnits()) {
    Pair pair(unit);
    const Recording recording = record(pair);
    const double setRtl = recording.time([&] { pair.driveRtl(); });
    const double setModel = recording.time([&] { pair.driveModel(); });
    const double rtl = recording.time([&] {
      pair.driveRtl();
      pair.settleRtl();
      pair.tickRtl();
    });
    const double model = recording.time([&] {
      pair.driveModel();
      pair.settleModel();
      pair.tickModel();
    });
    std::printf("%6.1f ns, verilated %6.1f ns  %s\n", model - setModel, rtl - setRtl, unit.name().c_str());
    CHECK(model > setModel);
  }
}

}  // namespace
}  // namespace weft::lockstep
