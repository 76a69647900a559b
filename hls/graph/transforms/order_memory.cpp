// SPDX-License-Identifier: Apache-2.0
// Program order becomes `after` and `ackBeforeExit` (docs/architecture.md, section 3). Only pairs of accesses that may
// conflict are ordered; what a data dependence or another `after` orders already is not said again.
#include <algorithm>

#include "hls/graph/build.h"
#include "hls/graph/cfg.h"
#include "hls/graph/transforms/alias.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

using OpSet = std::vector<bool>;

void include(OpSet &set, const OpSet &other) {
  for (size_t i = 0; i < other.size(); ++i)
    if (other[i])
      set[i] = true;
}

void orderNode(const Kernel &kernel, Node &node) {
  NodeAliases aliases(kernel, node);
  const size_t count = node.ops.size();
  // Ops known to be complete when op i starts, for every token; and whose value op i depends on.
  std::vector<OpSet> complete(count, OpSet(count));
  std::vector<OpId> definition(kernel.values.size(), kNone);
  size_t lastFence = 0;  // ops before are waited for by all behind
  bool anyFence = false;
  for (OpId i = 0; i < count; ++i) {
    Op &op = node.ops[i];
    if (op.result != kNone)
      definition[op.result] = i;
    for (ValueId operand : op.operands)
      if (OpId from = definition[operand]; from != kNone) {
        include(complete[i], complete[from]);
        complete[i][from] = true;
      }
    if (kindOf(op.opcode) != OpKind::Memory)
      continue;
    if (op.opcode == Opcode::Fence) {
      lastFence = i;
      anyFence = true;
      continue;
    }
    op.after.clear();
    for (OpId j = i; j-- > 0;) {  // nearest first: it may cover farther ones
      const Op &other = node.ops[j];
      if (kindOf(other.opcode) != OpKind::Memory || other.opcode == Opcode::Fence || complete[i][j])
        continue;
      const bool fenced = anyFence && j < lastFence && !aliases.exclusive(op, other);
      if (!fenced && !aliases.conflict(other, op))
        continue;
      op.after.push_back(j);
      complete[i][j] = true;
      // An op whose predicate fails need not have waited: what it waits for counts only if it surely runs.
      if (!other.predicated || (op.predicated && op.operands.back() == other.operands.back()))
        include(complete[i], complete[j]);
    }
    std::reverse(op.after.begin(), op.after.end());
  }
}

/// Whether something that must see the store may come after its node.
bool mustBeSeen(const Kernel &kernel, NodeId id, const Op &store, const std::vector<bool> &reachable) {
  const size_t count = kernel.nodes.size();
  const std::vector<Op> &own = kernel.nodes[id].ops;
  for (size_t i = size_t(&store - own.data()); i < own.size(); ++i)
    if (own[i].opcode == Opcode::Fence)  // what follows in other nodes relies on it
      return true;
  for (NodeId other = 0; other < count; ++other) {
    if (!reachable[id * count + other])
      continue;
    if (kernel.nodes[other].kind == NodeKind::Barrier)
      return true;
    for (const Op &op : kernel.nodes[other].ops)
      if (kindOf(op.opcode) == OpKind::Memory && &op != &store && mayConflict(kernel, store, op))
        return true;
  }
  return false;
}

void removeFences(Node &node) {
  std::vector<OpId> place;
  std::vector<Op> ops;
  for (Op &op : node.ops) {
    place.push_back(OpId(ops.size()));
    if (op.opcode == Opcode::Fence)
      continue;
    for (OpId &other : op.after)
      other = place[other];
    ops.push_back(std::move(op));
  }
  node.ops = std::move(ops);
}

}  // namespace

bool orderMemory(Kernel &kernel) {
  std::vector<bool> reachable = reachability(kernel);
  for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
    Node &node = kernel.nodes[n];
    orderNode(kernel, node);
    for (Op &op : node.ops)
      if (op.opcode == Opcode::Store || op.opcode == Opcode::MemWrite)
        op.ackBeforeExit = mustBeSeen(kernel, n, op, reachable);
  }
  for (Node &node : kernel.nodes)
    removeFences(node);
  compactValues(kernel);
  return true;
}

}  // namespace weft::graph
