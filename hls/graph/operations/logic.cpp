// SPDX-License-Identifier: Apache-2.0
// And, Or, Xor, Not, and what is done across lanes.
#include "hls/graph/operations/families.h"
#include "hls/graph/operations/rules.h"

namespace weft::graph {
namespace {

std::optional<ValueId> foldNot(Builder &build, Op &op, unsigned) {
  const Op *from = build.definition(op.operands[0]);
  return from && from->opcode == Opcode::Not ? std::optional(from->operands[0]) : std::nullopt;
}

/// Operands of which one makes the other superfluous: x op x, x op ~x, x & (x & y), x | (x | y).
std::optional<ValueId> foldRelated(Builder &build, const Op &op, unsigned width) {
  const ValueId a = op.operands[0], b = op.operands[1];
  const bool isXor = op.opcode == Opcode::Xor;
  if (a == b)
    return isXor ? build.constant(width, 0) : a;
  const auto isNotOf = [&](ValueId x, ValueId y) {
    const Op *from = build.definition(x);
    return from && from->opcode == Opcode::Not && from->operands[0] == y;
  };
  if (isNotOf(a, b) || isNotOf(b, a))
    return build.constant(op.opcode == Opcode::And ? Bits(width) : Bits::ones(width));
  if (isXor)
    return std::nullopt;
  for (auto [x, y] : {std::pair(a, b), std::pair(b, a)})  // chains of predicates are full of these
    if (const Op *from = build.definition(y);
        from && from->opcode == op.opcode && (from->operands[0] == x || from->operands[1] == x))
      return y;
  return std::nullopt;
}

/// A mask of low bits is a slice.
std::optional<ValueId> foldMask(Builder &build, ValueId a, const Bits &mask) {
  unsigned low = 0;
  while (low < mask.width() && mask.bit(low))
    ++low;
  if (!low || !mask.slice(low, mask.width() - low).isZero())
    return std::nullopt;
  return build.zextOrTrunc(build.slice(a, 0, low), mask.width());
}

std::optional<ValueId> foldBitwise(Builder &build, Op &op, unsigned width) {
  if (std::optional<ValueId> simpler = foldRelated(build, op, width))
    return simpler;
  const ValueId a = op.operands[0], b = op.operands[1];
  const bool isXor = op.opcode == Opcode::Xor, isAnd = op.opcode == Opcode::And;
  const std::optional<Bits> c = build.constantValue(b);
  if (!c)
    return std::nullopt;
  if (c->isZero())
    return isAnd ? b : a;
  if (c->isOnes())
    return isXor ? build.bitNot(a) : isAnd ? a : b;
  if (const Op *from = build.definition(a); from && from->opcode == op.opcode)
    if (const std::optional<Bits> other = build.constantValue(from->operands[1])) {
      const ValueId base = from->operands[0];
      return build.binary(op.opcode, base, build.constant(isXor ? *c ^ *other : isAnd ? *c & *other : *c | *other));
    }
  return isAnd ? foldMask(build, a, *c) : std::nullopt;
}

constexpr Operation kOperations[] = {
    {.opcode = Opcode::And,
     .commutative = true,
     .bitwise = true,
     .checkWidths = allEqual,
     .evaluate = [](const Op &, const Operands &in, unsigned) { return std::optional(in[0] & in[1]); },
     .fold = foldBitwise,
     .active = leastActive,
     .demanded =
         [](const ActiveBits &op, unsigned demanded, size_t i) {  // the other operand hides what lies above it
           return std::min(demanded, op.active(1 - i));
         },
     .narrow = narrowToResult,
     .origins = {{"and"}},
     .expression = true,
     .infix = "&"},
    {.opcode = Opcode::Or,
     .commutative = true,
     .bitwise = true,
     .checkWidths = allEqual,
     .evaluate = [](const Op &, const Operands &in, unsigned) { return std::optional(in[0] | in[1]); },
     .fold = foldBitwise,
     .active = mostActive,
     .demanded = sameDemanded,
     .narrow = narrowToResult,
     .origins = {{"or"}},
     .expression = true,
     .infix = "|"},
    {.opcode = Opcode::Xor,
     .commutative = true,
     .bitwise = true,
     .checkWidths = allEqual,
     .evaluate = [](const Op &, const Operands &in, unsigned) { return std::optional(in[0] ^ in[1]); },
     .fold = foldBitwise,
     .active = mostActive,
     .demanded = sameDemanded,
     .narrow = narrowToResult,
     .origins = {{"xor"}},
     .expression = true,
     .infix = "^"},
    {.opcode = Opcode::Not,
     .bitwise = true,
     .checkWidths = allEqual,
     .evaluate = [](const Op &, const Operands &in, unsigned) { return std::optional(~in[0]); },
     .fold = foldNot,
     .demanded = sameDemanded,
     .narrow = [](Narrowing &op) { return op.build.bitNot(op.operand(0, op.bits)); },
     .expression = true},
    {.opcode = Opcode::Any,  // made when widths are final; hardware gathers the lanes itself
     .movesBits = MovesBits::Always,
     .checkWidths = [](const Shape &shape) -> std::string {
       return shape.result == 1 && shape.operands[0] == 1 ? "" : "operand and result are not 1 bit wide";
     },
     .evaluate = [](const Op &, const Operands &in, unsigned) { return std::optional(in[0]); }},
    {.opcode = Opcode::Pick,
     .checkWidths = [](const Shape &shape) -> std::string {
       return shape.result == shape.operands[0] && shape.operands[1] == 1
                  ? ""
                  : "operand 0 and result differ in width, or operand 1 is not 1 bit wide";
     },
     .evaluate = [](const Op &, const Operands &in, unsigned) { return std::optional(in[0]); }},
    {.opcode = Opcode::Spread,
     .checkWidths = allEqual,
     .evaluate = [](const Op &, const Operands &in, unsigned) { return std::optional(in[0]); }},
};

}  // namespace

std::span<const Operation> logicOperations() { return kOperations; }

}  // namespace weft::graph
