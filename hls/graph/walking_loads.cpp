// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/walking_loads.h"

#include <algorithm>
#include <map>
#include <utility>

#include "hls/graph/cfg.h"

namespace weft::graph {
namespace {

/// What depends on something that a loop reads.
class LoopReads {
public:
  LoopReads(const Kernel &kernel, std::vector<bool> inside)
      : kernel_(kernel), inside_(std::move(inside)), values_(kernel.values.size()), kept_(kernel.memories.size()) {
    while (pass()) {
    }
  }
  bool decides(ValueId value) const { return values_[value]; }

private:
  bool pass() {
    bool changed = false;
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
      if (!inside_[n])
        continue;
      for (const Op &op : kernel_.nodes[n].ops)
        changed |= flow(op);
      for (const Edge &edge : kernel_.nodes[n].edges)
        for (size_t a = 0; a < edge.arguments.size() && inside_[edge.target]; ++a)
          changed |= values_[edge.arguments[a]] && mark(kernel_.nodes[edge.target].parameters[a]);
    }
    return changed;
  }

  bool flow(const Op &op) {
    const bool from = std::any_of(op.operands.begin(), op.operands.end(), [&](ValueId v) { return values_[v]; });
    if (op.opcode == Opcode::MemWrite && from && !kept_[op.index]) {
      kept_[op.index] = true;
      return true;
    }
    return op.result != kNone && (from || reads(op)) && mark(op.result);
  }

  /// A work-item's variable is what was stored in it.
  bool reads(const Op &op) const {
    if (op.opcode == Opcode::MemRead && kernel_.memories[op.index].kind == Memory::Kind::Private)
      return kept_[op.index];
    return kindOf(op.opcode) == OpKind::Memory;
  }

  bool mark(ValueId v) {
    const bool isNew = !values_[v];
    values_[v] = true;
    return isNew;
  }

  const Kernel &kernel_;
  const std::vector<bool> inside_;   // by node
  std::vector<bool> values_, kept_;  // by value, by memory
};

}  // namespace

std::vector<bool> walkingLoads(const Kernel &kernel) {
  const std::vector<std::vector<NodeId>> loops = enclosingLoops(kernel);
  std::map<NodeId, LoopReads> reads;  // by header
  std::vector<bool> walking(kernel.sites.size());
  for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
    if (loops[n].empty())
      continue;
    const NodeId header = loops[n].back();
    auto found = reads.find(header);
    if (found == reads.end()) {
      std::vector<bool> inside;
      for (const std::vector<NodeId> &of : loops)
        inside.push_back(std::find(of.begin(), of.end(), header) != of.end());
      found = reads.try_emplace(header, kernel, std::move(inside)).first;
    }
    for (const Op &op : kernel.nodes[n].ops)
      if (op.opcode == Opcode::Load)
        walking[op.index] = !found->second.decides(op.operands[0]);
  }
  return walking;
}

}  // namespace weft::graph
