// SPDX-License-Identifier: Apache-2.0
// A kernel's hardware, ready to be simulated in this process: made from its netlist in milliseconds, without a tool.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "sim/instant/probes.h"
#include "sim/instant/unsupported.h"
#include "sim/model/ports.h"

namespace weft::instant {

class CompiledNetlist;

class Program {
public:
  /// `netlist`: the text of hls/netlist/print.h, of a kernel region. Throws Unsupported if this engine cannot simulate
  /// it, with the reason; anything else that it throws is a defect.
  explicit Program(const std::string &netlist);

  unsigned lineBits() const;
  unsigned addressBits() const;
  unsigned ports() const;  // to memory
  std::vector<Probe> probes() const;

  const std::shared_ptr<const CompiledNetlist> &netlist() const { return netlist_; }

private:
  std::shared_ptr<const CompiledNetlist> netlist_;
};

/// One instance of it. `out` holds the outputs of the current cycle.
class Kernel {
public:
  explicit Kernel(const std::shared_ptr<const Program> &program);
  ~Kernel();
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;

  /// A cycle has two halves (sim/model/model_api.h): inputs are taken, then the clock rises.
  void take(const sim::KernelIn &in);
  void clock(sim::KernelOut &out);
  /// Whether a cycle with these inputs changes nothing: then it may be left out. Known of some, some cycles late.
  bool rests(const sim::KernelIn &in) const;
  /// Fills in where data and strobes are, and the outputs before the first cycle.
  void connect(sim::KernelOut &out) const;
  /// What a probe's net holds after a cycle, in words.
  const uint64_t *look(const Probe &probe) const;

private:
  void takePayload(const sim::KernelIn &in);
  void outputs(sim::KernelOut &out) const;
  void outputsOf(sim::AxiMaster &axi, unsigned port) const;

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weft::instant
