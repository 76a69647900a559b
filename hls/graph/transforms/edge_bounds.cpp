// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/transforms/edge_bounds.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "hls/graph/build.h"

namespace weft::graph {
namespace {
std::optional<uint64_t> constantOf(const Op *op, unsigned width) {
  if (!op || op->opcode != Opcode::Const || width > 64)
    return std::nullopt;
  return Bits::fromHex(width, op->constant).low();
}

uint64_t ones(unsigned bits) { return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1; }
}  // namespace

EdgeBounds::EdgeBounds(const Kernel &kernel, const Node &node, const std::vector<unsigned> &active)
    : kernel_(kernel), node_(node), active_(active) {
  if (node.edges.size() < 2)
    return;  // no condition, nothing to learn
  for (const Op &op : node.ops)
    if (op.result != kNone)
      definitions_[op.result] = &op;
}

const Op *EdgeBounds::definition(ValueId id) const {
  auto found = definitions_.find(id);
  return found == definitions_.end() ? nullptr : found->second;
}

/// The largest value that `active` allows.
uint64_t EdgeBounds::most(ValueId value) const {
  if (std::optional<uint64_t> constant = constantOf(definition(value), width(value)))
    return *constant;
  return ones(active_[value]);
}

void EdgeBounds::limit(Bounds &bounds, ValueId value, uint64_t most) const {
  if (width(value) > 64)
    return;
  auto [bound, isNew] = bounds.try_emplace(value, most);
  if (!isNew)
    bound->second = std::min(bound->second, most);
  const Op *op = definition(value);
  if (!op)
    return;
  // A small result of these means small operands.
  if (op->opcode == Opcode::Or || op->opcode == Opcode::Zext || op->opcode == Opcode::UMax)
    for (ValueId operand : op->operands)
      limit(bounds, operand, most);
  if (op->opcode == Opcode::Concat) {
    unsigned at = 0;
    for (ValueId part : op->operands) {
      limit(bounds, part, at < 64 ? most >> at : 0);
      at += width(part);
    }
  }
}

/// a < b or a <= b, unsigned.
void EdgeBounds::assumeLess(Bounds &bounds, ValueId a, ValueId b, bool orEqual) const {
  const uint64_t bound = most(b);
  limit(bounds, a, orEqual || bound == 0 ? bound : bound - 1);
}

void EdgeBounds::assume(Bounds &bounds, ValueId condition, bool holds) const {
  const Op *op = definition(condition);
  if (!op)
    return;
  if (op->opcode == Opcode::Not)
    return assume(bounds, op->operands[0], !holds);
  if (op->opcode == (holds ? Opcode::And : Opcode::Or)) {
    assume(bounds, op->operands[0], holds);
    assume(bounds, op->operands[1], holds);
    return;
  }
  if (op->opcode != Opcode::ICmp)
    return;
  const ValueId a = op->operands[0], b = op->operands[1];
  Predicate p = holds ? op->predicate : inverse(op->predicate);
  const unsigned w = width(a);
  const bool aPositive = active_[a] < w, bPositive = active_[b] < w;
  switch (p) {
  case Predicate::Eq:
    limit(bounds, a, most(b));
    limit(bounds, b, most(a));
    break;
  case Predicate::Ult:
  case Predicate::Ule:
    assumeLess(bounds, a, b, p == Predicate::Ule);
    break;
  case Predicate::Ugt:
  case Predicate::Uge:
    assumeLess(bounds, b, a, p == Predicate::Uge);
    break;
  case Predicate::Slt:
  case Predicate::Sle:
    // A value that is not negative and less than another is less than the largest signed one at least.
    if (aPositive && bPositive)
      assumeLess(bounds, a, b, p == Predicate::Sle);
    else if (aPositive)
      limit(bounds, a, ones(w - 1));
    break;
  case Predicate::Sgt:
  case Predicate::Sge:
    if (aPositive && bPositive)
      assumeLess(bounds, b, a, p == Predicate::Sge);
    else if (bPositive)
      limit(bounds, b, ones(w - 1));
    break;
  default:
    break;
  }
}

/// The largest value when the bounds hold, from the value's form.
uint64_t EdgeBounds::mostUnder(const Bounds &bounds, ValueId value, unsigned depth) const {
  uint64_t result = most(value);
  if (auto found = bounds.find(value); found != bounds.end())
    result = std::min(result, found->second);
  const Op *op = definition(value);
  if (!op || depth == 0)
    return result;
  auto operand = [&](size_t i) { return mostUnder(bounds, op->operands[i], depth - 1); };
  switch (op->opcode) {
  case Opcode::Add: {
    const uint64_t a = operand(0), b = operand(1), sum = a + b;
    const bool wraps = sum < a || sum > ones(width(value));
    return wraps ? result : std::min(result, sum);
  }
  case Opcode::Or:
    return std::min(result, ones(unsigned(std::bit_width(operand(0) | operand(1)))));
  case Opcode::Zext:
    return std::min(result, operand(0));
  default:
    return result;
  }
}

/// A counter that starts at a constant and steps by another until it equals a third never exceeds that.
unsigned EdgeBounds::countedBits(size_t edge, size_t argument) const {
  const Edge &out = node_.edges[edge];
  const Op *step = definition(out.arguments[argument]);
  const unsigned w = width(out.arguments[argument]);
  if (&kernel_.nodes[out.target] != &node_ || !step || step->opcode != Opcode::Add ||
      step->operands[0] != node_.parameters[argument])
    return w;
  std::optional<uint64_t> by = constantOf(definition(step->operands[1]), w), end;
  // The edge is taken only if the counter differs from `end`.
  for (size_t e = 0; e <= edge; ++e) {
    const Op *test = node_.edges[e].condition == kNone ? nullptr : definition(node_.edges[e].condition);
    if (!test || test->opcode != Opcode::ICmp || test->operands[0] != out.arguments[argument])
      continue;
    if (test->predicate == (e == edge ? Predicate::Ne : Predicate::Eq))
      end = constantOf(definition(test->operands[1]), w);
  }
  if (!by || *by == 0 || !end)
    return w;
  const NodeId self = out.target;
  for (const Node &other : kernel_.nodes) {
    if (&other == &node_)
      continue;
    for (const Edge &in : other.edges) {
      if (in.target != self)
        continue;
      const Op *start = nullptr;
      for (const Op &op : other.ops)
        if (op.result == in.arguments[argument])
          start = &op;
      std::optional<uint64_t> first = constantOf(start, w);
      if (!first || *first >= *end || (*end - *first) % *by)
        return w;
    }
  }
  for (const Edge &in : node_.edges)  // no other way round that moves it
    if (in.target == self && &in != &out)
      return w;
  return unsigned(std::bit_width(*end));
}

unsigned EdgeBounds::of(size_t edge, size_t argument) const {
  const ValueId value = node_.edges[edge].arguments[argument];
  if (node_.edges.size() < 2)
    return width(value);
  Bounds bounds;
  for (size_t e = 0; e < edge; ++e)
    assume(bounds, node_.edges[e].condition, false);
  if (node_.edges[edge].condition != kNone)
    assume(bounds, node_.edges[edge].condition, true);
  const unsigned bits = width(value) > 64 ? width(value) : unsigned(std::bit_width(mostUnder(bounds, value, 4)));
  return std::min(bits, countedBits(edge, argument));
}

}  // namespace weft::graph
