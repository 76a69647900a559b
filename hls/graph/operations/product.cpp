// SPDX-License-Identifier: Apache-2.0
// Mul, UMulHi, SMulHi.
#include "hls/graph/operations/families.h"
#include "hls/graph/operations/rules.h"

namespace weft::graph {
namespace {

std::optional<Bits> multiply(const Op &, const Operands &in, unsigned width) {
  return width <= 64 ? std::optional(Bits(width, in[0].low() * in[1].low())) : std::nullopt;
}

/// The high `width` bits of the product; operands of at most 64 bits.
template <bool Signed> std::optional<Bits> multiplyHigh(const Op &, const Operands &in, unsigned width) {
  const Bits &a = in[0], &b = in[1];
  if (a.width() > 64)
    return std::nullopt;
  // Also a signed product of 64-bit numbers fits: the one of the two least is 2^126.
  const auto product = Signed ? static_cast<unsigned __int128>(__int128(a.signedLow()) * b.signedLow())
                              : static_cast<unsigned __int128>(a.low()) * b.low();
  Bits whole(128, uint64_t(product));
  whole.insert(64, Bits(64, uint64_t(product >> 64)));
  return whole.slice(2 * a.width() - width, width);
}

std::optional<ValueId> foldMul(Builder &build, Op &op, unsigned width) {
  const std::optional<Bits> c = build.constantValue(op.operands[1]);
  if (c && c->isZero())
    return op.operands[1];
  if (const std::optional<unsigned> log = c ? logOfPowerOfTwo(*c) : std::nullopt)
    return build.binary(Opcode::Shl, op.operands[0], build.constant(width, *log));
  return std::nullopt;
}

/// By a power of two: the operand shifted left in twice its width, of which the low bits go.
template <bool Signed> std::optional<ValueId> foldMulHigh(Builder &build, Op &op, unsigned width) {
  const ValueId a = op.operands[0];
  const unsigned from = build.width(a), drop = 2 * from - width;
  const std::optional<Bits> c = build.constantValue(op.operands[1]);
  if (c && c->isZero())
    return build.constant(width, 0);
  const std::optional<unsigned> log = c ? logOfPowerOfTwo(*c) : std::nullopt;
  if (!log || (Signed && *log == from - 1))  // the sign bit alone is a negative number
    return std::nullopt;
  const auto extended = [&](ValueId value, unsigned bits) {
    return Signed ? build.sextOrTrunc(value, bits) : build.zextOrTrunc(value, bits);
  };
  if (*log >= drop) {
    const unsigned zeros = *log - drop;
    if (zeros == 0)
      return extended(a, width);
    const ValueId low = build.constant(zeros, 0);
    return build.concat({low, extended(a, width - zeros)});
  }
  const unsigned cut = drop - *log;
  if (cut >= from)
    return Signed ? extended(build.slice(a, from - 1, 1), width) : build.constant(width, 0);
  return extended(build.slice(a, cut, from - cut), width);
}

template <bool Signed> unsigned mulHighActive(const ActiveBits &op) {
  const unsigned drop = 2 * op.width(0) - op.result(), sum = op.active(0) + op.active(1);
  if (Signed && mayBeNegative(op))
    return op.result();
  return sum > drop ? sum - drop : 0;
}

std::string mulHighWidths(const Shape &shape) {
  if (std::string wrong = equalOperands(shape); !wrong.empty())
    return wrong;
  return shape.result <= 2 * shape.operands[0] ? "" : "the result has more bits than the product";
}

/// The same product, with fewer bits above; the same bits of it go below.
ValueId narrowMulHigh(Narrowing &op) {
  const unsigned from = op.width(0), drop = 2 * from - op.full;
  if (op.op.opcode == Opcode::SMulHi && !(op.neverNegative(0) && op.neverNegative(1))) {
    const ValueId a = op.operand(0, from);
    return op.finish(op.build.pure(op.op.opcode, op.full, {a, op.operand(1, from)}));
  }
  const unsigned n = op.common();
  if (2 * n <= drop)
    return op.build.constant(op.bits, 0);
  const ValueId a = op.operand(0, n);
  return op.finish(op.build.pure(Opcode::UMulHi, 2 * n - drop, {a, op.operand(1, n)}));
}

template <bool Signed> std::vector<Setting> mulHighSettings(const Op &, unsigned result, unsigned operand) {
  return {{"Width", operand}, {"ResultW", result}, {"Signed", Signed}};
}

constexpr Operation kOperations[] = {
    {.opcode = Opcode::Mul,
     .commutative = true,
     .checkWidths = allEqual,
     .evaluate = multiply,
     .fold = foldMul,
     .active = [](const ActiveBits &op) { return op.active(0) + op.active(1); },
     .demanded = sameDemanded,
     .narrow = narrowToResult,
     .origins = {{"mul"}},
     .settings = widthOnly},
    {.opcode = Opcode::UMulHi,
     .commutative = true,
     .checkWidths = mulHighWidths,
     .evaluate = multiplyHigh<false>,
     .fold = foldMulHigh<false>,
     .active = mulHighActive<false>,
     .narrow = narrowMulHigh,
     .origins = {{"__weft_umul_hi"}},
     .settings = mulHighSettings<false>},
    {.opcode = Opcode::SMulHi,
     .commutative = true,
     .checkWidths = mulHighWidths,
     .evaluate = multiplyHigh<true>,
     .fold = foldMulHigh<true>,
     .active = mulHighActive<true>,
     .narrow = narrowMulHigh,
     .origins = {{"__weft_smul_hi"}},
     .settings = mulHighSettings<true>},
};

}  // namespace

std::span<const Operation> productOperations() { return kOperations; }

}  // namespace weft::graph
