// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "hls/graph/build.h"
#include "hls/graph/transforms/transforms.h"
#include "hls/graph/transforms/width_analysis.h"

namespace weft::graph {
namespace {

/// Rebuilds one node with every value at its kept width: the bits that can be set and that someone looks at.
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
  bool neverNegative(ValueId id) const { return widths_.active[id] < oldWidth(id); }

  /// The value with `bits` bits. Bits above those kept are zero, or nobody looks at them.
  ValueId take(ValueId old, unsigned bits) {
    auto found = renamed_.find(old);
    if (found == renamed_.end())
      return build_.poison(bits);  // nobody looks at any of it
    if (const Op *op = build_.definition(found->second); op && op->opcode == Opcode::Poison)
      return build_.poison(bits);
    return build_.zextOrTrunc(found->second, bits);
  }

  void memoryOp(Op &op) {
    std::string name = op.result == kNone ? "" : kernel_.values[op.result].name;
    bool onChip = op.opcode == Opcode::MemRead || op.opcode == Opcode::MemWrite || op.opcode == Opcode::MemAtomic;
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

  /// Whether the bits that `old` can have set make it less than a constant.
  bool alwaysBelow(ValueId old, Predicate p, ValueId limit) const {
    const unsigned active = widths_.active[old];
    std::optional<Bits> constant = build_.constantValue(limit);
    if ((p != Predicate::Ult && p != Predicate::Ule) || !constant || constant->width() > 64 || active >= 64)
      return false;
    const uint64_t most = (uint64_t(1) << active) - 1;
    return p == Predicate::Ult ? most < constant->low() : most <= constant->low();
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
    case Opcode::Poison:
      return build_.poison(bits);
    default:
      return build_.slice(build_.slot(), 0, bits);
    }
  }

  ValueId pure(const Op &op) {
    const unsigned bits = kept(op.result), full = oldWidth(op.result);
    if (widths_.active[op.result] == 0)  // as with x & 0, where nobody looks at x
      return build_.constant(bits, 0);
    auto operand = [&](size_t i, unsigned n) { return take(op.operands[i], n); };
    auto finish = [&](ValueId value) { return build_.zextOrTrunc(value, bits); };
    // Width at which two operands that are not negative hold all they have.
    auto common = [&] { return std::max(kept(op.operands[0]), kept(op.operands[1])); };
    auto atWidth = [&](Opcode opcode, unsigned n) {
      ValueId a = operand(0, n);
      return finish(build_.binary(opcode, a, operand(1, n)));
    };
    switch (op.opcode) {
    case Opcode::And:
    case Opcode::Or:
    case Opcode::Xor:
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Mul:
      return atWidth(op.opcode, bits);
    case Opcode::Not:
      return build_.bitNot(operand(0, bits));
    case Opcode::Select: {
      ValueId yes = operand(1, bits), no = operand(2, bits);
      return build_.select(operand(0, 1), yes, no);
    }
    case Opcode::Zext:
    case Opcode::Trunc:
      return operand(0, bits);
    case Opcode::Sext: {
      const unsigned from = oldWidth(op.operands[0]);
      return bits <= from ? operand(0, bits) : build_.sextOrTrunc(operand(0, from), bits);
    }
    case Opcode::Slice:
      return build_.slice(operand(0, op.lo + bits), op.lo, bits);
    case Opcode::Concat: {
      std::vector<ValueId> parts;
      for (size_t i = 0; i < op.operands.size(); ++i)
        parts.push_back(operand(i, oldWidth(op.operands[i])));
      return finish(build_.concat(parts));
    }
    case Opcode::ICmp: {
      Predicate p = op.predicate;
      bool isSigned = p >= Predicate::Sgt && p <= Predicate::Sle, narrowed = true;
      if (isSigned) {
        narrowed = neverNegative(op.operands[0]) && neverNegative(op.operands[1]);
        if (narrowed)
          p = Predicate(unsigned(p) - unsigned(Predicate::Sgt) + unsigned(Predicate::Ugt));
      }
      unsigned n = narrowed ? common() : oldWidth(op.operands[0]);
      const ValueId a = operand(0, n), b = operand(1, n);
      if (alwaysBelow(op.operands[0], p, b))
        return build_.constant(1, 1);
      return build_.icmp(p, a, b);
    }
    case Opcode::UDiv:
    case Opcode::URem:
    case Opcode::UMin:
    case Opcode::UMax:
      return atWidth(op.opcode, common());
    case Opcode::UMulHi:
    case Opcode::SMulHi: {
      // The same product, with fewer bits above; the same bits of it go below.
      const bool isSigned = op.opcode == Opcode::SMulHi;
      const unsigned from = oldWidth(op.operands[0]), drop = 2 * from - full;
      if (isSigned && !(neverNegative(op.operands[0]) && neverNegative(op.operands[1]))) {
        ValueId a = operand(0, from);
        return finish(build_.pure(op.opcode, full, {a, operand(1, from)}));
      }
      const unsigned n = common();
      if (2 * n <= drop)
        return build_.constant(bits, 0);
      ValueId a = operand(0, n);
      return finish(build_.pure(Opcode::UMulHi, 2 * n - drop, {a, operand(1, n)}));
    }
    case Opcode::UAddSat:  // what cannot reach the limit is a plain sum
      return std::max(widths_.active[op.operands[0]], widths_.active[op.operands[1]]) < full
                 ? atWidth(Opcode::Add, bits)
                 : atWidth(op.opcode, full);
    case Opcode::SAddSat:
      return std::max(widths_.active[op.operands[0]], widths_.active[op.operands[1]]) + 1 < full
                 ? atWidth(Opcode::Add, bits)
                 : atWidth(op.opcode, full);
    case Opcode::USubSat:
      return atWidth(op.opcode, common());
    case Opcode::SSubSat:
      return neverNegative(op.operands[0]) && neverNegative(op.operands[1]) ? atWidth(Opcode::Sub, bits)
                                                                            : atWidth(op.opcode, full);
    case Opcode::SDiv:
    case Opcode::SRem:
    case Opcode::SMin:
    case Opcode::SMax:
      if (neverNegative(op.operands[0]) && neverNegative(op.operands[1]))
        return atWidth(op.opcode == Opcode::SDiv   ? Opcode::UDiv
                       : op.opcode == Opcode::SRem ? Opcode::URem
                       : op.opcode == Opcode::SMin ? Opcode::UMin
                                                   : Opcode::UMax,
                       common());
      return atWidth(op.opcode, full);
    case Opcode::DynSlice:
    case Opcode::DynInsert: {
      std::vector<ValueId> operands;
      for (size_t i = 0; i < op.operands.size(); ++i)
        operands.push_back(operand(i, i == 1 ? kept(op.operands[i]) : oldWidth(op.operands[i])));
      return finish(build_.pure(op.opcode, full, operands));
    }
    default: {
      std::vector<ValueId> operands;
      for (size_t i = 0; i < op.operands.size(); ++i)
        operands.push_back(operand(i, oldWidth(op.operands[i])));
      return finish(build_.pure(op.opcode, full, operands, op.predicate, op.lo));
    }
    }
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
