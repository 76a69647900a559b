// SPDX-License-Identifier: Apache-2.0
// A node's values as nets and expressions.
#include <fmt/format.h>

#include "hls/rtlgen/node_builder.h"

namespace weft::rtlgen {

using namespace graph;

std::string NodeBuilder::base(ValueId v) {
  auto [it, isNew] = bases_.try_emplace(v);
  if (isNew)
    it->second = names_.unique(netlist::identifier(kernel_.values[v].name, fmt::format("v{}", v)));
  return it->second;
}

netlist::NetId NodeBuilder::born(ValueId v, unsigned s, unsigned stage) {
  const NetId net = b_.staged(base(v), width(v), s, stage);
  born_[{v, s}] = net;
  return net;
}

netlist::ExprId NodeBuilder::slotAt(unsigned s, unsigned stage) { return b_.use(slots_.at(s), stage); }

netlist::ExprId NodeBuilder::at(ValueId v, unsigned s, unsigned stage) {
  const OpId o = nodePlan_.problem.producer[v];
  if (o != kNone) {
    switch (op(o).opcode) {
    case Opcode::Const:
      return b_.constant(Bits::fromHex(width(v), op(o).constant));
    case Opcode::Poison:
      return b_.constant(width(v), 0);
    case Opcode::Slot:
      return slotAt(s, stage);
    default:
      break;
    }
    if (task(o).kind == TaskKind::Uniform)
      return b_.use(uniform_.at(v));
    if (task(o).kind == TaskKind::Wires)
      return wired(o, s, stage);
  }
  if (s > last())
    return b_.use(outputs_.at(v));
  const NetId net = born_.at({v, s});
  return b_.use(net, stage - b_.net(net).stage);
}

/// Wires only, repeated at every stage that uses them.
netlist::ExprId NodeBuilder::wired(OpId o, unsigned s, unsigned stage) {
  const ValueId v = op(o).result;
  const auto key = std::tuple(v, s, stage);
  if (const auto known = wired_.find(key); known != wired_.end())
    return b_.use(known->second);
  const ExprId value = b_.operation(op(o).opcode, width(v), operands(op(o), s, stage), op(o).predicate, op(o).lo);
  const NetId net = s > last() ? b_.wire(base(v) + "_out", width(v)) : b_.staged(base(v), width(v), s, stage);
  wired_[key] = net;
  b_.assign(net, value, originOf(op(o)));
  return b_.use(net);
}

std::vector<netlist::ExprId> NodeBuilder::operands(const Op &op, unsigned s, unsigned stage) {
  std::vector<ExprId> result;
  for (ValueId v : op.operands)
    result.push_back(at(v, s, stage));
  return result;
}

netlist::ExprId NodeBuilder::operand(OpId o, size_t i) {
  return at(op(o).operands[i], position(o).segment, position(o).cycle);
}

}  // namespace weft::rtlgen
