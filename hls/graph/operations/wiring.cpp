// SPDX-License-Identifier: Apache-2.0
// Zext, Sext, Trunc, Slice, Concat: bits under other numbers.
#include "hls/graph/operations/families.h"
#include "hls/graph/operations/rules.h"

namespace weft::graph {
namespace {

std::string widens(const Shape &shape) { return shape.operands[0] < shape.result ? "" : "does not widen"; }

std::string concatWidths(const Shape &shape) {
  uint64_t sum = 0;
  for (unsigned width : shape.operands)
    sum += width;
  return sum == shape.result
             ? ""
             : "operands have " + std::to_string(sum) + " bits, the result " + std::to_string(shape.result);
}

std::optional<Bits> evaluateConcat(const Op &, const Operands &in, unsigned width) {
  Bits result(width);
  unsigned lo = 0;
  for (const Bits &part : in) {
    result.insert(lo, part);
    lo += part.width();
  }
  return result;
}

/// An extension of an extension. A zero-extended value is not negative: both extensions agree.
std::optional<ValueId> foldExtension(Builder &build, Op &op, unsigned width) {
  const Op *from = build.definition(op.operands[0]);
  if (!from || !(from->opcode == Opcode::Zext || (from->opcode == Opcode::Sext && op.opcode == Opcode::Sext)))
    return std::nullopt;
  const Opcode inner = from->opcode;
  const ValueId base = from->operands[0];
  return build.pure(inner, width, {base});
}

/// Bits [lo, lo+width) of an extension.
ValueId sliceOfExtension(Builder &build, const Op &extension, unsigned lo, unsigned width) {
  const ValueId base = extension.operands[0];
  const unsigned inner = build.width(base);
  const bool isSigned = extension.opcode == Opcode::Sext;
  if (lo + width <= inner)
    return build.slice(base, lo, width);
  if (lo >= inner)
    return isSigned ? build.sextOrTrunc(build.slice(base, inner - 1, 1), width) : build.constant(width, 0);
  const ValueId part = build.slice(base, lo, inner - lo);
  return isSigned ? build.sextOrTrunc(part, width) : build.zextOrTrunc(part, width);
}

ValueId sliceOfConcat(Builder &build, const Op &concat, unsigned lo, unsigned width) {
  std::vector<ValueId> parts;
  unsigned start = 0;
  for (ValueId part : concat.operands) {
    const unsigned end = start + build.width(part), from = std::max(start, lo), to = std::min(end, lo + width);
    if (from < to)
      parts.push_back(build.slice(part, from - start, to - from));
    start = end;
  }
  return build.concat(parts);
}

std::optional<ValueId> foldSlice(Builder &build, Op &op, unsigned width) {
  const ValueId a = op.operands[0];
  const unsigned lo = op.lo;
  if (lo == 0 && width == build.width(a))
    return a;
  const Op *definition = build.definition(a);
  if (!definition)
    return std::nullopt;
  const Op from = *definition;  // the next op made may move it
  switch (from.opcode) {
  case Opcode::Trunc:
  case Opcode::Slice:
    return build.slice(from.operands[0], lo + from.lo, width);
  case Opcode::Zext:
  case Opcode::Sext:
    return sliceOfExtension(build, from, lo, width);
  case Opcode::Concat:
    return sliceOfConcat(build, from, lo, width);
  case Opcode::Poison:
    return build.poison(width);
  case Opcode::Arg:
    return build.arg(width, from.index, from.lo + lo);
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
    // Masks and flags: pull the slice in when one side then becomes constant or wires.
    if (build.constantValue(from.operands[1])) {
      const ValueId left = build.slice(from.operands[0], lo, width);
      return build.binary(from.opcode, left, build.slice(from.operands[1], lo, width));
    }
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Neighbours that are constants, or adjacent slices of one value, as one part.
std::optional<ValueId> joined(Builder &build, ValueId low, ValueId high) {
  const std::optional<Bits> lowBits = build.constantValue(low), highBits = build.constantValue(high);
  if (lowBits && highBits) {
    Bits both(lowBits->width() + highBits->width());
    both.insert(0, *lowBits);
    both.insert(lowBits->width(), *highBits);
    return build.constant(both);
  }
  const auto source = [&](ValueId v) -> std::pair<ValueId, unsigned> {
    const Op *from = build.definition(v);
    const bool cut = from && (from->opcode == Opcode::Slice || from->opcode == Opcode::Trunc);
    return cut ? std::pair(from->operands[0], from->lo) : std::pair(v, 0u);
  };
  const auto [lowFrom, lowLo] = source(low);
  const auto [highFrom, highLo] = source(high);
  if (lowFrom != highFrom || highLo != lowLo + build.width(low))
    return std::nullopt;
  return build.slice(lowFrom, lowLo, build.width(low) + build.width(high));
}

std::optional<ValueId> foldConcat(Builder &build, Op &op, unsigned width) {
  std::vector<ValueId> parts;
  bool changed = false;
  for (ValueId part : op.operands) {
    const Op *from = build.definition(part);
    if (from && from->opcode == Opcode::Concat) {
      parts.insert(parts.end(), from->operands.begin(), from->operands.end());
      changed = true;
    } else
      parts.push_back(part);
  }
  std::vector<ValueId> merged;
  for (ValueId part : parts) {
    const std::optional<ValueId> both = merged.empty() ? std::nullopt : joined(build, merged.back(), part);
    if (both) {
      merged.back() = *both;
      changed = true;
    } else
      merged.push_back(part);
  }
  if (merged.size() > 1 && build.constantValue(merged.back()) && build.constantValue(merged.back())->isZero()) {
    merged.pop_back();
    return build.pure(Opcode::Zext, width, {build.concat(merged)});
  }
  return changed ? std::optional(build.concat(merged)) : std::nullopt;
}

unsigned sextActive(const ActiveBits &op) { return op.active(0) < op.width(0) ? op.active(0) : op.result(); }

unsigned concatActive(const ActiveBits &op) {
  unsigned lo = 0, result = 0;
  for (size_t i = 0; i < op.operands(); ++i) {
    if (op.active(i))
      result = lo + op.active(i);
    lo += op.width(i);
  }
  return result;
}

unsigned concatDemanded(const ActiveBits &op, unsigned demanded, size_t i) {
  unsigned lo = 0;
  for (size_t below = 0; below < i; ++below)
    lo += op.width(below);
  return lo < demanded ? demanded - lo : 0;
}

ValueId narrowSext(Narrowing &op) {
  const unsigned from = op.width(0);
  return op.bits <= from ? op.operand(0, op.bits) : op.build.sextOrTrunc(op.operand(0, from), op.bits);
}

ValueId narrowConcat(Narrowing &op) {
  std::vector<ValueId> parts;
  for (size_t i = 0; i < op.op.operands.size(); ++i)
    parts.push_back(op.operand(i, op.width(i)));
  return op.finish(op.build.concat(parts));
}

ValueId narrowToOperand(Narrowing &op) { return op.operand(0, op.bits); }

std::optional<Bits> evaluateZext(const Op &, const Operands &in, unsigned width) { return in[0].zext(width); }

constexpr Operation kOperations[] = {
    {.opcode = Opcode::Zext,
     .movesBits = MovesBits::Always,
     .checkWidths = widens,
     .evaluate = evaluateZext,
     .fold = foldExtension,
     .active = firstActive,
     .demanded = sameDemanded,
     .narrow = narrowToOperand,
     .expression = true},
    {.opcode = Opcode::Sext,
     .movesBits = MovesBits::Always,
     .checkWidths = widens,
     .evaluate = [](const Op &, const Operands &in, unsigned width) { return std::optional(in[0].sext(width)); },
     .fold = foldExtension,
     .active = sextActive,
     .demanded = sameDemanded,
     .narrow = narrowSext,
     .expression = true},
    {.opcode = Opcode::Trunc,
     .movesBits = MovesBits::Always,
     .checkWidths = [](const Shape &s) -> std::string { return s.operands[0] > s.result ? "" : "does not narrow"; },
     .evaluate = evaluateZext,
     .fold = foldSlice,
     .active = firstActive,
     .demanded = sameDemanded,
     .narrow = narrowToOperand,
     .expression = true},
    {.opcode = Opcode::Slice,
     .movesBits = MovesBits::Always,
     .checkWidths = [](const Shape &s) -> std::string {
       return uint64_t(s.lo) + s.result <= s.operands[0] ? "" : "reaches past the operand";
     },
     .evaluate = [](const Op &op, const Operands &in,
                    unsigned width) { return std::optional(in[0].slice(op.lo, width)); },
     .fold = foldSlice,
     .active = [](const ActiveBits &op) { return op.active(0) > op.lo() ? op.active(0) - op.lo() : 0; },
     .demanded = [](const ActiveBits &op, unsigned demanded, size_t) { return op.lo() + demanded; },
     .narrow = [](Narrowing &op) { return op.build.slice(op.operand(0, op.op.lo + op.bits), op.op.lo, op.bits); },
     .expression = true},
    {.opcode = Opcode::Concat,
     .movesBits = MovesBits::Always,
     .checkWidths = concatWidths,
     .evaluate = evaluateConcat,
     .fold = foldConcat,
     .active = concatActive,
     .demanded = concatDemanded,
     .narrow = narrowConcat,
     .expression = true},
};

}  // namespace

std::span<const Operation> wiringOperations() { return kOperations; }

}  // namespace weft::graph
