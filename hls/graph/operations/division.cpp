// SPDX-License-Identifier: Apache-2.0
// UDiv, SDiv, URem, SRem. One module gives quotient and remainder.
#include "hls/graph/operations/families.h"
#include "hls/graph/operations/rules.h"

namespace weft::graph {
namespace {

template <bool Signed, bool Quotient> std::optional<Bits> divide(const Op &, const Operands &in, unsigned width) {
  const Bits &a = in[0], &b = in[1];
  if (width > 64)
    return std::nullopt;
  if (b.isZero())
    return Quotient ? Bits::ones(width) : a;
  if (!Signed)
    return Bits(width, Quotient ? a.low() / b.low() : a.low() % b.low());
  if (b.isOnes())  // -1: the host's division would trap on overflow
    return Quotient ? Bits(width) - a : Bits(width);
  return Bits(width, uint64_t(Quotient ? a.signedLow() / b.signedLow() : a.signedLow() % b.signedLow()));
}

template <bool Quotient> std::optional<ValueId> foldUnsigned(Builder &build, Op &op, unsigned width) {
  const ValueId a = op.operands[0];
  const std::optional<Bits> c = build.constantValue(op.operands[1]);
  const std::optional<unsigned> log = c ? logOfPowerOfTwo(*c) : std::nullopt;
  if (!log)
    return std::nullopt;
  return Quotient ? build.binary(Opcode::LShr, a, build.constant(width, *log))
                  : build.bitAnd(a, build.constant(*c - Bits(width, 1)));
}

// A remainder by zero may be anything.
template <bool Quotient> unsigned signedActive(const ActiveBits &op) {
  return mayBeNegative(op) ? op.result() : Quotient ? op.active(0) : leastActive(op);
}

template <bool Signed> std::vector<Setting> settings(const Op &, unsigned, unsigned operand) {
  return {{"Width", operand}, {"Signed", Signed}};
}

constexpr Operation kOperations[] = {
    {.opcode = Opcode::UDiv,
     .checkWidths = allEqual,
     .evaluate = divide<false, true>,
     .fold = foldUnsigned<true>,
     .active = firstActive,
     .narrow = narrowToOperands,
     .origins = {{"udiv"}},
     .settings = settings<false>,
     .output = "quotient_o",
     .sibling = "remainder_o"},
    {.opcode = Opcode::SDiv,
     .checkWidths = allEqual,
     .evaluate = divide<true, true>,
     .active = signedActive<true>,
     .narrow = narrowSigned<Opcode::UDiv>,
     .origins = {{"sdiv"}},
     .settings = settings<true>,
     .output = "quotient_o",
     .sibling = "remainder_o"},
    {.opcode = Opcode::URem,
     .checkWidths = allEqual,
     .evaluate = divide<false, false>,
     .fold = foldUnsigned<false>,
     .active = leastActive,
     .narrow = narrowToOperands,
     .origins = {{"urem"}},
     .settings = settings<false>,
     .output = "remainder_o",
     .sibling = "quotient_o"},
    {.opcode = Opcode::SRem,
     .checkWidths = allEqual,
     .evaluate = divide<true, false>,
     .active = signedActive<false>,
     .narrow = narrowSigned<Opcode::URem>,
     .origins = {{"srem"}},
     .settings = settings<true>,
     .output = "remainder_o",
     .sibling = "quotient_o"},
};

}  // namespace

std::span<const Operation> divisionOperations() { return kOperations; }

}  // namespace weft::graph
