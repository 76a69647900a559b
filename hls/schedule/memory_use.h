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
  /// By node: the most stores that a token makes. Of those whose predicates exclude each other it makes one.
  std::vector<unsigned> storesOfToken;
  /// 2: parts of a memory of packets that have write ports of their own, since packets store to it several times in a
  /// node. They serve what a node stores in the order of its tokens (storeBefore).
  unsigned halves = 1;
  /// Cycles from a write's task to the write, of a memory that has no arbiter. 1: a register stands before the port, as
  /// the blocks of a row's words are far from each other.
  unsigned writeLatency = 0;
  /// Each lane's words lie in a bank of their own.
  bool banked() const { return !inTurn && (halves > 1 || !gathers.empty() || !scatters.empty()); }
  /// Writes go through an arbiter: they are requests that are acknowledged, not fixed-latency operations.
  bool arbitrated() const { return writes.size() > 1 || !atomics.empty() || banked(); }
  bool none() const { return reads.empty() && writes.empty() && atomics.empty() && !banked(); }
  /// Whether a read or a write is of this kind.
  bool accessedBy(const graph::Kernel &kernel, graph::LaneAccess access) const;
  /// Those that are like this access.
  const std::vector<MemoryPort> &portsOf(const graph::Op &op) const;
  std::vector<MemoryPort> &portsOf(const graph::Op &op);
};

/// One entry per Kernel::memories. `mostHalves`: 1 or 2.
std::vector<MemoryUse> memoryUses(const graph::Kernel &kernel, unsigned mostHalves = 2);

/// The store to the same memory that comes next before this one in its node; kNone if there is none. A memory with
/// halves serves a token's stores in this order: none waits for the acknowledgement of another. So that they can be
/// counted, each of several is sent, those whose predicate is false without a byte to write.
graph::OpId storeBefore(const graph::Node &node, graph::OpId store);

}  // namespace weft::schedule
