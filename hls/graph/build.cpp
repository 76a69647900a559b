// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/build.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "hls/graph/evaluate.h"
#include "hls/graph/operations/operation.h"

namespace weft::graph {

Builder::Builder(Kernel &kernel, Node &node) : kernel_(kernel), node_(node) {
  for (OpId i = 0; i < node.ops.size(); ++i)
    know(i);
}

void Builder::know(OpId id) {
  const Op &op = node_.ops[id];
  if (op.result == kNone)
    return;
  definitions_[op.result] = id;
  if (kindOf(op.opcode) != OpKind::Memory)
    shared_.emplace(keyOf(op, width(op.result)), op.result);
}

Builder::Key Builder::keyOf(const Op &op, unsigned width) {
  return {op.opcode, width, op.operands, op.constant, op.predicate, op.index, op.lo};
}

const Op *Builder::definition(ValueId id) const {
  auto found = definitions_.find(id);
  return found == definitions_.end() ? nullptr : &node_.ops[found->second];
}

std::optional<Bits> Builder::constantValue(ValueId id) const {
  const Op *op = definition(id);
  if (!op || op->opcode != Opcode::Const)
    return std::nullopt;
  return Bits::fromHex(width(id), op->constant);
}

bool Builder::isConstant(ValueId id, uint64_t value) const {
  std::optional<Bits> bits = constantValue(id);
  return bits && *bits == Bits(width(id), value);
}

ValueId Builder::append(Op op, unsigned width) {
  if (width) {
    op.result = ValueId(kernel_.values.size());
    kernel_.values.push_back({width, name_});
    definitions_[op.result] = OpId(node_.ops.size());
  } else
    op.result = kNone;
  name_.clear();
  op.location = location_;
  ValueId result = op.result;
  node_.ops.push_back(std::move(op));
  return result;
}

void Builder::keep(Op op) {
  node_.ops.push_back(std::move(op));
  know(OpId(node_.ops.size() - 1));
}

ValueId Builder::make(Op op, unsigned width) {
  auto [entry, isNew] = shared_.try_emplace(keyOf(op, width), kNone);
  if (isNew) {
    if (kindOf(op.opcode) == OpKind::Source) {  // sources come from nowhere in particular
      SourceLocation location;
      std::swap(location, location_);
      if (op.opcode != Opcode::Arg)
        name_.clear();
      entry->second = append(std::move(op), width);
      std::swap(location, location_);
    } else
      entry->second = append(std::move(op), width);
  }
  name_.clear();
  return entry->second;
}

ValueId Builder::parameter(unsigned width, std::string name) {
  ValueId id = ValueId(kernel_.values.size());
  kernel_.values.push_back({width, std::move(name)});
  node_.parameters.push_back(id);
  return id;
}

ValueId Builder::constant(const Bits &value) {
  Op op;
  op.opcode = Opcode::Const;
  op.constant = value.hex();
  return make(std::move(op), value.width());
}

ValueId Builder::arg(unsigned width, uint32_t word, uint32_t lo) {
  Op op;
  op.opcode = Opcode::Arg;
  op.index = word + lo / 64;
  op.lo = lo % 64;
  return make(std::move(op), width);
}

ValueId Builder::apart(uint32_t argument, uint32_t other) {
  Op op;
  op.opcode = Opcode::Apart;
  std::tie(op.index, op.lo) = std::minmax(argument, other);
  return make(std::move(op), 1);
}

ValueId Builder::poison(unsigned width) {
  Op op;
  op.opcode = Opcode::Poison;
  return make(std::move(op), width);
}

ValueId Builder::slot() {
  Op op;
  op.opcode = Opcode::Slot;
  return make(std::move(op), std::max(1u, unsigned(std::countr_zero(kernel_.slots))));
}

ValueId Builder::source(const Op &op, unsigned width) {
  switch (op.opcode) {
  case Opcode::Const:
    return constant(Bits::fromHex(width, op.constant));
  case Opcode::Arg:
    return arg(width, op.index, op.lo);
  case Opcode::Apart:
    return apart(op.index, op.lo);
  case Opcode::Poison:
    return poison(width);
  default:
    return slot();
  }
}

ValueId Builder::pure(Opcode opcode, unsigned width, std::vector<ValueId> operands, Predicate predicate, uint32_t lo) {
  Op op;
  op.opcode = opcode;
  op.operands = std::move(operands);
  op.predicate = predicate;
  op.lo = lo;
  std::string name = std::move(name_);  // for the final result only, not for what simplification makes on the way
  name_.clear();
  if (std::optional<ValueId> simpler = simplify(op, width))
    return *simpler;
  if (const Predicate opposed = inverse(op.predicate);
      opposed != op.predicate) {  // one comparator serves both outcomes
    Op opposite = op;
    opposite.predicate = opposed;
    if (auto found = shared_.find(keyOf(opposite, width)); found != shared_.end())
      return bitNot(found->second);
  }
  name_ = std::move(name);
  return make(std::move(op), width);
}

std::optional<ValueId> Builder::simplify(Op &op, unsigned width) {
  std::vector<Bits> constants;
  for (ValueId operand : op.operands)
    if (std::optional<Bits> bits = constantValue(operand))
      constants.push_back(std::move(*bits));
  if (constants.size() == op.operands.size())
    if (std::optional<Bits> result = evaluate(op, constants, width))
      return constant(*result);
  const Operation &operation = operationOf(op.opcode);
  if (operation.commutative) {
    const bool leftConstant = constantValue(op.operands[0]).has_value(),
               rightConstant = constantValue(op.operands[1]).has_value();
    if (leftConstant != rightConstant ? leftConstant : op.operands[0] > op.operands[1])
      std::swap(op.operands[0], op.operands[1]);
  }
  return operation.fold ? operation.fold(*this, op, width) : std::nullopt;
}

ValueId Builder::slice(ValueId a, unsigned lo, unsigned bits) {
  if (lo == 0 && bits == width(a))
    return a;
  return lo == 0 ? pure(Opcode::Trunc, bits, {a}) : pure(Opcode::Slice, bits, {a}, Predicate::None, lo);
}

ValueId Builder::concat(std::vector<ValueId> parts) {
  unsigned bits = 0;
  for (ValueId part : parts)
    bits += width(part);
  return parts.size() == 1 ? parts[0] : pure(Opcode::Concat, bits, std::move(parts));
}

ValueId Builder::zextOrTrunc(ValueId a, unsigned bits) {
  return bits <= width(a) ? slice(a, 0, bits) : pure(Opcode::Zext, bits, {a});
}

ValueId Builder::sextOrTrunc(ValueId a, unsigned bits) {
  return bits <= width(a) ? slice(a, 0, bits) : pure(Opcode::Sext, bits, {a});
}

Predicate inverse(Predicate predicate) {
  switch (predicate) {
  case Predicate::Eq:
    return Predicate::Ne;
  case Predicate::Ne:
    return Predicate::Eq;
  case Predicate::Ugt:
    return Predicate::Ule;
  case Predicate::Uge:
    return Predicate::Ult;
  case Predicate::Ult:
    return Predicate::Uge;
  case Predicate::Ule:
    return Predicate::Ugt;
  case Predicate::Sgt:
    return Predicate::Sle;
  case Predicate::Sge:
    return Predicate::Slt;
  case Predicate::Slt:
    return Predicate::Sge;
  case Predicate::Sle:
    return Predicate::Sgt;
  case Predicate::Oeq:
    return Predicate::Une;
  case Predicate::Ogt:
    return Predicate::FUle;
  case Predicate::Oge:
    return Predicate::FUlt;
  case Predicate::Olt:
    return Predicate::FUge;
  case Predicate::Ole:
    return Predicate::FUgt;
  case Predicate::One:
    return Predicate::Ueq;
  case Predicate::Ord:
    return Predicate::Uno;
  case Predicate::Ueq:
    return Predicate::One;
  case Predicate::FUgt:
    return Predicate::Ole;
  case Predicate::FUge:
    return Predicate::Olt;
  case Predicate::FUlt:
    return Predicate::Oge;
  case Predicate::FUle:
    return Predicate::Ogt;
  case Predicate::Une:
    return Predicate::Oeq;
  case Predicate::Uno:
    return Predicate::Ord;
  default:
    return predicate;  // rounding modes are no comparisons
  }
}

Predicate swapped(Predicate predicate) {
  switch (predicate) {
  case Predicate::Ugt:
    return Predicate::Ult;
  case Predicate::Uge:
    return Predicate::Ule;
  case Predicate::Ult:
    return Predicate::Ugt;
  case Predicate::Ule:
    return Predicate::Uge;
  case Predicate::Sgt:
    return Predicate::Slt;
  case Predicate::Sge:
    return Predicate::Sle;
  case Predicate::Slt:
    return Predicate::Sgt;
  case Predicate::Sle:
    return Predicate::Sge;
  case Predicate::Ogt:
    return Predicate::Olt;
  case Predicate::Oge:
    return Predicate::Ole;
  case Predicate::Olt:
    return Predicate::Ogt;
  case Predicate::Ole:
    return Predicate::Oge;
  case Predicate::FUgt:
    return Predicate::FUlt;
  case Predicate::FUge:
    return Predicate::FUle;
  case Predicate::FUlt:
    return Predicate::FUgt;
  case Predicate::FUle:
    return Predicate::FUge;
  default:
    return predicate;
  }
}

void compactValues(Kernel &kernel) {
  std::vector<ValueId> renamed(kernel.values.size(), kNone);
  std::vector<Value> values;
  auto define = [&](ValueId &id) {
    renamed[id] = ValueId(values.size());
    values.push_back(std::move(kernel.values[id]));
    id = renamed[id];
  };
  for (Node &node : kernel.nodes) {
    for (ValueId &p : node.parameters)
      define(p);
    for (Op &op : node.ops) {
      for (ValueId &operand : op.operands)
        operand = renamed[operand];
      if (op.result != kNone)
        define(op.result);
    }
    for (Edge &edge : node.edges) {
      if (edge.condition != kNone)
        edge.condition = renamed[edge.condition];
      for (ValueId &argument : edge.arguments)
        argument = renamed[argument];
    }
    if (node.last != kNone)
      node.last = renamed[node.last];
    for (ValueId &value : node.ofGroup)
      value = renamed[value];
    if (node.kind == NodeKind::Barrier)  // its argument list is its parameter list
      for (Edge &edge : node.edges)
        edge.arguments.assign(node.parameters.begin(), node.parameters.end() - (node.last != kNone));
  }
  kernel.values = std::move(values);
}

}  // namespace weft::graph
