// SPDX-License-Identifier: Apache-2.0
// Which ops use an on-chip memory, over all nodes of a kernel: this decides the module it becomes and how its
// accesses are scheduled.
#pragma once
#include <vector>

#include "hls/graph/graph.h"

namespace weft::schedule {

struct MemoryPort {
  graph::NodeId node = graph::kNone;
  graph::OpId op = graph::kNone;
};

struct MemoryUse {
  std::vector<MemoryPort> reads, writes, atomics;  // in node and op order
  /// Writes go through an arbiter: they are requests that are acknowledged, not fixed-latency operations.
  bool arbitrated() const { return writes.size() > 1 || !atomics.empty(); }
};

/// One entry per Kernel::memories.
std::vector<MemoryUse> memoryUses(const graph::Kernel &kernel);

}  // namespace weft::schedule
