// SPDX-License-Identifier: Apache-2.0
// Cycle-exact C++ model of rtl/axi/memory_system.sv: a MemInterconnect for each memory port, and, where there are
// several, DMA's way to them. Run beside the verilated module under random traffic (tests/rtl/lockstep), and beside
// the whole shell with WEFT_SIM=both.
#pragma once
#include <deque>
#include <optional>

#include "sim/instant/shell/dma_spread.h"
#include "sim/instant/shell/mem_interconnect.h"

namespace weft::instant {

struct MemoryShape {
  InterconnectShape port;
  unsigned ports = 1, stripeLines = 8;
};

class MemorySystem {
public:
  explicit MemorySystem(const MemoryShape &shape);

  struct In {
    bool rst = false;
    bool clockAtomics = true;               // as of MemInterconnect
    unsigned isolate = 0, kernelReset = 0;  // a bit for each region
    const sim::KernelOut *const *kernels = nullptr;
    const sim::AxiSlave *const *memory = nullptr;  // one for each port
    const sim::DmaRequests *dma = nullptr;
  };
  void take(const In &in);
  /// Behind take(): what DMA sees in this cycle.
  const sim::DmaAnswers &dma() const { return dmaAnswers_; }
  /// The clock rises. False: no output has changed.
  bool clock();

  // Outputs, from registers.

  /// The ports to memory, and those of the regions.
  void give(sim::AxiMaster *memory, sim::KernelIn *kernels) const;
  unsigned axiIdle() const;       // a bit for each region
  unsigned kernelErrors() const;  // likewise
  bool busy() const;
  bool atomicsQuiet() const;

private:
  std::deque<MemInterconnect> ports_;
  std::optional<DmaSpread> spread_;
  sim::DmaAnswers dmaAnswers_;
};

}  // namespace weft::instant
