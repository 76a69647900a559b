// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/transforms/widen_lanes.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <utility>

#include "hls/graph/operations/operation.h"

namespace weft::graph {
namespace {

class Widening {
public:
  Widening(Kernel &kernel, const std::vector<LaneShape> &shapes) : kernel_(kernel), shapes_(shapes) {}

  void run() {
    for (ValueId v = 0; v < shapes_.size(); ++v)
      kernel_.values[v].lanes = isOf(v, Lanes::Shape::Varying) ? Lanes{Lanes::Shape::First} : shapes_[v].lanes;
    while (pass()) {
    }
    for (Node &node : kernel_.nodes)
      spreadIn(node);
  }

private:
  bool isOf(ValueId v, Lanes::Shape shape) const { return shapes_[v].lanes.shape == shape; }
  bool varies(ValueId v) const { return kernel_.values[v].lanes.shape == Lanes::Shape::Varying; }
  /// Whether all lanes can be had only by additions.
  bool isStepped(ValueId v) const {
    return !varies(v) && isOf(v, Lanes::Shape::Linear) && !onlyLowBits(shapes_[v], kernel_.lanes);
  }

  bool vary(ValueId v) {
    const bool changed = !varies(v);
    kernel_.values[v].lanes = {Lanes::Shape::Varying};
    return changed;
  }

  /// A value that is needed in all lanes is made in all lanes, unless they follow from lane 0's.
  bool widen(ValueId v) { return isOf(v, Lanes::Shape::Varying) && vary(v); }

  /// Calls `use` with each operand that is needed in all lanes.
  template <class OpOrConst, class Use> void eachInLanes(OpOrConst &op, Use use) const {
    const size_t plain = op.plainOperands();
    bool first = op.laneAccess == LaneAccess::Own, others = false;  // of those before mask and predicate
    bool mask = op.masked;
    if (isGlobalAccess(op)) {
      mask &= isOfPackets(kernel_.sites[op.index].unit);
      first = kernel_.sites[op.index].unit == Site::Unit::Lanes;
      others = op.opcode != Opcode::Load && op.masked;
    } else if (isOnChip(op)) {
      const Memory &memory = kernel_.memories[op.index];
      const bool group = ofGroup(memory);
      first |= group && op.laneAccess == LaneAccess::Each;
      others = op.opcode != Opcode::MemRead && (group ? op.laneAccess != LaneAccess::Together : memory.lanes != 1);
    } else if (op.opcode == Opcode::Any || op.opcode == Opcode::Pick) {
      first = others = true;
    } else if (kindOf(op.opcode) == OpKind::Pure) {
      first = others = varies(op.result);
    }
    for (size_t i = 0; i < plain; ++i)
      if (i == 0 ? first : others)
        use(op.operands[i]);
    if (mask)
      use(op.operands[plain]);
  }

  /// Backwards, as the need goes from uses to definitions: a pass goes through a whole chain of operations.
  bool pass() {
    bool changed = false;
    for (const Node &node : std::views::reverse(kernel_.nodes)) {
      for (const Edge &edge : node.edges)
        for (size_t a = 0; a < edge.arguments.size(); ++a)
          if (varies(kernel_.nodes[edge.target].parameters[a]))
            changed |= widenArgument(node, edge.arguments[a]);
      for (const Op &op : std::views::reverse(node.ops)) {
        if (isOnChip(op))
          changed |= widenMemory(op);
        if (op.result != kNone && isMadeInLanes(op))
          changed |= vary(op.result);
        eachInLanes(op, [&](ValueId v) { changed |= widen(v); });
      }
    }
    return changed;
  }

  /// Nothing is computed in barriers.
  bool widenArgument(const Node &node, ValueId v) {
    return node.kind == NodeKind::Barrier && isStepped(v) ? vary(v) : widen(v);
  }

  /// A work-item's variable is each lane's own if what is stored or read is, or if only some lanes store.
  bool widenMemory(const Op &op) {
    Memory &memory = kernel_.memories[op.index];
    if (memory.kind != Memory::Kind::Private || memory.lanes != 1)
      return false;
    const bool own = op.masked || op.laneAccess == LaneAccess::Own ||
                     varies(op.opcode == Opcode::MemRead ? op.result : op.operands[1]);
    if (own)
      memory.lanes = kernel_.lanes;
    return own;
  }

  /// Whether what a memory gives is each lane's own.
  bool isMadeInLanes(const Op &op) const {
    if (op.opcode == Opcode::Load)
      return isOfPackets(kernel_.sites[op.index].unit);
    if (!isOnChip(op))
      return op.opcode == Opcode::Atomic;
    const Memory &memory = kernel_.memories[op.index];
    if (ofGroup(memory))
      return op.laneAccess != LaneAccess::Together;
    return memory.kind == Memory::Kind::Private ? memory.lanes != 1 : op.laneAccess == LaneAccess::Own;
  }

  void spreadIn(Node &node) {
    const std::vector<Op> ops = std::exchange(node.ops, {});
    definitions_.clear();
    spread_.clear();
    for (const Op &op : ops) {
      if (op.result != kNone)
        definitions_[op.result] = &op;
      Op copy = op;
      eachInLanes(copy, [&](ValueId &v) { v = inLanes(v, node.ops, op.location); });
      node.ops.push_back(std::move(copy));
    }
    for (Edge &edge : node.edges)
      for (size_t a = 0; a < edge.arguments.size(); ++a)
        if (varies(kernel_.nodes[edge.target].parameters[a]))
          edge.arguments[a] = inLanes(edge.arguments[a], node.ops, node.location);
  }

  /// Whether the op is done in each lane rather than in lane 0 with an addition behind it.
  bool isRepeated(const Op &op) const {
    const auto all = [&](auto holds) { return std::all_of(op.operands.begin(), op.operands.end(), holds); };
    if (operationOf(op.opcode).movesBits == MovesBits::Always)
      return all([&](ValueId v) { return varies(v) || !isOf(v, Lanes::Shape::Varying); });
    // A sum of what wires make takes no longer in all lanes, and as many additions.
    const bool adds = op.opcode == Opcode::Add || op.opcode == Opcode::Sub;
    return adds && all([&](ValueId v) { return varies(v) || onlyLowBits(shapes_[v], kernel_.lanes); });
  }

  /// The value in all lanes.
  ValueId inLanes(ValueId v, std::vector<Op> &ops, const SourceLocation &location) {
    if (!isStepped(v))
      return v;
    if (const auto made = spread_.find(v); made != spread_.end())
      return made->second;
    Op op;
    op.opcode = Opcode::Spread;
    op.operands = {v};
    op.location = location;
    if (const auto found = definitions_.find(v); found != definitions_.end()) {
      op.location = found->second->location;
      if (isRepeated(*found->second)) {
        op = *found->second;
        for (ValueId &operand : op.operands)
          operand = inLanes(operand, ops, location);
      }
    }
    op.result = ValueId(kernel_.values.size());
    kernel_.values.push_back({kernel_.values[v].width, kernel_.values[v].name, {Lanes::Shape::Varying}});
    ops.push_back(op);
    return spread_[v] = op.result;
  }

  Kernel &kernel_;
  const std::vector<LaneShape> &shapes_;
  // Of a node:
  std::map<ValueId, const Op *> definitions_;
  std::map<ValueId, ValueId> spread_;  // values in all lanes
};

}  // namespace

void widenLanes(Kernel &kernel, const std::vector<LaneShape> &shapes) { Widening(kernel, shapes).run(); }

}  // namespace weft::graph
