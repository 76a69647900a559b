// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/memory_use.h"

#include <algorithm>
#include <utility>

#include "hls/graph/alias.h"

namespace weft::schedule {

bool MemoryUse::accessedBy(const graph::Kernel &kernel, graph::LaneAccess access) const {
  const auto is = [&](const MemoryPort &port) { return kernel.nodes[port.node].ops[port.op].laneAccess == access; };
  return std::any_of(reads.begin(), reads.end(), is) || std::any_of(writes.begin(), writes.end(), is);
}

const std::vector<MemoryPort> &MemoryUse::portsOf(const graph::Op &op) const {
  const bool each = op.laneAccess == graph::LaneAccess::Each;
  if (op.opcode == graph::Opcode::MemAtomic)
    return atomics;
  if (op.opcode == graph::Opcode::MemRead)
    return each ? gathers : reads;
  return each ? scatters : writes;
}

std::vector<MemoryPort> &MemoryUse::portsOf(const graph::Op &op) {
  return const_cast<std::vector<MemoryPort> &>(std::as_const(*this).portsOf(op));
}

graph::OpId storeBefore(const graph::Node &node, graph::OpId store) {
  for (graph::OpId o = store; o-- > 0;)
    if (node.ops[o].opcode == graph::Opcode::MemWrite && node.ops[o].index == node.ops[store].index)
      return o;
  return graph::kNone;
}

namespace {

unsigned storesOfToken(const graph::Kernel &kernel, graph::NodeId n, uint32_t memory) {
  const graph::Node &node = kernel.nodes[n];
  std::vector<const graph::Op *> stores;
  for (const graph::Op &op : node.ops)
    if (op.opcode == graph::Opcode::MemWrite && op.index == memory)
      stores.push_back(&op);
  if (stores.size() < 2)
    return unsigned(stores.size());
  const graph::NodeAliases aliases(kernel, node);
  unsigned most = 0;
  for (const graph::Op *a : stores)
    most = std::max(most, unsigned(std::count_if(stores.begin(), stores.end(),
                                                 [&](const graph::Op *b) { return !aliases.exclusive(*a, *b); })));
  return most;
}

/// Packets would wait for each of their stores otherwise.
unsigned halvesOf(const graph::Kernel &kernel, uint32_t m, const std::vector<unsigned> &stores) {
  const graph::Memory &memory = kernel.memories[m];
  if (kernel.lanes == 1 || !graph::ofGroup(memory) || memory.updates != graph::Memory::Updates::None)
    return 1;
  return *std::max_element(stores.begin(), stores.end()) > 1 ? 2 : 1;
}

unsigned writeLatencyOf(const graph::Memory &memory, const MemoryUse &use) {
  return !use.arbitrated() && graph::ofGroup(memory) && memory.lanes > 1 ? 1 : 0;
}

}  // namespace

std::vector<MemoryUse> memoryUses(const graph::Kernel &kernel, unsigned mostHalves) {
  std::vector<MemoryUse> uses(kernel.memories.size());
  for (uint32_t m = 0; m < uses.size(); ++m) {
    uses[m].inTurn = kernel.memories[m].updates != graph::Memory::Updates::None;
    for (graph::NodeId n = 0; n < kernel.nodes.size(); ++n)
      uses[m].storesOfToken.push_back(storesOfToken(kernel, n, m));
    uses[m].halves = std::min(mostHalves, halvesOf(kernel, m, uses[m].storesOfToken));
  }
  for (graph::NodeId n = 0; n < kernel.nodes.size(); ++n) {
    const auto &ops = kernel.nodes[n].ops;
    for (graph::OpId o = 0; o < ops.size(); ++o) {
      const graph::Opcode opcode = ops[o].opcode;
      if (opcode == graph::Opcode::MemRead || opcode == graph::Opcode::MemWrite || opcode == graph::Opcode::MemAtomic)
        uses[ops[o].index].portsOf(ops[o]).push_back({n, o});
    }
  }
  for (uint32_t m = 0; m < uses.size(); ++m)
    uses[m].writeLatency = writeLatencyOf(kernel.memories[m], uses[m]);
  return uses;
}

}  // namespace weft::schedule
