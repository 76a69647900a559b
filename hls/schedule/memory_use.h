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
  /// In node and op order. Gathers and scatters: of packets whose lanes access any words.
  std::vector<MemoryPort> reads, writes, atomics, gathers, scatters;
  bool inTurn = false;  // gathers and scatters are lane after lane
  /// Each lane's words lie in a bank of their own.
  bool banked() const { return !inTurn && (!gathers.empty() || !scatters.empty()); }
  /// Writes go through an arbiter: they are requests that are acknowledged, not fixed-latency operations.
  bool arbitrated() const { return writes.size() > 1 || !atomics.empty() || banked(); }
  bool none() const { return reads.empty() && writes.empty() && atomics.empty() && !banked(); }
  /// Whether a read or a write is of this kind.
  bool accessedBy(const graph::Kernel &kernel, graph::LaneAccess access) const;
  /// Those that are like this access.
  const std::vector<MemoryPort> &portsOf(const graph::Op &op) const;
  std::vector<MemoryPort> &portsOf(const graph::Op &op);
};

/// One entry per Kernel::memories.
std::vector<MemoryUse> memoryUses(const graph::Kernel &kernel);

}  // namespace weft::schedule
