// SPDX-License-Identifier: Apache-2.0
// Select, and elements at a variable index: DynSlice, DynInsert.
#include "hls/graph/numbers.h"
#include "hls/graph/operations/families.h"
#include "hls/graph/operations/rules.h"

namespace weft::graph {
namespace {

bool isBelow(const Bits &index, unsigned elements) {
  return index.low() < elements && index.slice(64, index.width()).isZero();
}

std::optional<Bits> evaluateDynSlice(const Op &, const Operands &in, unsigned width) {
  const unsigned index = isBelow(in[1], in[0].width() / width) ? unsigned(in[1].low()) : 0;
  return in[0].slice(index * width, width);
}

std::optional<Bits> evaluateDynInsert(const Op &, const Operands &in, unsigned width) {
  const unsigned element = in[2].width();
  Bits result = in[0];
  if (isBelow(in[1], width / element))
    result.insert(unsigned(in[1].low()) * element, in[2]);
  return result;
}

std::optional<ValueId> foldDynSlice(Builder &build, Op &op, unsigned width) {
  const std::optional<Bits> index = build.constantValue(op.operands[1]);
  if (!index || !isBelow(*index, build.width(op.operands[0]) / width))
    return std::nullopt;
  return build.slice(op.operands[0], unsigned(index->low()) * width, width);
}

std::optional<ValueId> foldDynInsert(Builder &build, Op &op, unsigned width) {
  const std::optional<Bits> index = build.constantValue(op.operands[1]);
  if (!index)
    return std::nullopt;
  const ValueId whole = op.operands[0], part = op.operands[2];
  const unsigned element = build.width(part);
  if (!isBelow(*index, width / element))
    return whole;
  const unsigned lo = unsigned(index->low()) * element;
  std::vector<ValueId> parts;
  if (lo)
    parts.push_back(build.slice(whole, 0, lo));
  parts.push_back(part);
  if (lo + element < width)
    parts.push_back(build.slice(whole, lo + element, width - lo - element));
  return build.concat(parts);
}

/// A select with an arm that the same condition chooses, or that may have any value.
std::optional<ValueId> foldNested(Builder &build, ValueId c, ValueId a, ValueId b) {
  const auto armOf = [&](ValueId arm, bool taken) -> std::optional<ValueId> {
    const Op *from = build.definition(arm);
    if (from && from->opcode == Opcode::Select && from->operands[0] == c)
      return from->operands[taken ? 1 : 2];
    if (from && from->opcode == Opcode::Poison)
      return taken ? b : a;
    return std::nullopt;
  };
  if (const auto inner = armOf(a, true))
    return build.select(c, *inner, b);
  if (const auto inner = armOf(b, false))
    return build.select(c, a, *inner);
  return std::nullopt;
}

std::optional<ValueId> foldBit(Builder &build, ValueId c, ValueId a, ValueId b) {
  if (build.isConstant(a, 1))
    return build.bitOr(c, b);
  if (build.isConstant(a, 0))
    return build.bitAnd(build.bitNot(c), b);
  if (build.isConstant(b, 1))
    return build.bitOr(build.bitNot(c), a);
  if (build.isConstant(b, 0))
    return build.bitAnd(c, a);
  return std::nullopt;
}

/// Of 0 and 1, or of 0 and -1: the condition, extended.
std::optional<ValueId> foldConstants(Builder &build, ValueId c, const Bits &a, const Bits &b) {
  const unsigned width = a.width();
  const Bits one(width, 1);
  if (b.isZero() && a == one)
    return build.zextOrTrunc(c, width);
  if (a.isZero() && b == one)
    return build.zextOrTrunc(build.bitNot(c), width);
  if (b.isZero() && a.isOnes())
    return build.sextOrTrunc(c, width);
  if (a.isZero() && b.isOnes())
    return build.sextOrTrunc(build.bitNot(c), width);
  return std::nullopt;
}

std::optional<ValueId> foldSelect(Builder &build, Op &op, unsigned width) {
  const ValueId c = op.operands[0], a = op.operands[1], b = op.operands[2];
  if (const std::optional<Bits> known = build.constantValue(c))
    return known->isZero() ? b : a;
  if (a == b)
    return a;
  if (const Op *from = build.definition(c); from && from->opcode == Opcode::Not) {
    const ValueId positive = from->operands[0];
    return build.select(positive, b, a);
  }
  if (std::optional<ValueId> simpler = foldNested(build, c, a, b))
    return simpler;
  if (width == 1)
    return foldBit(build, c, a, b);
  const std::optional<Bits> one = build.constantValue(a), other = build.constantValue(b);
  return one && other ? foldConstants(build, c, *one, *other) : std::nullopt;
}

std::string elementWidths(unsigned whole, unsigned element) {
  return element && whole % element == 0 ? "" : "the operand is no whole number of elements";
}

std::string selectWidths(const Shape &shape) {
  if (shape.operands[0] != 1)
    return "the condition is not 1 bit wide";
  return shape.operands[1] == shape.result && shape.operands[2] == shape.result ? ""
                                                                                : "arms and result differ in width";
}

std::string dynInsertWidths(const Shape &shape) {
  return shape.operands[0] == shape.result ? elementWidths(shape.result, shape.operands[2])
                                           : "the whole and the result differ in width";
}

unsigned dynSliceDemanded(const ActiveBits &op, unsigned, size_t i) {
  return i == 0 ? op.width(0) : indexBits(op.width(0) / op.result());
}

unsigned dynInsertDemanded(const ActiveBits &op, unsigned demanded, size_t i) {
  return i == 0 ? demanded : i == 1 ? indexBits(op.result() / op.width(2)) : op.width(2);
}

ValueId narrowSelect(Narrowing &op) {
  const ValueId yes = op.operand(1, op.bits), no = op.operand(2, op.bits);
  return op.build.select(op.operand(0, 1), yes, no);
}

/// The index alone.
ValueId narrowIndex(Narrowing &op) {
  std::vector<ValueId> operands;
  for (size_t i = 0; i < op.op.operands.size(); ++i)
    operands.push_back(op.operand(i, i == 1 ? op.kept(i) : op.width(i)));
  return op.finish(op.build.pure(op.op.opcode, op.full, operands));
}

constexpr Operation kOperations[] = {
    {.opcode = Opcode::Select,
     .checkWidths = selectWidths,
     .evaluate = [](const Op &, const Operands &in, unsigned) { return std::optional(in[0].bit(0) ? in[1] : in[2]); },
     .fold = foldSelect,
     .active = [](const ActiveBits &op) { return std::max(op.active(1), op.active(2)); },
     .demanded = [](const ActiveBits &, unsigned demanded, size_t i) { return i == 0 ? 1 : demanded; },
     .narrow = narrowSelect,
     .expression = true},
    {.opcode = Opcode::DynSlice,
     .movesBits = MovesBits::ByConstant,
     .checkWidths = [](const Shape &shape) { return elementWidths(shape.operands[0], shape.result); },
     .evaluate = evaluateDynSlice,
     .fold = foldDynSlice,
     .demanded = dynSliceDemanded,
     .narrow = narrowIndex,
     .expression = true},
    {.opcode = Opcode::DynInsert,
     .movesBits = MovesBits::ByConstant,
     .checkWidths = dynInsertWidths,
     .evaluate = evaluateDynInsert,
     .fold = foldDynInsert,
     .demanded = dynInsertDemanded,
     .narrow = narrowIndex,
     .expression = true},
};

}  // namespace

std::span<const Operation> selectionOperations() { return kOperations; }

}  // namespace weft::graph
