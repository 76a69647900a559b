// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/shell/memory_system.h"

#include <algorithm>

namespace weft::instant {

MemorySystem::MemorySystem(const MemoryShape &shape) {
  for (unsigned p = 0; p < shape.ports; ++p) {
    InterconnectShape port = shape.port;
    port.index = p;
    ports_.emplace_back(port);
  }
  if (shape.ports > 1)
    spread_.emplace(shape.ports, shape.port.lineBytes, shape.stripeLines);
}

void MemorySystem::take(const In &in) {
  if (spread_)
    spread_->take(in.rst, *in.dma);
  for (unsigned p = 0; p < ports_.size(); ++p) {
    ports_[p].take({.rst = in.rst,
                    .clockAtomics = in.clockAtomics,
                    .isolate = in.isolate,
                    .kernelReset = in.kernelReset,
                    .kernels = in.kernels,
                    .memory = in.memory[p],
                    .dma = spread_ ? &spread_->requests(p) : in.dma});
    if (spread_)
      spread_->takeAnswers(p, ports_[p].dma(), in.memory[p]->rData);
  }
  dmaAnswers_ = spread_ ? spread_->dma() : ports_[0].dma();
  if (!spread_)
    dmaAnswers_.rData = in.memory[0]->rData;
}

bool MemorySystem::clock() {
  bool changed = false;
  for (MemInterconnect &port : ports_)
    changed |= port.clock();
  if (spread_) {
    spread_->clock();
    changed = true;
  }
  return changed;
}

void MemorySystem::give(sim::AxiMaster *memory, sim::KernelIn *kernels) const {
  for (unsigned p = 0; p < ports_.size(); ++p)
    ports_[p].give(memory[p], kernels);
}

unsigned MemorySystem::axiIdle() const {
  unsigned idle = ~0u;
  for (const MemInterconnect &port : ports_)
    idle &= port.axiIdle();
  return idle;
}

unsigned MemorySystem::kernelErrors() const {
  unsigned errors = 0;
  for (const MemInterconnect &port : ports_)
    errors |= port.kernelErrors();
  return errors;
}

bool MemorySystem::busy() const {
  return std::any_of(ports_.begin(), ports_.end(), [](const MemInterconnect &port) { return port.busy(); }) ||
         (spread_ && spread_->busy());
}

bool MemorySystem::atomicsQuiet() const {
  return std::all_of(ports_.begin(), ports_.end(), [](const MemInterconnect &port) { return port.atomicsQuiet(); });
}

}  // namespace weft::instant
