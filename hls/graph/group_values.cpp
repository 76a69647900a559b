// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/group_values.h"

#include <algorithm>
#include <optional>
#include <set>

#include "hls/graph/cfg.h"
#include "hls/graph/numbers.h"

namespace weft::graph {
namespace {

bool isOfGroup(EntryValue value) { return value >= EntryValue::GroupIdX && value <= EntryValue::GroupIdZ; }

/// A condition that is not common parts tokens. Where they may meet again, a parameter is common if all bring the same
/// value, and outside of a loop that they leave in different rounds, what the loop does not change.
class Analysis {
public:
  explicit Analysis(const Kernel &kernel)
      : kernel_(kernel), behind_(postDominators(kernel)), loops_(enclosingLoops(kernel)),
        incoming_(incomingEdges(kernel)), home_(kernel.values.size(), kNone), roots_(kernel.values.size(), kNone),
        isRoot_(kernel.values.size()), meets_(kernel.nodes.size()), left_(kernel.nodes.size()),
        parts_(kernel.nodes.size()) {
    // Of nodes that no way leads to the exit from, all are behind them.
    const bool ends = std::none_of(behind_.begin() + 1, behind_.end(), [](const auto &nodes) { return nodes[0]; });
    result_.common.assign(kernel.values.size(), ends);
    result_.together.assign(kernel.nodes.size(), ends);
    if (!ends)
      return;
    for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
      for (ValueId v : kernel.nodes[n].parameters)
        home_[v] = n;
      for (const Op &op : kernel.nodes[n].ops)
        if (op.result != kNone)
          home_[op.result] = n;
    }
    for (size_t i = 0; i < kernel.entryValues.size(); ++i)
      result_.common[kernel.nodes[0].parameters[i]] = isOfGroup(kernel.entryValues[i]);
    findRoots();
    while (pass() || part()) {
    }
  }

  GroupValues take() {
    result_.roots = std::move(roots_);
    return std::move(result_);
  }

private:
  /// A parameter that is the same value on all edges is that value.
  void findRoots() {
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
      for (const Op &op : kernel_.nodes[n].ops)
        if (op.result != kNone)
          roots_[op.result] = op.result;
      for (ValueId v : kernel_.nodes[n].parameters)
        if (incoming_[n].empty())
          roots_[v] = v;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
        for (size_t p = 0; p < kernel_.nodes[n].parameters.size() && !incoming_[n].empty(); ++p)
          changed |= findRoot(n, p);
    }
  }

  bool findRoot(NodeId n, size_t p) {
    const ValueId parameter = kernel_.nodes[n].parameters[p];
    if (isRoot_[parameter])
      return false;
    std::set<ValueId> brought;
    for (const EdgeRef &edge : incoming_[n])
      brought.insert(roots_[argument(edge, p)]);
    brought.erase(kNone);
    brought.erase(parameter);
    const ValueId before = roots_[parameter];
    isRoot_[parameter] = brought.size() > 1;
    if (!brought.empty())
      roots_[parameter] = isRoot_[parameter] ? parameter : *brought.begin();
    return roots_[parameter] != before;
  }

  ValueId argument(const EdgeRef &edge, size_t p) const {
    return kernel_.nodes[edge.from].edges[edge.edge].arguments[p];
  }

  bool pass() {
    bool changed = false;
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
      const Node &node = kernel_.nodes[n];
      for (size_t p = 0; p < node.parameters.size() && !incoming_[n].empty(); ++p)
        changed |= differs(node.parameters[p], !isCommon(n, p));
      for (const Op &op : node.ops)
        if (op.result != kNone)
          changed |= differs(op.result, !isCommon(n, op));
    }
    return changed;
  }

  bool differs(ValueId v, bool found) {
    const bool isNew = found && result_.common[v];
    if (isNew)
      result_.common[v] = false;
    return isNew;
  }

  bool isCommon(NodeId n, const Op &op) const {
    switch (op.opcode) {
    case Opcode::Const:
    case Opcode::Arg:
    case Opcode::Apart:
      return true;
    case Opcode::MemRead:
      return isCommonVariable(n, op);
    case Opcode::Any:  // of the packet
    case Opcode::Pick:
      return false;
    default:
      return kindOf(op.opcode) == OpKind::Pure &&
             std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId v) { return result_.common[v]; });
    }
  }

  /// A variable of each token's own that all of them write and read in the same rounds, where it crosses a loop.
  bool isCommonVariable(NodeId reader, const Op &read) const {
    const Memory &memory = kernel_.memories[read.index];
    const auto isWhole = [&](NodeId n, const Op &op, ValueId value) {
      return result_.together[n] && !op.masked && kernel_.values[value].width == memory.bytes * 8 &&
             std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId v) { return result_.common[v]; });
    };
    if (memory.kind != Memory::Kind::Private || !isWhole(reader, read, read.result))
      return false;
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
      for (const Op &op : kernel_.nodes[n].ops)
        if (op.opcode == Opcode::MemWrite && op.index == read.index && !isWhole(n, op, op.operands[1]))
          return false;
    return true;
  }

  bool isCommon(NodeId n, size_t p) const {
    const ValueId root = roots_[kernel_.nodes[n].parameters[p]];
    return std::all_of(incoming_[n].begin(), incoming_[n].end(), [&](const EdgeRef &edge) {
      const ValueId v = argument(edge, p);
      return result_.common[v] && (!meets_[n] || (root != kNone && roots_[v] == root)) && survives(edge, v);
    });
  }

  /// A value that leaves a loop in different rounds.
  bool survives(const EdgeRef &edge, ValueId v) const {
    const NodeId target = kernel_.nodes[edge.from].edges[edge.edge].target;
    return std::all_of(loops_[edge.from].begin(), loops_[edge.from].end(), [&](NodeId header) {
      return !left_[header] || isInLoop(loops_, target, header) ||
             (roots_[v] != kNone && !isInLoop(loops_, home_[roots_[v]], header));
    });
  }

  /// Looks at one more node whose tokens part.
  bool part() {
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
      const std::vector<Edge> &edges = kernel_.nodes[n].edges;
      if (parts_[n] || std::none_of(edges.begin(), edges.end(), [&](const Edge &edge) {
            return edge.condition != kNone && !result_.common[edge.condition];
          }))
        continue;
      parts_[n] = true;
      part(n);
      return true;
    }
    return false;
  }

  void part(NodeId from) {
    const NodeId join = meetingPoint(behind_, from);
    std::vector<unsigned> ways(kernel_.nodes.size());
    for (const Edge &edge : kernel_.nodes[from].edges) {
      std::vector<bool> seen(kernel_.nodes.size());
      std::vector<NodeId> stack = {edge.target};
      while (!stack.empty()) {
        const NodeId n = stack.back();
        stack.pop_back();
        if (seen[n])
          continue;
        seen[n] = true;
        ++ways[n];
        if (n == join || n == from)
          continue;
        result_.together[n] = false;
        for (const Edge &next : kernel_.nodes[n].edges)
          stack.push_back(next.target);
      }
    }
    for (NodeId n = 0; n < ways.size(); ++n)
      meets_[n] = meets_[n] || ways[n] > 1 || n == join;
    for (NodeId header : loops_[from])
      left_[header] = left_[header] || join == kNone || !isInLoop(loops_, join, header);
  }

  const Kernel &kernel_;
  const std::vector<std::vector<bool>> behind_;
  const Loops loops_;
  const std::vector<std::vector<EdgeRef>> incoming_;
  std::vector<NodeId> home_;    // by value: its node
  std::vector<ValueId> roots_;  // by value: what it is everywhere; kNone: not known yet
  std::vector<bool> isRoot_;    // by parameter: it is several values
  std::vector<bool> meets_;     // by node: tokens come there by different ways
  std::vector<bool> left_;      // by loop header: tokens leave the loop in different rounds
  std::vector<bool> parts_;     // by node: its tokens have been found to part
  GroupValues result_;
};

}  // namespace

GroupValues groupValues(const Kernel &kernel) { return Analysis(kernel).take(); }

std::vector<bool> localIds(const Kernel &kernel) {
  const unsigned bits = indexBits(kernel.maxWorkGroupSize);
  std::vector<bool> ids(kernel.values.size(), true), kept(kernel.memories.size(), true);  // of variables: they hold it
  const std::vector<std::vector<EdgeRef>> incoming = incomingEdges(kernel);
  bool changed = true;
  const auto set = [&](std::vector<bool> &all, uint32_t i, bool isId) {
    changed |= all[i] && !isId;
    all[i] = all[i] && isId;
  };
  const auto isVariable = [&](const Op &op, ValueId value) {
    const Memory &memory = kernel.memories[op.index];
    return memory.kind == Memory::Kind::Private && memory.bytes * 8 == kernel.values[value].width;
  };
  const auto isId = [&](const Op &op) {
    if (op.opcode == Opcode::MemRead)
      return isVariable(op, op.result) && kept[op.index];
    const bool cuts = op.opcode == Opcode::Trunc || (op.opcode == Opcode::Slice && op.lo == 0);
    const bool keeps = op.opcode == Opcode::Zext || op.opcode == Opcode::Spread;
    return ((cuts && kernel.values[op.result].width >= bits) || keeps) && ids[op.operands[0]];
  };
  while (changed) {
    changed = false;
    for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
      const Node &node = kernel.nodes[n];
      for (size_t p = 0; p < node.parameters.size(); ++p) {
        if (n == 0)
          set(ids, node.parameters[p],
              kernel.entryValues[p] == EntryValue::LocalIdX || kernel.entryValues[p] == EntryValue::LinearLocalId);
        for (const EdgeRef &edge : incoming[n])
          set(ids, node.parameters[p], ids[kernel.nodes[edge.from].edges[edge.edge].arguments[p]]);
      }
      for (const Op &op : node.ops)
        if (op.result != kNone)
          set(ids, op.result, isId(op));
        else if (op.opcode == Opcode::MemWrite)
          set(kept, op.index, isVariable(op, op.operands[1]) && ids[op.operands[1]]);
    }
  }
  return ids;
}

}  // namespace weft::graph
