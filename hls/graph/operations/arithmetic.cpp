// SPDX-License-Identifier: Apache-2.0
// Add, Sub.
#include "hls/graph/operations/families.h"
#include "hls/graph/operations/rules.h"

namespace weft::graph {
namespace {

/// {high, k} + c: adds to the varying high part only; the constant low part may carry.
ValueId addToHigh(Builder &build, const Bits &low, ValueId high, const Bits &c) {
  const unsigned k = low.width(), rest = c.width() - k;
  const Bits sum = low.zext(k + 1) + c.slice(0, k).zext(k + 1);
  Bits upper = c.slice(k, rest);
  if (sum.bit(k))
    upper = upper + Bits(rest, 1);
  const ValueId lowSum = build.constant(sum.slice(0, k));
  return build.concat({lowSum, build.add(high, build.constant(upper))});
}

std::optional<ValueId> foldAdd(Builder &build, Op &op, unsigned) {
  const ValueId a = op.operands[0];
  const std::optional<Bits> c = build.constantValue(op.operands[1]);
  if (!c)
    return std::nullopt;
  if (c->isZero())
    return a;
  const Op *from = build.definition(a);
  if (from && from->opcode == Opcode::Add)
    if (const std::optional<Bits> other = build.constantValue(from->operands[1])) {
      const ValueId base = from->operands[0];
      return build.add(base, build.constant(*c + *other));
    }
  if (from && from->opcode == Opcode::Concat && from->operands.size() == 2)
    if (const std::optional<Bits> low = build.constantValue(from->operands[0]))
      return addToHigh(build, *low, from->operands[1], *c);
  return std::nullopt;
}

std::optional<ValueId> foldSub(Builder &build, Op &op, unsigned width) {
  const ValueId a = op.operands[0], b = op.operands[1];
  if (a == b)
    return build.constant(width, 0);
  if (const std::optional<Bits> c = build.constantValue(b))
    return build.add(a, build.constant(Bits(width) - *c));
  return std::nullopt;
}

constexpr Operation kOperations[] = {
    {.opcode = Opcode::Add,
     .commutative = true,
     .checkWidths = allEqual,
     .evaluate = [](const Op &, const Operands &in, unsigned) { return std::optional(in[0] + in[1]); },
     .fold = foldAdd,
     .active = [](const ActiveBits &op) { return mostActive(op) + 1; },
     .demanded = sameDemanded,
     .narrow = narrowToResult,
     .origins = {{"add"}},
     .expression = true,
     .infix = "+"},
    {.opcode = Opcode::Sub,
     .checkWidths = allEqual,
     .evaluate = [](const Op &, const Operands &in, unsigned) { return std::optional(in[0] - in[1]); },
     .fold = foldSub,
     .demanded = sameDemanded,
     .narrow = narrowToResult,
     .origins = {{"sub"}},
     .expression = true,
     .infix = "-"},
};

}  // namespace

std::span<const Operation> arithmeticOperations() { return kOperations; }

}  // namespace weft::graph
