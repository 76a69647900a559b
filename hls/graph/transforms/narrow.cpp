// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "hls/graph/build.h"
#include "hls/graph/operations/operation.h"
#include "hls/graph/transforms/transforms.h"
#include "hls/graph/transforms/width_analysis.h"

namespace weft::graph {
namespace {

/// Rebuilds one node with every value at its kept width: the bits that can be set and are demanded.
class NodeNarrower {
public:
  NodeNarrower(Kernel &kernel, Node &node, const Widths &widths, const std::vector<unsigned> &oldWidths)
      : kernel_(kernel), widths_(widths), oldWidths_(oldWidths), old_(std::move(node.ops)), node_(node),
        build_(kernel, clear(node)) {}

  void run(bool isEntry) {
    for (ValueId p : node_.parameters) {
      if (isEntry) {  // comes from the dispatcher with all its bits
        renamed_[p] = build_.slice(p, 0, kept(p));
        continue;
      }
      kernel_.values[p].width = kept(p);
      renamed_[p] = p;
    }
    if (node_.kind == NodeKind::Barrier)
      return;
    for (Op &op : old_) {
      build_.setLocation(op.location);
      if (op.result != kNone)
        build_.setName(kernel_.values[op.result].name);
      if (kindOf(op.opcode) == OpKind::Memory)
        memoryOp(op);
      else if (widths_.demanded[op.result] > 0)
        renamed_[op.result] = kindOf(op.opcode) == OpKind::Source ? source(op) : pure(op);
    }
    build_.setName("");
    for (Edge &edge : node_.edges) {
      if (edge.condition != kNone)
        edge.condition = take(edge.condition, 1);
      for (size_t a = 0; a < edge.arguments.size(); ++a) {
        ValueId parameter = kernel_.nodes[edge.target].parameters[a];
        bool needed = widths_.demanded[parameter] > 0;
        edge.arguments[a] = needed ? take(edge.arguments[a], kept(parameter)) : build_.poison(kept(parameter));
      }
    }
  }

private:
  static Node &clear(Node &node) {
    node.ops.clear();
    return node;
  }
  unsigned kept(ValueId id) const { return std::max(1u, std::min(widths_.active[id], widths_.demanded[id])); }
  unsigned oldWidth(ValueId id) const { return oldWidths_[id]; }

  class NarrowedOp : public Narrowing {
  public:
    NarrowedOp(NodeNarrower &node, const Op &op, unsigned full, unsigned bits)
        : Narrowing(node.build_, op, full, bits), node_(node) {}
    ValueId operand(size_t i, unsigned width) override { return node_.take(op.operands[i], width); }
    unsigned width(size_t i) const override { return node_.oldWidth(op.operands[i]); }
    unsigned active(size_t i) const override { return node_.widths_.active[op.operands[i]]; }
    unsigned kept(size_t i) const override { return node_.kept(op.operands[i]); }

  private:
    NodeNarrower &node_;
  };

  /// The value with `bits` bits. Bits above those kept are zero or not demanded.
  ValueId take(ValueId old, unsigned bits) {
    auto found = renamed_.find(old);
    if (found == renamed_.end())
      return build_.poison(bits);  // not demanded at all
    if (const Op *op = build_.definition(found->second); op && op->opcode == Opcode::Poison)
      return build_.poison(bits);
    return build_.zextOrTrunc(found->second, bits);
  }

  void memoryOp(Op &op) {
    std::string name = op.result == kNone ? "" : kernel_.values[op.result].name;
    const bool onChip = isOnChip(op);
    for (size_t i = 0; i < op.operands.size(); ++i) {
      unsigned bits = oldWidth(op.operands[i]);
      if (onChip && i == 0)  // an offset of as many bits as the object needs
        bits = std::min(bits, std::max(kept(op.operands[0]), addressBits(kernel_.memories[op.index])));
      op.operands[i] = take(op.operands[i], bits);
    }
    ValueId old = op.result;
    build_.setName(name);
    ValueId made = build_.append(op, old == kNone ? 0 : oldWidth(old));
    if (old != kNone)
      renamed_[old] = widths_.demanded[old] ? build_.slice(made, 0, kept(old)) : made;
  }

  static unsigned addressBits(const Memory &memory) {
    unsigned bits = 1;
    while (bits < 32 && (uint64_t(1) << bits) < memory.bytes)
      ++bits;
    return bits;
  }

  ValueId source(const Op &op) {
    const unsigned bits = kept(op.result);
    switch (op.opcode) {
    case Opcode::Const:
      return build_.constant(Bits::fromHex(oldWidth(op.result), op.constant).slice(0, bits));
    case Opcode::Arg:
      return build_.arg(bits, op.index, op.lo);
    case Opcode::Apart:
      return build_.apart(op.index, op.lo);
    case Opcode::Poison:
      return build_.poison(bits);
    default:
      return build_.slice(build_.slot(), 0, bits);
    }
  }

  ValueId pure(const Op &op) {
    const unsigned bits = kept(op.result), full = oldWidth(op.result);
    if (widths_.active[op.result] == 0)  // as with x & 0, of which x is not demanded
      return build_.constant(bits, 0);
    NarrowedOp narrowed(*this, op, full, bits);
    if (const auto narrow = operationOf(op.opcode).narrow)
      return narrow(narrowed);
    std::vector<ValueId> operands;
    for (size_t i = 0; i < op.operands.size(); ++i)
      operands.push_back(narrowed.operand(i, narrowed.width(i)));
    return narrowed.finish(build_.pure(op.opcode, full, operands, op.predicate, op.lo));
  }

  Kernel &kernel_;
  const Widths &widths_;
  const std::vector<unsigned> &oldWidths_;
  std::vector<Op> old_;
  Node &node_;
  Builder build_;
  std::map<ValueId, ValueId> renamed_;
};

}  // namespace

bool narrow(Kernel &kernel) {
  Widths widths = analyseWidths(kernel);
  std::vector<unsigned> oldWidths;
  for (const Value &value : kernel.values)
    oldWidths.push_back(value.width);
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    NodeNarrower(kernel, kernel.nodes[n], widths, oldWidths).run(n == 0);
  removeDead(kernel);
  return true;
}

}  // namespace weft::graph
