// SPDX-License-Identifier: Apache-2.0
// A node's values as nets and expressions.
#include <bit>

#include <fmt/format.h>

#include "hls/graph/numbers.h"
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
  const NetId net = b_.staged(base(v), width(v), s, stage, lanes(v));
  born_[{v, s}] = net;
  return net;
}

netlist::ExprId NodeBuilder::slotAt(unsigned s, unsigned stage) { return b_.use(slots_.at(s), stage); }

/// The token's set of a load's cache.
netlist::ExprId NodeBuilder::setOf(OpId o) {
  const unsigned sets = plan_.sites[op(o).index].sets(kernel_);
  return b_.field(slotAt(position(o).segment, position(o).cycle), 0, log2Ceil(sets));
}

netlist::ExprId NodeBuilder::at(ValueId v, unsigned s, unsigned stage) {
  const ExprId value = kept(v, s, stage);
  return lanes(v) > 1 ? b_.lane(value, 0) : value;
}

netlist::ExprId NodeBuilder::spread(ValueId v, unsigned s, unsigned stage) {
  const ExprId value = kept(v, s, stage);
  if (lanes(v) == kernel_.lanes)
    return value;
  const Lanes &shape = kernel_.values[v].lanes;
  if (shape.shape == Lanes::Shape::Uniform)
    return b_.broadcast(value, kernel_.lanes);
  // Low bits that are zero in lane 0 tell the lanes apart.
  const unsigned low = unsigned(std::bit_width(uint64_t(shape.step) * (kernel_.lanes - 1)));
  std::vector<ExprId> parts;
  for (unsigned lane = 0; lane < kernel_.lanes; ++lane) {
    parts.push_back(b_.constant(low, uint64_t(shape.step) * lane));
    if (low < width(v))
      parts.push_back(b_.slice(value, low, width(v) - low));
  }
  return b_.reshape(b_.concat(parts), kernel_.lanes);
}

netlist::ExprId NodeBuilder::stepped(ValueId v, unsigned s, unsigned stage) {
  const ExprId first = at(v, s, stage);
  const int64_t step = kernel_.values[v].lanes.step;
  const unsigned still = std::min(unsigned(std::countr_zero(uint64_t(step))), width(v)), moving = width(v) - still;
  std::vector<ExprId> parts = {first};
  for (unsigned lane = 1; lane < kernel_.lanes; ++lane) {
    if (still != 0)
      parts.push_back(b_.slice(first, 0, still));
    const Bits offset = Bits(64, uint64_t(step * lane)).sext(std::max(width(v), 64u)).slice(still, moving);
    if (moving != 0)
      parts.push_back(b_.operation(Opcode::Add, moving, {b_.slice(first, still, moving), b_.constant(offset)}));
  }
  return b_.reshape(b_.concat(parts), kernel_.lanes);
}

netlist::ExprId NodeBuilder::kept(ValueId v, unsigned s, unsigned stage) {
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
  const NetId net =
      s > last() ? b_.wire(base(v) + "_out", width(v), lanes(v)) : b_.staged(base(v), width(v), s, stage, lanes(v));
  wired_[key] = net;
  b_.assign(net, value, originOf(op(o)));
  return b_.use(net);
}

std::vector<netlist::ExprId> NodeBuilder::operands(const Op &op, unsigned s, unsigned stage) {
  const unsigned count = op.result == kNone ? 1 : lanes(op.result);
  std::vector<ExprId> result;
  for (ValueId v : op.operands)
    result.push_back(lanesOf(v, count, s, stage));
  return result;
}

netlist::ExprId NodeBuilder::operand(OpId o, size_t i) {
  return at(op(o).operands[i], position(o).segment, position(o).cycle);
}

netlist::ExprId NodeBuilder::packetOperand(OpId o, size_t i) {
  return b_.reshape(spread(op(o).operands[i], position(o).segment, position(o).cycle), 1);
}

/// The lanes that make an access of a packet. Where taps have masks of their own, the elements that some lane taps, or
/// those of each lane where they come in turn.
netlist::ExprId NodeBuilder::accessMask(OpId o) {
  const size_t operandOfMask = op(o).plainOperands();
  const bool ofTaps = op(o).opcode == Opcode::Load && kernel_.sites[op(o).index].tapMasks;
  if (!ofTaps || hasLaneAddresses(kernel_.sites[op(o).index].unit))
    return packetOperand(o, operandOfMask);
  const Site &site = kernel_.sites[op(o).index];
  const unsigned bits = maskBits(site), lanes = site.unit == Site::Unit::Stream ? 1 : kernel_.lanes;
  const ExprId all = lanes == 1 ? operand(o, operandOfMask) : packetOperand(o, operandOfMask);
  std::vector<std::vector<ExprId>> readers(loadedElements(kernel_, site));
  for (unsigned tap = 0, element = 0; element < elementsOf(site); ++element) {
    if (!(site.taps >> element & 1))
      continue;
    for (unsigned lane = 0; lane < lanes; ++lane)
      readers[element + lane].push_back(b_.slice(all, lane * bits + tap, 1));
    ++tap;
  }
  std::vector<ExprId> elements;
  for (const std::vector<ExprId> &of : readers)
    elements.push_back(of.empty() ? b_.constant(1, 0) : b_.disjunction(of));
  return b_.concat(elements);
}

/// The elements that a lane has of an answer from bit `from` on, each where its tap is. Those that come in turn have
/// nothing between them.
netlist::ExprId NodeBuilder::tapped(const Site &site, ExprId data, unsigned from) {
  const unsigned bits = 8 * site.bytes, elements = elementsOf(site);
  if (!hasLaneAddresses(site.unit) || tapsOf(site) == elements)
    return b_.slice(data, from, bits * elements);
  std::vector<ExprId> parts;
  for (unsigned e = 0; e < elements; ++e) {
    const bool isTap = site.taps >> e & 1;
    parts.push_back(isTap ? b_.slice(data, from, bits) : b_.constant(bits, 0));
    from += isTap ? bits : 0;
  }
  return b_.concat(parts);
}

}  // namespace weft::rtlgen
