// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/waiting.h"

#include <algorithm>
#include <optional>

#include "hls/graph/alias.h"
#include "hls/graph/cfg.h"

namespace weft::graph {
namespace {

bool looksAtMemory(const Kernel &kernel, const Op &op, Exchanges exchanges) {
  if (op.opcode == Opcode::Load)
    return kernel.sites[op.index].isVolatile;
  return op.opcode == Opcode::Fence ||
         (isAtomic(op) && op.result != kNone && (op.atomic != AtomicOp::CmpXchg || exchanges == Exchanges::Wait));
}

/// What depends on memory that others may change, of the nodes that lie on a cycle with one of them.
class SharedFlow {
public:
  SharedFlow(const Kernel &kernel, std::vector<NodeId> cycle)
      : kernel_(kernel), cycle_(std::move(cycle)), inside_(kernel.nodes.size()), found_(kernel.values.size()),
        kept_(kernel.memories.size()) {
    for (NodeId n : cycle_) {
      inside_[n] = true;
      const std::vector<Op> &ops = kernel.nodes[n].ops;
      orders_ = orders_ || std::any_of(ops.begin(), ops.end(),
                                       [](const Op &op) { return op.opcode == Opcode::Fence || isAtomic(op); });
    }
    while (pass()) {
    }
  }

  /// A node whose way depends on it.
  std::optional<NodeId> node() const {
    for (NodeId n : cycle_)
      for (const Edge &edge : kernel_.nodes[n].edges)
        if (edge.condition != kNone && found_[edge.condition])
          return n;
    return std::nullopt;
  }

private:
  bool pass() {
    bool changed = false;
    for (NodeId n : cycle_) {
      for (const Op &op : kernel_.nodes[n].ops)
        changed |= flow(op);
      for (const Edge &edge : kernel_.nodes[n].edges)
        for (size_t a = 0; a < edge.arguments.size() && inside_[edge.target]; ++a)
          changed |= found_[edge.arguments[a]] && mark(kernel_.nodes[edge.target].parameters[a]);
    }
    return changed;
  }

  bool flow(const Op &op) {
    const bool from = std::any_of(op.operands.begin(), op.operands.end(), [&](ValueId v) { return found_[v]; });
    if (op.opcode == Opcode::MemWrite && from && !kept_[op.index]) {
      kept_[op.index] = true;
      return true;
    }
    const bool kept = op.opcode == Opcode::MemRead && kept_[op.index];
    return op.result != kNone && (from || kept || mayChange(op)) && mark(op.result);
  }

  /// Whether what the op finds in memory may be another work-item's doing, meanwhile. Where nothing in the cycle orders
  /// accesses, what others write meanwhile to what is no atomic object is a data race.
  bool mayChange(const Op &op) const {
    if (isAtomic(op))
      return true;
    if (!orders_)
      return isVolatile(op);
    if (op.opcode != Opcode::Load &&
        (op.opcode != Opcode::MemRead || kernel_.memories[op.index].kind == Memory::Kind::Private))
      return false;
    return isVolatile(op) || std::any_of(kernel_.nodes.begin(), kernel_.nodes.end(), [&](const Node &node) {
             return std::any_of(node.ops.begin(), node.ops.end(), [&](const Op &other) {
               return kindOf(other.opcode) == OpKind::Memory && isWrite(other) && mayConflict(kernel_, op, other);
             });
           });
  }

  bool isVolatile(const Op &op) const { return op.opcode == Opcode::Load && kernel_.sites[op.index].isVolatile; }

  bool mark(ValueId v) {
    const bool isNew = !found_[v];
    found_[v] = true;
    return isNew;
  }

  const Kernel &kernel_;
  std::vector<NodeId> cycle_;
  std::vector<bool> inside_, found_, kept_;  // by node, value, memory
  bool orders_ = false;                      // the cycle has an atomic operation or a fence
};

}  // namespace

bool mayWait(const Kernel &kernel, NodeId header, Exchanges exchanges) {
  std::optional<std::vector<bool>> reachable;
  for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
    const std::vector<Op> &ops = kernel.nodes[n].ops;
    if (std::none_of(ops.begin(), ops.end(), [&](const Op &op) { return looksAtMemory(kernel, op, exchanges); }))
      continue;
    if (!reachable)
      reachable = reachability(kernel);
    if ((*reachable)[header * kernel.nodes.size() + n] && (*reachable)[n * kernel.nodes.size() + header])
      return true;
  }
  return false;
}

bool mayWait(const Kernel &kernel, Exchanges exchanges) {
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    if (kernel.nodes[n].loopHeader && mayWait(kernel, n, exchanges))
      return true;
  return false;
}

std::optional<SourceLocation> waitsForLanes(const Kernel &kernel) {
  const std::vector<bool> reachable = reachability(kernel);
  const size_t count = kernel.nodes.size();
  std::vector<bool> done(count);
  for (NodeId n = 0; n < count; ++n) {
    if (done[n] || !reachable[n * count + n])
      continue;
    std::vector<NodeId> cycle;
    for (NodeId other = n; other < count; ++other)
      if (reachable[n * count + other] && reachable[other * count + n]) {
        cycle.push_back(other);
        done[other] = true;
      }
    if (const std::optional<NodeId> node = SharedFlow(kernel, cycle).node())
      return kernel.nodes[*node].location;
  }
  return std::nullopt;
}

}  // namespace weft::graph
