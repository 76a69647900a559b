// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "hls/graph/alias.h"
#include "hls/graph/build.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {

namespace {

/// Appends a node's ops to it anew, through a Builder.
class Rebuild {
public:
  Rebuild(Kernel &kernel, Node &node, const PureRewrite &rewrite)
      : kernel_(kernel), node_(node), rewrite_(rewrite), old_(std::move(node.ops)), build_(kernel, clear(node)) {}

  /// Whether anything is different.
  bool run() {
    for (Op &op : old_)
      append(op);
    build_.setName("");
    for (Edge &edge : node_.edges) {
      if (edge.condition != kNone)
        rename(edge.condition);
      for (ValueId &argument : edge.arguments)
        rename(argument);
    }
    return changed_ || node_.ops.size() != old_.size();
  }

private:
  static Node &clear(Node &node) {
    node.ops.clear();
    return node;
  }

  void rename(ValueId &id) const {
    if (auto found = renamed_.find(id); found != renamed_.end())
      id = found->second;
  }

  void append(Op &op) {
    for (ValueId &operand : op.operands)
      rename(operand);
    const ValueId result = op.result;
    const unsigned width = result == kNone ? 0 : kernel_.values[result].width;
    build_.setLocation(op.location);
    build_.setName(result == kNone ? "" : kernel_.values[result].name);
    newId_.push_back(OpId(node_.ops.size()));
    ValueId made = kNone;
    switch (kindOf(op.opcode)) {
    case OpKind::Source:
      made = build_.source(op, width);
      break;
    case OpKind::Pure:
      made = pure(op, width);
      break;
    case OpKind::Memory:
      made = memory(op, width);
      break;
    }
    if (result != kNone)
      renamed_[result] = made;
  }

  ValueId pure(const Op &op, unsigned width) {
    if (const std::optional<ValueId> other = rewrite_ ? rewrite_(build_, op, width, op.result) : std::nullopt) {
      changed_ = true;
      return *other;
    }
    return build_.pure(op.opcode, width, op.operands, op.predicate, op.lo);
  }

  ValueId memory(Op &op, unsigned width) {
    std::string name = width ? kernel_.values[op.result].name : "";
    if (isGlobalAccess(op) && build_.width(op.operands[0]) > kernel_.addressBits) {
      // Whether the address lies in no buffer turned out: never.
      const ValueId beyond = build_.slice(op.operands[0], kernel_.addressBits, 1);
      if (build_.isConstant(beyond, 0))
        op.operands[0] = build_.slice(op.operands[0], 0, kernel_.addressBits);
    }
    if (op.predicated && build_.isConstant(op.operands.back(), 1)) {
      op.operands.pop_back();
      op.predicated = false;
      changed_ = true;
    }
    if (op.predicated && build_.isConstant(op.operands.back(), 0)) {  // never happens
      changed_ = true;
      newId_.back() = kNone;
      return width ? build_.poison(width) : kNone;
    }
    std::vector<OpId> after;
    for (OpId other : op.after)
      if (newId_[other] != kNone)
        after.push_back(newId_[other]);
    op.after = std::move(after);
    build_.setName(std::move(name));
    newId_.back() = OpId(node_.ops.size());
    return build_.append(op, width);
  }

  Kernel &kernel_;
  Node &node_;
  const PureRewrite &rewrite_;
  std::vector<Op> old_;
  Builder build_;
  std::map<ValueId, ValueId> renamed_;
  std::vector<OpId> newId_;  // of each old op, for `after`
  bool changed_ = false;
};

}  // namespace

bool rebuildNodes(Kernel &kernel, const PureRewrite &rewrite) {
  bool changed = false;
  for (Node &node : kernel.nodes)
    changed |= Rebuild(kernel, node, rewrite).run();
  compactValues(kernel);
  return changed;
}

bool simplifyNodes(Kernel &kernel) { return rebuildNodes(kernel, {}); }

}  // namespace weft::graph
