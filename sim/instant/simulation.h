// SPDX-License-Identifier: Apache-2.0
// A netlist of any ports as machine code and models, and what simulates it cycle by cycle.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hls/netlist/netlist.h"
#include "sim/instant/probes.h"
#include "sim/instant/snapshot.h"
#include "sim/instant/unsupported.h"

namespace weft::instant {

class Model;

/// What a cycle is made of (cycle.h, emit.h), as machine code.
struct CodeFunctions {
  using Function = void (*)(uint64_t *memory);
  Function uniform = nullptr, settle = nullptr, tick = nullptr, outputs = nullptr;
};

/// Machine code for a netlist, which any number of simulations share. It is made fast; behind `cyclesToFastCode` cycles
/// of all simulations it is made once more, to run fast.
class CompiledNetlist {
public:
  /// About the cycles whose saving pays for making fast code.
  static constexpr uint64_t kCyclesToFastCode = 1 << 19;

  /// Throws Unsupported if this engine cannot simulate it.
  explicit CompiledNetlist(netlist::Design design, uint64_t cyclesToFastCode = kCyclesToFastCode);
  ~CompiledNetlist();

  /// Bits of a port. Throws std::runtime_error if there is none of this name.
  unsigned outputWidth(const std::string &port) const;
  std::vector<Probe> probes() const;

private:
  friend class Simulation;
  struct State;
  std::unique_ptr<State> state_;
};

class Simulation {
public:
  explicit Simulation(std::shared_ptr<const CompiledNetlist> netlist);
  ~Simulation();
  Simulation(const Simulation &) = delete;
  Simulation &operator=(const Simulation &) = delete;

  /// The words of a port. Throws std::runtime_error if there is none of this name.
  uint64_t *input(const std::string &port);
  const uint64_t *output(const std::string &port) const;

  // A cycle: inputs are set, then settle(), then tick().

  /// Sets what depends on the inputs of the cycle, but for outputs.
  void settle();
  void tick();
  /// Sets the outputs: after settle() those of the cycle; after tick() those of the next that are registered.
  void outputs() { code_.outputs(memory_.data()); }

  // Whether cycles change anything: if the one between these two calls, made behind outputs(), did not, those that
  // follow will not either while inputs stay, and may be left out.

  /// False: something is on its way, which will.
  bool remember();
  bool isAsRemembered() const { return !tokensMove() && snapshot_->equalsState(); }

  /// What a probe's net holds after a cycle, in words.
  const uint64_t *look(const Probe &probe) const;

private:
  void makeModels();
  StateList listState() const;
  bool tokensMove() const;

  void countCycles();

  std::shared_ptr<const CompiledNetlist> netlist_;
  std::vector<uint64_t> memory_;
  std::vector<std::unique_ptr<Model>> models_;
  CodeFunctions code_;
  uint64_t uncounted_ = 0;  // cycles of which the netlist does not know yet
  // Inputs, or words that are zero.
  const uint64_t *reset_, *configures_;
  bool configured_ = true;  // configuration words may have changed
  std::optional<Snapshot> snapshot_;
};

}  // namespace weft::instant
