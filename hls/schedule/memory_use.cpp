// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/memory_use.h"

namespace weft::schedule {

std::vector<MemoryUse> memoryUses(const graph::Kernel &kernel) {
  std::vector<MemoryUse> uses(kernel.memories.size());
  for (graph::NodeId n = 0; n < kernel.nodes.size(); ++n) {
    const auto &ops = kernel.nodes[n].ops;
    for (graph::OpId o = 0; o < ops.size(); ++o) {
      switch (ops[o].opcode) {
      case graph::Opcode::MemRead:
        uses[ops[o].index].reads.push_back({n, o});
        break;
      case graph::Opcode::MemWrite:
        uses[ops[o].index].writes.push_back({n, o});
        break;
      case graph::Opcode::MemAtomic:
        uses[ops[o].index].atomics.push_back({n, o});
        break;
      default:
        break;
      }
    }
  }
  return uses;
}

}  // namespace weft::schedule
