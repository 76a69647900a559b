// SPDX-License-Identifier: Apache-2.0
// Saturating sums and differences: UAddSat, SAddSat, USubSat, SSubSat.
#include "hls/graph/operations/families.h"
#include "hls/graph/operations/rules.h"

namespace weft::graph {
namespace {

/// The exact sum or difference, or the limit that it passes.
template <bool Signed, bool Subtract> std::optional<Bits> saturate(const Op &, const Operands &in, unsigned width) {
  const auto wide = [&](const Bits &x) { return Signed ? x.sext(width + 2) : x.zext(width + 2); };
  const Bits exact = Subtract ? wide(in[0]) - wide(in[1]) : wide(in[0]) + wide(in[1]);
  if (wide(exact.slice(0, width)) == exact)
    return exact.slice(0, width);
  const bool negative = exact.bit(width + 1);
  Bits limit = negative ? Bits(width) : Bits::ones(width);
  if (Signed)
    limit.insert(width - 1, Bits(1, negative));
  return limit;
}

template <bool Subtract> std::optional<ValueId> foldSaturating(Builder &build, Op &op, unsigned width) {
  if (build.isConstant(op.operands[1], 0))
    return op.operands[0];
  if (Subtract && op.operands[0] == op.operands[1])
    return build.constant(width, 0);
  return std::nullopt;
}

unsigned signedSumActive(const ActiveBits &op) {
  const unsigned width = op.result(), most = mostActive(op);
  return most == width ? width : most + (most + 1 < width);
}

/// What cannot reach the limit is a plain sum: operands have `Spare` free bits.
template <unsigned Spare> ValueId narrowSum(Narrowing &op) {
  return std::max(op.active(0), op.active(1)) + Spare <= op.full ? op.atWidth(Opcode::Add, op.bits)
                                                                 : op.atWidth(op.full);
}

ValueId narrowSignedDifference(Narrowing &op) {
  return op.neverNegative(0) && op.neverNegative(1) ? op.atWidth(Opcode::Sub, op.bits) : op.atWidth(op.full);
}

template <bool Signed, bool Subtract> std::vector<Setting> settings(const Op &, unsigned, unsigned operand) {
  return {{"Width", operand}, {"Signed", Signed}, {"Subtract", Subtract}};
}

constexpr Operation kOperations[] = {
    {.opcode = Opcode::UAddSat,
     .commutative = true,
     .checkWidths = allEqual,
     .evaluate = saturate<false, false>,
     .fold = foldSaturating<false>,
     .active = [](const ActiveBits &op) { return mostActive(op) + 1; },
     .narrow = narrowSum<1>,
     .origins = {{"llvm.uadd.sat"}},
     .settings = settings<false, false>},
    {.opcode = Opcode::SAddSat,
     .commutative = true,
     .checkWidths = allEqual,
     .evaluate = saturate<true, false>,
     .fold = foldSaturating<false>,
     .active = signedSumActive,
     .narrow = narrowSum<2>,
     .origins = {{"llvm.sadd.sat"}},
     .settings = settings<true, false>},
    {.opcode = Opcode::USubSat,
     .checkWidths = allEqual,
     .evaluate = saturate<false, true>,
     .fold = foldSaturating<true>,
     .active = firstActive,
     .narrow = narrowToOperands,
     .origins = {{"llvm.usub.sat"}},
     .settings = settings<false, true>},
    {.opcode = Opcode::SSubSat,
     .checkWidths = allEqual,
     .evaluate = saturate<true, true>,
     .fold = foldSaturating<true>,
     .narrow = narrowSignedDifference,
     .origins = {{"llvm.ssub.sat"}},
     .settings = settings<true, true>},
};

}  // namespace

std::span<const Operation> saturationOperations() { return kOperations; }

}  // namespace weft::graph
