// SPDX-License-Identifier: Apache-2.0
// Shl, LShr, AShr.
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

/// Constant shifts are wires.
std::optional<ValueId> foldShift(Builder &build, Op &op, unsigned width) {
  const ValueId a = op.operands[0];
  const std::optional<Bits> c = build.constantValue(op.operands[1]);
  if (!c)
    return std::nullopt;
  const unsigned by = unsigned(c->low() % width);
  if (by == 0)
    return a;
  if (op.opcode == Opcode::Shl) {
    const ValueId zeros = build.constant(by, 0);
    return build.concat({zeros, build.slice(a, 0, width - by)});
  }
  const ValueId part = build.slice(a, by, width - by);
  return op.opcode == Opcode::LShr ? build.zextOrTrunc(part, width) : build.sextOrTrunc(part, width);
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
