// SPDX-License-Identifier: Apache-2.0
// Shl, LShr, AShr.
#include "hls/graph/numbers.h"
#include "hls/graph/operations/families.h"
#include "hls/graph/operations/rules.h"

namespace weft::graph {
namespace {

std::optional<Bits> shift(const Op &op, const Operands &in, unsigned width) {
  const unsigned by = unsigned(in[1].low() % width);
  if (op.opcode == Opcode::Shl) {
    Bits result(width);
    result.insert(by, in[0].slice(0, width - by));
    return result;
  }
  const Bits part = in[0].slice(by, width - by);
  return op.opcode == Opcode::LShr ? part.zext(width) : part.sext(width);
}

ValueId shiftBy(Builder &build, Opcode opcode, ValueId a, unsigned by) {
  const unsigned width = build.width(a);
  by %= width;
  if (by == 0)
    return a;
  if (opcode == Opcode::Shl) {
    const ValueId zeros = build.constant(by, 0);
    return build.concat({zeros, build.slice(a, 0, width - by)});
  }
  const ValueId part = build.slice(a, by, width - by);
  return opcode == Opcode::LShr ? build.zextOrTrunc(part, width) : build.sextOrTrunc(part, width);
}

/// A number that is one of two constants.
struct Choice {
  ValueId condition;
  unsigned ifTrue, ifFalse;
};

/// As a selection, as one bit among zeros or ones, which is what LLVM makes of a shift in a conditional expression.
std::optional<Choice> choiceOf(Builder &build, ValueId amount) {
  const Op *from = build.definition(amount);
  const unsigned width = build.width(amount);
  if (width == 1)
    return Choice{amount, 1, 0};
  if (!from || width > 64)
    return std::nullopt;
  if (from->opcode == Opcode::Zext)
    return choiceOf(build, from->operands[0]);
  if (from->opcode == Opcode::Select) {
    const std::optional<Bits> ifTrue = build.constantValue(from->operands[1]),
                              ifFalse = build.constantValue(from->operands[2]);
    return ifTrue && ifFalse
               ? std::optional(Choice{from->operands[0], unsigned(ifTrue->low()), unsigned(ifFalse->low())})
               : std::nullopt;
  }
  if (from->opcode != Opcode::And && from->opcode != Opcode::Xor)
    return std::nullopt;
  const bool second = build.constantValue(from->operands[1]).has_value();
  const std::optional<Bits> constant = build.constantValue(from->operands[second]);
  const ValueId other = from->operands[!second];
  if (!constant || constant->low() > ~0u)
    return std::nullopt;
  const unsigned mask = unsigned(constant->low());
  if (from->opcode == Opcode::And)
    return std::has_single_bit(mask)
               ? std::optional(Choice{build.slice(other, unsigned(std::countr_zero(mask)), 1), mask, 0})
               : std::nullopt;
  std::optional<Choice> choice = choiceOf(build, other);
  if (choice) {
    choice->ifTrue ^= mask;
    choice->ifFalse ^= mask;
  }
  return choice;
}

/// Constant shifts are wires, and one by either of two constants is a selection.
std::optional<ValueId> foldShift(Builder &build, Op &op, unsigned /*width*/) {
  const ValueId a = op.operands[0];
  if (const std::optional<Bits> c = build.constantValue(op.operands[1]))
    return shiftBy(build, op.opcode, a, unsigned(c->low() % build.width(a)));
  if (const std::optional<Choice> by = choiceOf(build, op.operands[1])) {
    const ValueId ifTrue = shiftBy(build, op.opcode, a, by->ifTrue);
    return build.select(by->condition, ifTrue, shiftBy(build, op.opcode, a, by->ifFalse));
  }
  return std::nullopt;
}

template <bool Left> unsigned shiftDemanded(const ActiveBits &op, unsigned demanded, size_t i) {
  const unsigned width = op.result();
  if (i == 0)
    return Left ? demanded : width;
  return std::has_single_bit(width) ? indexBits(width) : width;
}

template <unsigned Direction> std::vector<Setting> shiftSettings(const Op &, unsigned, unsigned operand) {
  return {{"Width", operand}, {"Direction", Direction}};
}

constexpr Operation kOperations[] = {
    {.opcode = Opcode::Shl,
     .movesBits = MovesBits::ByConstant,
     .checkWidths = allEqual,
     .evaluate = shift,
     .fold = foldShift,
     .demanded = shiftDemanded<true>,
     .origins = {{"shl"}},
     .expression = true,
     .settings = shiftSettings<0>},
    {.opcode = Opcode::LShr,
     .movesBits = MovesBits::ByConstant,
     .checkWidths = allEqual,
     .evaluate = shift,
     .fold = foldShift,
     .active = firstActive,
     .demanded = shiftDemanded<false>,
     .origins = {{"lshr"}},
     .expression = true,
     .settings = shiftSettings<1>},
    {.opcode = Opcode::AShr,
     .movesBits = MovesBits::ByConstant,
     .checkWidths = allEqual,
     .evaluate = shift,
     .fold = foldShift,
     .active = firstActive,
     .demanded = shiftDemanded<false>,
     .origins = {{"ashr"}},
     .expression = true,
     .settings = shiftSettings<2>},
};

}  // namespace

std::span<const Operation> shiftOperations() { return kOperations; }

}  // namespace weft::graph
