// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/alias.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "hls/graph/build.h"

namespace weft::graph {

bool isWrite(const Op &op) { return op.opcode != Opcode::Load && op.opcode != Opcode::MemRead; }

namespace {

void sortPairs(std::vector<ArgumentPair> &pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace

Conflict conflictOf(const Kernel &kernel, const Site &a, const Site &b) {
  Conflict conflict;
  for (uint32_t x : a.arguments)
    for (uint32_t y : b.arguments)
      if (x == y)
        return {true, {}};
      else if (!kernel.arguments[x].noAlias && !kernel.arguments[y].noAlias)
        conflict.pairs.emplace_back(std::minmax(x, y));
  sortPairs(conflict.pairs);
  return conflict;
}

Conflict conflictOf(const Kernel &kernel, const Op &a, const Op &b) {
  if (a.opcode == Opcode::Report || b.opcode == Opcode::Report)
    return {};  // a report accesses nothing
  if (a.opcode == Opcode::Fence || b.opcode == Opcode::Fence)
    return {true, {}};
  if ((!isWrite(a) && !isWrite(b)) || isGlobalAccess(a) != isGlobalAccess(b))
    return {};
  if (!isGlobalAccess(a))
    return {a.index == b.index, {}};
  return conflictOf(kernel, kernel.sites[a.index], kernel.sites[b.index]);
}

bool mayConflict(const Kernel &kernel, const Op &a, const Op &b) { return bool(conflictOf(kernel, a, b)); }

namespace {

/// Of all writes and fences of the kernel, with what `counts` leaves of each conflict.
template <class Counts> Conflict changesOf(const Kernel &kernel, const Op &load, Counts counts) {
  Conflict all;
  for (const Node &node : kernel.nodes)
    for (const Op &op : node.ops) {
      if (op.opcode != Opcode::Fence && !(isGlobalAccess(op) && isWrite(op)))
        continue;
      const Conflict one = conflictOf(kernel, op, load);
      all.always |= one.always && counts(op);
      all.pairs.insert(all.pairs.end(), one.pairs.begin(), one.pairs.end());
    }
  sortPairs(all.pairs);
  return all;
}

}  // namespace

Conflict mayChange(const Kernel &kernel, const Op &load) {
  return changesOf(kernel, load, [](const Op &) { return true; });
}

Conflict mayBeStale(const Kernel &kernel, const Op &load) {
  const bool comesFirst = kernel.sites[load.index].order.kind < SiteOrder::Kind::Always;
  return changesOf(kernel, load, [&](const Op &write) { return !comesFirst || write.opcode != Opcode::Store; });
}

NodeAliases::NodeAliases(const Kernel &kernel, const Node &node)
    : kernel_(kernel), node_(node), definitions_(definitionsIn(kernel, node)) {}

std::optional<Bits> NodeAliases::constant(ValueId id) const {
  const Op *op = definition(id);
  if (!op || op->opcode != Opcode::Const)
    return std::nullopt;
  return Bits::fromHex(kernel_.values[id].width, op->constant);
}

ValueId NodeAliases::addressOf(const Op &op) const {
  const Op *made = isGlobalAccess(op) ? definition(op.operands[0]) : nullptr;
  const bool marked = made && made->opcode == Opcode::Concat && made->operands.size() == 2 &&
                      kernel_.values[made->operands[0]].width == kernel_.addressBits;
  return marked ? made->operands[0] : op.operands[0];
}

std::optional<ValueId> NodeAliases::beyondOf(const Op &op) const {
  if (addressOf(op) == op.operands[0])
    return std::nullopt;
  return definition(op.operands[0])->operands[1];
}

void NodeAliases::addTerms(Sum &sum, ValueId value, unsigned depth) const {
  constexpr unsigned kDeepest = 6;
  const Op *op = definition(value);
  if (const std::optional<Bits> known = constant(value))
    sum.constant = sum.constant + *known;
  else if (!op || (op->opcode != Opcode::Add && op->opcode != Opcode::Spread) || depth == kDeepest)
    sum.terms.push_back(value);
  else
    for (const ValueId operand : op->operands)
      addTerms(sum, operand, depth + 1);
}

const NodeAliases::Sum &NodeAliases::sumOf(ValueId value) const {
  auto [entry, isNew] = sums_.try_emplace(value, Sum{{}, Bits(kernel_.values[value].width)});
  Sum &sum = entry->second;
  if (isNew) {
    addTerms(sum, value, 0);
    std::sort(sum.terms.begin(), sum.terms.end());
  }
  return sum;
}

NodeAliases::Distinct NodeAliases::distinctTerms(ValueId a, ValueId b) const {
  Distinct distinct;
  if (kernel_.values[a].width != kernel_.values[b].width)
    return {{a}, {b}};
  const Sum &x = sumOf(a), &y = sumOf(b);
  std::set_difference(x.terms.begin(), x.terms.end(), y.terms.begin(), y.terms.end(),
                      std::back_inserter(distinct.first));
  std::set_difference(y.terms.begin(), y.terms.end(), x.terms.begin(), x.terms.end(),
                      std::back_inserter(distinct.second));
  if (distinct.first.size() == 1 && distinct.second.size() == 1)
    if (const auto inside = insideOf(distinct.first[0], distinct.second[0]))
      return distinctTerms(inside->first, inside->second);
  return distinct;
}

std::optional<std::pair<ValueId, ValueId>> NodeAliases::insideOf(ValueId a, ValueId b) const {
  const Op *p = definition(a), *q = definition(b);
  if (!p || !q || p->opcode != q->opcode || p->operands.size() != q->operands.size())
    return std::nullopt;
  switch (p->opcode) {
  case Opcode::Trunc:
  case Opcode::Sext:
  case Opcode::Zext:
    return std::pair(p->operands[0], q->operands[0]);
  case Opcode::Concat:
    if (p->operands.size() == 2 && constant(p->operands[0]) && constant(q->operands[0]))
      return std::pair(p->operands[1], q->operands[1]);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<Bits> NodeAliases::difference(ValueId a, ValueId b) const {
  if (!affine_)
    affine_.emplace(kernel_, node_);
  return affine_->difference(a, b);
}

bool NodeAliases::exclusive(const Op &a, const Op &b) const {
  if (!a.predicated || !b.predicated)
    return false;
  // An access of a packet is made if any of its lanes makes it.
  const auto condition = [&](const Op &op) {
    const Op *any = definition(op.operands.back());
    return any && any->opcode == Opcode::Any ? any->operands[0] : op.operands.back();
  };
  const ValueId x = condition(a), y = condition(b);
  if (!conditions_)
    conditions_.emplace(kernel_, node_);
  return x != y && conditions_->exclude(x, y);
}

/// Whether the form of both addresses shows that no byte is accessed by both.
bool NodeAliases::disjoint(const Op &a, const Op &b) const {
  const std::optional<Bits> apart = difference(addressOf(b), addressOf(a));
  if (!apart || apart->width() > 63)
    return false;
  const auto bytes = [&](const Op &op) { return kernel_.values[isWrite(op) ? op.operands[1] : op.result].width / 8; };
  const uint64_t d = apart->low(), whole = uint64_t(1) << apart->width();
  return d >= bytes(a) && whole - d >= bytes(b);
}

Conflict NodeAliases::conflictOf(const Op &a, const Op &b) const {
  Conflict conflict = graph::conflictOf(kernel_, a, b);
  const bool fence = a.opcode == Opcode::Fence || b.opcode == Opcode::Fence;
  if (conflict && !fence && (disjoint(a, b) || exclusive(a, b)))
    return {};
  return conflict;
}

}  // namespace weft::graph
