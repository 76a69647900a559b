// SPDX-License-Identifier: Apache-2.0
// A verilated module and what the instant engine makes of it, with the same inputs.
#pragma once
#include <deque>
#include <optional>

#include "hls/components/component.h"
#include "sim/instant/simulation.h"
#include "tests/rtl/lockstep/bits.h"
#include "tests/rtl/lockstep/rtl_unit.h"

namespace weft::lockstep {

struct Port {
  std::string name;
  bool output = false;
  bool ofPath = false;  // an output that depends on inputs of the same cycle
  unsigned width = 0;
  std::vector<Word> value;      // inputs: what both are driven with; outputs: what the verilated module shows
  std::vector<Word> model;      // outputs: what the model shows
  void *storage = nullptr;      // in the verilated module
  Word *driven = nullptr;       // inputs: in the engine
  const Word *shown = nullptr;  // outputs: in the engine
  unsigned lanes =
      1;  // shares of a stream's field or ready, side by side; 1 as well where all the streams show the same

  bool bit(unsigned i) const { return value[i / 64] >> i % 64 & 1; }
  void setBit(unsigned i, bool to) { setBitsAt(value.data(), i, 1, to); }
  Word number() const { return value[0]; }
  void set(Word number) { value[0] = number & maskOf(width); }
};

/// The units that kernels have, sorted by name.
std::vector<Unit> componentUnits();

class Pair final {
public:
  explicit Pair(const Unit &unit);

  const components::Component &component() const { return component_; }
  const components::Values &values() const { return values_; }
  uint64_t value(std::string_view parameter) const { return values_.find(parameter)->second; }
  Port &port(std::string_view name);
  bool hasPort(std::string_view name) const { return component_.port(name) != nullptr; }
  std::deque<Port> &ports() { return ports_; }

  // A cycle, in which the model is left out where it says that it rests.

  /// Sets the outputs of the cycle from the inputs.
  void settle();
  /// The clock's rising edge. Registered outputs of the verilated module are those of the next cycle.
  void tick();
  /// Cycles in which the model was left out.
  uint64_t leftOut() const { return leftOutCycles_; }

  // What settle() and tick() consist of, to be timed.
  void driveRtl();
  void settleRtl() { rtl_->eval(); }
  void tickRtl();
  void driveModel();
  void settleModel();
  void tickModel() { simulation_->tick(); }

private:
  void countLanes(const components::Values &set);
  void readRtl();
  bool inputsChange() const;
  void checkPaths() const;
  void lookWhetherResting();
  const components::Component &component_;
  components::Values values_;
  std::unique_ptr<RtlUnit> rtl_;
  std::deque<Port> ports_;
  Port *clock_ = nullptr;
  std::optional<instant::Simulation> simulation_;
  bool inputsChanged_ = true, remembered_ = false, resting_ = false, leftOut_ = false;
  uint64_t leftOutCycles_ = 0;
};

}  // namespace weft::lockstep
