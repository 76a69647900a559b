// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/plan_memory.h"

#include <algorithm>
#include <fmt/format.h>

#include "hls/components/cost.h"
#include "hls/graph/numbers.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

/// Few words, since each has a tree that combines the replicas; not more than packets have use for, and as many as
/// take no block memories of their own.
unsigned replicaRow(const Plan &plan, const MemoryPlan &memory) {
  constexpr unsigned kMostWords = 4;
  const auto blocks = [&](unsigned words) {
    return words * components::blockRams(plan.board->family, memory.wordBits, unsigned(memory.words / words));
  };
  const unsigned lanes = plan.kernel->lanes;
  unsigned words = 1;
  if (memory.use.gathers.empty() && memory.use.scatters.empty())
    return words;
  while (2 * words <= std::min(kMostWords, lanes) && 2 * words * lanes <= memory.wordsPerCopy &&
         blocks(2 * words) <= blocks(1))
    words *= 2;
  return words;
}

bool isNarrow(const Kernel &kernel, const schedule::MemoryPort &write, unsigned wordBytes) {
  const Op &op = kernel.nodes[write.node].ops[write.op];
  return kernel.values[op.operands[1]].width < 8 * wordBytes;
}

/// Whether a read of the module may meet, in a cycle, a write to other bytes of its word. Where it cannot, both are of
/// the same bytes: of one work-item, whose accesses of these wait for each other, or of two without a barrier or an
/// atomic operation between, a data race (OpenCL 3.0, 3.3.6: undefined).
bool sharesWords(const Kernel &kernel, const Memory &memory, const MemoryPlan &p) {
  const bool ofLanes = memory.lanes > 1 && !p.use.banked() && !p.laneModules;
  const auto narrow = [&](const std::vector<schedule::MemoryPort> &writes) {
    return std::any_of(writes.begin(), writes.end(),
                       [&](const schedule::MemoryPort &write) { return isNarrow(kernel, write, memory.wordBytes); });
  };
  return memory.kind == Memory::Kind::Exchange || ofLanes || narrow(p.use.writes) || narrow(p.use.scatters);
}

/// Of a memory whose rows are accessed whole: whether a module for each lane takes no more block memories than one.
bool fallsIntoLanes(const Plan &plan, const Memory &memory, const MemoryPlan &p) {
  const auto blocks = [&](unsigned width) {
    return components::blockRams(plan.board->family, width, unsigned(p.words));
  };
  return p.rowWords > 1 && !p.use.banked() && p.use.atomics.empty() &&
         memory.lanes * blocks(8 * memory.wordBytes) <= blocks(p.wordBits);
}

}  // namespace

void planMemory(const Plan &plan, const Memory &memory, MemoryPlan &p) {
  const Kernel &kernel = *plan.kernel;
  const schedule::MemoryUse &use = p.use;
  p.wordBits = 8 * memory.wordBytes * memory.lanes;
  p.rowWords = memory.kind == Memory::Kind::Local || memory.kind == Memory::Kind::Pool ? memory.lanes : 1;
  p.wordsPerCopy = storedBytes(memory) / memory.wordBytes / p.rowWords;
  p.words = p.wordsPerCopy;
  switch (memory.kind) {
  case Memory::Kind::Local:
    p.copies = plan.admission.localCopies;
    p.words *= p.copies;
    break;
  case Memory::Kind::Pool:
    p.words = plan.board->localPoolBytes() / memory.wordBytes / p.rowWords;
    p.wordsPerCopy = p.words;
    break;
  case Memory::Kind::Private:
    p.words *= plan.admission.slots;
    p.laneModules = use.accessedBy(kernel, LaneAccess::Own);
    break;
  case Memory::Kind::Exchange:
    p.words = uint64_t(plan.admission.slots) * exchangeBytes(kernel, memory) / memory.wordBytes;
    p.wordsPerCopy = p.words;
    break;
  case Memory::Kind::Rom:
    break;
  }
  p.words = std::max<uint64_t>(p.words, use.halves);
  p.addressBits = std::max(1u, log2Ceil(p.words));
  if (memory.updates == Memory::Updates::Replicas)
    p.replicaRow = replicaRow(plan, p);
  p.laneModules |= fallsIntoLanes(plan, memory, p);
  p.oldData = sharesWords(kernel, memory, p);
  for (const schedule::MemoryPort &port : use.atomics) {
    const Op &op = kernel.nodes[port.node].ops[port.op];
    p.atomicBits = std::max(p.atomicBits, kernel.values[op.result].width);
  }
}

const graph::Memory *memoryOf(const graph::Kernel &kernel, std::string_view instance) {
  for (size_t m = 0; m < kernel.memories.size(); ++m) {
    const std::string name = fmt::format("u_m{}", m);
    if (instance == name || instance.starts_with(name + "_"))
      return &kernel.memories[m];
  }
  return nullptr;
}

}  // namespace weft::rtlgen
