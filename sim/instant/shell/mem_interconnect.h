// SPDX-License-Identifier: Apache-2.0
// Cycle-exact C++ model of rtl/axi/mem_interconnect.sv, the way from kernels and DMA to the device memory. Run beside
// the verilated module under random traffic (tests/rtl/lockstep), and beside the whole shell with WEFT_SIM=both.
#pragma once
#include <array>

#include "sim/instant/shell/axi_atomics.h"
#include "sim/instant/shell/kernel_requests.h"
#include "sim/instant/shell/kernel_return.h"
#include "sim/instant/shell/memory_requests.h"
#include "sim/model/ports.h"

namespace weft::instant {

/// As the module's parameters; `index`: which of the memory's ports it is.
struct InterconnectShape {
  unsigned lineBytes = 64, regions = 1, atomicSlots = 64, atomicQueue = 64, atomicBytes = 4, backlog = 0, index = 0;
};

class MemInterconnect {
public:
  explicit MemInterconnect(const InterconnectShape &shape);

  struct In {
    bool rst = false;
    bool clockAtomics = true;  // whether atomics_clk_i rises; as the module's, it may rest while atomicsQuiet()
    unsigned isolate = 0, kernelReset = 0;           // a bit for each region
    const sim::KernelOut *const *kernels = nullptr;  // one for each region
    const sim::AxiSlave *memory = nullptr;
    const sim::DmaRequests *dma = nullptr;
  };
  /// The inputs of a cycle. What the pointers of `in` and of its ports lead to is not looked at later.
  void take(const In &in);
  /// Behind take(): what DMA sees in this cycle.
  const sim::DmaAnswers &dma() const { return dmaAnswers_; }
  /// The clock rises. False: no output has changed.
  bool clock();

  // Outputs, from registers.

  /// The port to memory, and those of the regions.
  void give(sim::AxiMaster &memory, sim::KernelIn *kernels) const;
  unsigned axiIdle() const;                                // a bit for each region
  unsigned kernelErrors() const { return kernelErrors_; }  // likewise
  bool busy() const { return busy_; }                      // as busy_o of the module
  bool atomicsQuiet() const { return atomicsRest_ && !operation_.valid(); }

private:
  unsigned idOf(Origin origin) const { return unsigned(origin) << idBits_; }
  Origin originOf(unsigned id) const { return Origin(id >> idBits_ & 3); }
  bool isAtomic(unsigned writer) const { return requests_.region(writer).address().atop != 0; }
  void takeNoAnswers();
  void takeAnswers(const sim::AxiSlave &memory, unsigned readReady, unsigned responseReady);
  void takeRequests(const sim::AxiSlave &memory, const sim::DmaRequests &dma);
  void placeWrite();
  KernelAnswer oldValue() const;
  uint64_t lineOf(uint64_t address) const { return address & ~uint64_t(shape_.lineBytes - 1); }
  LinesRequest readRequest(Source source) const;
  LinesRequest writeRequest(Source source) const;
  AtomicOperation operation() const;
  unsigned kernelLinesAccepted() const;
  void clockRequests();
  void noteRest();
  void giveAnswers(sim::AxiSlave &out, unsigned region) const;
  void reset();

  const InterconnectShape shape_;
  const unsigned idBits_;    // of an ID without its origin
  const unsigned slotMask_;  // of a slot's number in an ID of the atomics
  KernelRequests requests_;
  Slice<AtomicOperation> operation_;
  AxiAtomics atomics_;
  unsigned atomicsIdle_ = 0;  // for so many cycles
  bool atomicsRest_ = false;
  ReadWriteTurns turns_;
  MemoryReads reads_;
  MemoryWrites writes_;
  KernelReturn readReturn_, writeReturn_;
  alignas(64) uint8_t readLines_[2][sim::kMaxLineBytes] = {};
  unsigned kernelErrors_ = 0;
  // What is at rest is left out until something comes.
  bool answersRest_ = false, requestsRest_ = false;
  bool busy_ = false;

  // Of the cycle.
  bool rst_ = false, atomicsClock_ = false, answersMove_ = false, requestsMove_ = false;
  unsigned writer_ = 0, reader_ = 0;  // regions whose requests are offered
  bool writeTaken_ = false;           // the pair of address and data is, by memory or as an atomic
  bool readTaken_ = false;
  bool operationTaken_ = false;  // by axi_atomics
  sim::DmaRequests dma_;
  sim::DmaAnswers dmaAnswers_;
  AxiAtomics::In atomicsIn_;
  std::array<uint8_t, sim::kMaxLineBytes> atomicsLine_{};
  bool arReady_ = false, awReady_ = false, wReady_ = false;
  unsigned answered_ = 0;  // of the kernels' lines, by memory
};

}  // namespace weft::instant
