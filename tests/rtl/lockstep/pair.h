// SPDX-License-Identifier: Apache-2.0
// A verilated module and its C++ model with the same inputs.
#pragma once
#include <deque>

#include "hls/components/component.h"
#include "tests/rtl/lockstep/bits.h"
#include "tests/rtl/lockstep/rtl_unit.h"

namespace weft::lockstep {

struct Port {
  std::string name;
  bool output = false;
  unsigned width = 0;
  std::vector<Word> value;  // inputs: what both are driven with; outputs: what the verilated module shows
  std::vector<Word> model;  // outputs: what the model shows
  void *storage = nullptr;
  unsigned lanes = 1;  // shares of a stream's field, side by side; 1 as well where all the streams show the same

  bool bit(unsigned i) const { return value[i / 64] >> i % 64 & 1; }
  void setBit(unsigned i, bool to) { setBitsAt(value.data(), i, 1, to); }
  Word number() const { return value[0]; }
  void set(Word number) { value[0] = number & maskOf(width); }
};

class Pair final : private instant::Wiring {
public:
  explicit Pair(const Unit &unit);

  const components::Component &component() const { return component_; }
  const components::Values &values() const { return values_; }
  uint64_t value(std::string_view parameter) const { return this->parameter(parameter); }
  Port &port(std::string_view name);
  std::deque<Port> &ports() { return ports_; }

  /// Sets the outputs of the cycle from the inputs.
  void settle();
  /// The clock's rising edge. Registered outputs of the verilated module are those of the next cycle.
  void tick();

  // What settle() and tick() consist of, to be timed.
  void driveRtl();
  void settleRtl() { rtl_->eval(); }
  void tickRtl();
  void driveModel();
  void settleModel();
  void tickModel() { model_->tick(); }

private:
  /// What the model is connected to instead of a whole port.
  struct Share {
    Port *port;
    unsigned low, bits;
    std::vector<Word> value;
  };

  void countLanes(const components::Values &set);
  void readRtl();
  uint64_t parameter(std::string_view name) const override;
  std::vector<Word> vectorParameter(std::string_view name) const override;
  const Word *input(std::string_view port, unsigned share, unsigned count) override;
  Word *output(std::string_view port, unsigned share, unsigned count) override;
  Share &addShare(std::deque<Share> &shares, Port &port, unsigned share, unsigned count);
  Port &findPort(std::string_view name, bool output);

  const Unit &unit_;
  const components::Component &component_;
  components::Values values_;
  std::unique_ptr<RtlUnit> rtl_;
  std::deque<Port> ports_;
  std::deque<Share> inputShares_, outputShares_;
  Port *clock_ = nullptr;
  std::unique_ptr<instant::Model> model_;
};

}  // namespace weft::lockstep
