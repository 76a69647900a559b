// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include <llvm/IR/Constants.h>

#include "hls/graph/lower/lowering.h"

namespace weft::hls {

using graph::ValueId;
using llvm::Intrinsic::ID;

ValueId Lowering::lowerIntrinsic(const llvm::IntrinsicInst &intrinsic) {
  if (intrinsic.getType()->isVectorTy())
    notCanonical(&intrinsic, "vector arithmetic");
  if (intrinsic.getIntrinsicID() == llvm::Intrinsic::fmuladd)
    return multiplyAdd(intrinsic);
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(intrinsic.getIntrinsicID());
  if (const auto operation = graph::loweredTo({name.data(), name.size()}))
    return lowerAlike(*operation, intrinsic);
  const unsigned bits = bitsOf(&intrinsic);
  auto operand = [&](unsigned i) { return get(intrinsic.getArgOperand(i)); };
  switch (intrinsic.getIntrinsicID()) {
  case llvm::Intrinsic::fabs:
    return build_->zextOrTrunc(build_->slice(operand(0), 0, bits - 1), bits);
  case llvm::Intrinsic::copysign: {
    ValueId magnitude = build_->slice(operand(0), 0, bits - 1);
    return build_->concat({magnitude, build_->slice(operand(1), bits - 1, 1)});
  }
  case llvm::Intrinsic::abs: {
    ValueId value = operand(0), zero = build_->constant(bits, 0), sign = build_->slice(value, bits - 1, 1);
    return build_->select(sign, build_->sub(zero, value), value);
  }
  case llvm::Intrinsic::uadd_with_overflow:
  case llvm::Intrinsic::usub_with_overflow:
  case llvm::Intrinsic::umul_with_overflow:
  case llvm::Intrinsic::sadd_with_overflow:
  case llvm::Intrinsic::ssub_with_overflow:
  case llvm::Intrinsic::smul_with_overflow:
    return overflowing(intrinsic);
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr:
    return funnelShift(intrinsic);
  case llvm::Intrinsic::bswap:
    return reversed(operand(0), 8);
  case llvm::Intrinsic::bitreverse:
    return reversed(operand(0), 1);
  case llvm::Intrinsic::is_fpclass:
    return floatClass(intrinsic);
  default:
    refuse(&intrinsic, "intrinsic '" + intrinsic.getCalledFunction()->getName() + "' has no hardware");
  }
}

/// One rounding or two, whichever is smaller: with subnormals the fused operation is.
ValueId Lowering::multiplyAdd(const llvm::IntrinsicInst &intrinsic) {
  const unsigned bits = bitsOf(&intrinsic);
  ValueId a = get(intrinsic.getArgOperand(0)), b = get(intrinsic.getArgOperand(1)), c = get(intrinsic.getArgOperand(2));
  if (const Opcode product = permitted(Opcode::FMul, bits); product != Opcode::FMul)
    return build_->pure(Opcode::FAdd, bits, {build_->pure(product, bits, {a, b}), c});
  return build_->pure(Opcode::FFma, bits, {a, b, c});
}

/// Units of so many bits in reverse order.
ValueId Lowering::reversed(ValueId value, unsigned unit) {
  std::vector<ValueId> parts;
  for (unsigned lo = build_->width(value); lo > 0; lo -= unit)
    parts.push_back(build_->slice(value, lo - unit, unit));
  return build_->concat(parts);
}

/// Tests of exponent and fraction as integers; `mask` has a bit for each class, negative and positive.
ValueId Lowering::floatClass(const llvm::IntrinsicInst &intrinsic) {
  ValueId value = get(intrinsic.getArgOperand(0));
  const unsigned bits = build_->width(value),
                 fraction = bits == 16   ? 10
                            : bits == 32 ? 23
                                         : 52,
                 magnitudeBits = bits - 1;
  const auto mask = unsigned(llvm::cast<llvm::ConstantInt>(intrinsic.getArgOperand(1))->getZExtValue());
  ValueId magnitude = build_->slice(value, 0, magnitudeBits), sign = build_->slice(value, bits - 1, 1);
  auto number = [&](uint64_t n) { return build_->constant(magnitudeBits, n); };
  const uint64_t infinity = ((uint64_t(1) << (magnitudeBits - fraction)) - 1) << fraction,
                 quiet = infinity | uint64_t(1) << (fraction - 1), smallestNormal = uint64_t(1) << fraction;
  ValueId result = build_->constant(1, 0);
  auto include = [&](ValueId test) { result = build_->bitOr(result, test); };
  auto within = [&](uint64_t first, uint64_t end) {  // first <= magnitude < end
    ValueId offset = build_->sub(magnitude, number(first));
    return build_->icmp(Predicate::Ult, offset, number(end - first));
  };
  auto bySign = [&](unsigned negative, unsigned positive, ValueId test) {
    bool n = mask >> negative & 1, p = mask >> positive & 1;
    if (n && p)
      include(test);
    else if (n)
      include(build_->bitAnd(test, sign));
    else if (p)
      include(build_->bitAnd(test, build_->bitNot(sign)));
  };
  if ((mask & 3) == 3)
    include(build_->icmp(Predicate::Ugt, magnitude, number(infinity)));
  else if (mask & 1)
    include(within(infinity + 1, quiet));
  else if (mask & 2)
    include(build_->icmp(Predicate::Uge, magnitude, number(quiet)));
  bySign(2, 9, build_->icmp(Predicate::Eq, magnitude, number(infinity)));
  bySign(3, 8, within(smallestNormal, infinity));
  bySign(4, 7, within(1, smallestNormal));
  bySign(5, 6, build_->icmp(Predicate::Eq, magnitude, number(0)));
  return result;
}

/// Overflow of a signed addition (subtraction): operands of equal (different) sign, result of the other sign than a.
ValueId Lowering::signedOverflow(ValueId a, ValueId b, ValueId result, bool subtract) {
  const unsigned top = build_->width(a) - 1;
  auto signOf = [&](ValueId value) { return build_->slice(value, top, 1); };
  ValueId signOfA = signOf(a), operandSigns = build_->bitXor(signOfA, signOf(b));
  if (!subtract)
    operandSigns = build_->bitNot(operandSigns);
  ValueId signAgain = signOf(a);
  return build_->bitAnd(operandSigns, build_->bitXor(signAgain, signOf(result)));
}

/// {result, overflow} as one value.
ValueId Lowering::overflowing(const llvm::IntrinsicInst &intrinsic) {
  ValueId a = get(intrinsic.getArgOperand(0)), b = get(intrinsic.getArgOperand(1));
  const unsigned bits = build_->width(a);
  switch (intrinsic.getIntrinsicID()) {
  case llvm::Intrinsic::uadd_with_overflow: {
    ValueId sum = build_->add(a, b);
    return build_->concat({sum, build_->icmp(Predicate::Ult, sum, a)});
  }
  case llvm::Intrinsic::usub_with_overflow:
    return build_->concat({build_->sub(a, b), build_->icmp(Predicate::Ult, a, b)});
  case llvm::Intrinsic::sadd_with_overflow: {
    ValueId sum = build_->add(a, b);
    return build_->concat({sum, signedOverflow(a, b, sum, false)});
  }
  case llvm::Intrinsic::ssub_with_overflow: {
    ValueId difference = build_->sub(a, b);
    return build_->concat({difference, signedOverflow(a, b, difference, true)});
  }
  default:
    break;
  }
  // The high half of the product repeats the low half's sign, or is zero.
  const bool isSigned = intrinsic.getIntrinsicID() == llvm::Intrinsic::smul_with_overflow;
  ValueId product = build_->pure(isSigned ? Opcode::SMulHi : Opcode::UMulHi, 2 * bits, {a, b});
  ValueId low = build_->slice(product, 0, bits), high = build_->slice(product, bits, bits);
  ValueId fill = isSigned ? build_->sextOrTrunc(build_->slice(low, bits - 1, 1), bits) : build_->constant(bits, 0);
  return build_->concat({low, build_->icmp(Predicate::Ne, high, fill)});
}

ValueId Lowering::funnelShift(const llvm::IntrinsicInst &intrinsic) {
  ValueId high = get(intrinsic.getArgOperand(0)), low = get(intrinsic.getArgOperand(1)),
          amount = get(intrinsic.getArgOperand(2));
  const unsigned bits = build_->width(high);
  const bool left = intrinsic.getIntrinsicID() == llvm::Intrinsic::fshl;
  if (std::optional<graph::Bits> constant = build_->constantValue(amount)) {
    unsigned by = unsigned(constant->low() % bits);
    unsigned lo = left ? (bits - by) % bits : by;  // of the result within low:high
    if (by == 0)
      return left ? high : low;
    return build_->concat({build_->slice(low, lo, bits - lo), build_->slice(high, 0, lo)});
  }
  if (!std::has_single_bit(bits))
    refuse(&intrinsic, "a variable funnel shift of " + llvm::Twine(bits) + " bits has no hardware");
  // The other part moves by bits - amount: by one, then by the complement, as a shift by `bits` is a shift by 0.
  ValueId one = build_->constant(bits, 1), rest = build_->bitNot(amount);
  if (left) {
    ValueId part = build_->binary(Opcode::LShr, build_->binary(Opcode::LShr, low, one), rest);
    return build_->bitOr(build_->binary(Opcode::Shl, high, amount), part);
  }
  ValueId part = build_->binary(Opcode::Shl, build_->binary(Opcode::Shl, high, one), rest);
  return build_->bitOr(part, build_->binary(Opcode::LShr, low, amount));
}

}  // namespace weft::hls
