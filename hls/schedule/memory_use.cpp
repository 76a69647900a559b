// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/memory_use.h"

#include <algorithm>
#include <utility>

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

std::vector<MemoryUse> memoryUses(const graph::Kernel &kernel) {
  std::vector<MemoryUse> uses(kernel.memories.size());
  for (size_t m = 0; m < uses.size(); ++m)
    uses[m].inTurn = kernel.memories[m].updates != graph::Memory::Updates::None;
  for (graph::NodeId n = 0; n < kernel.nodes.size(); ++n) {
    const auto &ops = kernel.nodes[n].ops;
    for (graph::OpId o = 0; o < ops.size(); ++o) {
      const graph::Opcode opcode = ops[o].opcode;
      if (opcode == graph::Opcode::MemRead || opcode == graph::Opcode::MemWrite || opcode == graph::Opcode::MemAtomic)
        uses[ops[o].index].portsOf(ops[o]).push_back({n, o});
    }
  }
  return uses;
}

}  // namespace weft::schedule
