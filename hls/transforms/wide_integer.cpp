// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/wide_integer.h"

namespace weft::hls::transforms {

using llvm::Instruction;
using llvm::Value;

namespace {

// The primitive of the canonical IR, as prepare_functions.cpp has it.
llvm::FunctionCallee multiplyHigh(llvm::Module &module) {
  llvm::Type *part = llvm::Type::getInt64Ty(module.getContext());
  llvm::FunctionCallee callee = module.getOrInsertFunction("__weft_umul_hi", part, part, part);
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setDoesNotAccessMemory();
  function->setSpeculatable();
  return callee;
}

bool isZero(const Value *value) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(value);
  return constant && constant->isNullValue();
}

}  // namespace

Parts WideIntegerBuilder::constant(const llvm::APInt &value) {
  Parts result;
  llvm::APInt padded = value.zext(parts() * kPartBits);
  for (unsigned i = 0; i < parts(); ++i)
    result.push_back(number(padded.extractBitsAsZExtValue(kPartBits, i * kPartBits)));
  return result;
}

Parts WideIntegerBuilder::extend(Value *value, bool isSigned) {
  llvm::Type *part = builder_.getInt64Ty();
  Value *low = isSigned ? builder_.CreateSExt(value, part) : builder_.CreateZExt(value, part);
  Value *fill = isSigned ? builder_.CreateAShr(low, kPartBits - 1) : number(0);
  Parts result(parts(), fill);
  result[0] = low;
  return clearUnused(result);
}

Parts WideIntegerBuilder::resize(const Parts &value, unsigned fromBits, bool isSigned) {
  Parts result = value;
  Value *fill = number(0);
  if (isSigned) {
    result.back() = WideIntegerBuilder(builder_, fromBits).signedTop(value);
    fill = builder_.CreateAShr(result.back(), kPartBits - 1);
  }
  result.resize(parts(), fill);
  return clearUnused(result);
}

Value *WideIntegerBuilder::signedTop(const Parts &value) {
  const unsigned unused = kPartBits - topBits();
  return unused ? builder_.CreateAShr(builder_.CreateShl(value.back(), unused), unused) : value.back();
}

Parts &WideIntegerBuilder::clearUnused(Parts &value) {
  if (topBits() < kPartBits)
    value.back() = builder_.CreateAnd(value.back(), llvm::maskTrailingOnes<uint64_t>(topBits()));
  return value;
}

// a + b + carry; `carry` (i64, 0 or 1) becomes the carry out.
Value *WideIntegerBuilder::addWithCarry(Value *a, Value *b, Value *&carry) {
  Value *partial = builder_.CreateAdd(a, b);
  Value *sum = builder_.CreateAdd(partial, carry);
  Value *first = builder_.CreateICmpULT(partial, a), *second = builder_.CreateICmpULT(sum, partial);
  carry = builder_.CreateZExt(builder_.CreateOr(first, second), builder_.getInt64Ty());
  return sum;
}

Parts WideIntegerBuilder::add(const Parts &a, const Parts &b) {
  Parts result;
  Value *carry = number(0);
  for (unsigned i = 0; i < parts(); ++i)
    result.push_back(addWithCarry(a[i], b[i], carry));
  return clearUnused(result);
}

// a - b = a + ~b + 1
Parts WideIntegerBuilder::subtract(const Parts &a, const Parts &b) {
  Parts result;
  Value *carry = number(1);
  for (unsigned i = 0; i < parts(); ++i)
    result.push_back(addWithCarry(a[i], builder_.CreateNot(b[i]), carry));
  return clearUnused(result);
}

Parts WideIntegerBuilder::multiply(const Parts &a, const Parts &b) {
  llvm::FunctionCallee high = multiplyHigh(*builder_.GetInsertBlock()->getModule());
  Parts result(parts(), number(0));
  // One row of the product after the other: the low halves, then, a part higher, the high ones.
  for (unsigned i = 0; i < parts(); ++i)
    for (unsigned half = 0; half < 2; ++half) {
      Value *carry = number(0);
      for (unsigned j = 0; i + j + half < parts(); ++j) {
        Value *product = number(0);
        if (!isZero(a[j]) && !isZero(b[i]))
          product = half ? builder_.CreateCall(high, {a[j], b[i]}) : builder_.CreateMul(a[j], b[i]);
        result[i + j + half] = addWithCarry(result[i + j + half], product, carry);
      }
    }
  return clearUnused(result);
}

Parts WideIntegerBuilder::bitwise(Instruction::BinaryOps operation, const Parts &a, const Parts &b) {
  Parts result;
  for (unsigned i = 0; i < parts(); ++i)
    result.push_back(builder_.CreateBinOp(operation, a[i], b[i]));
  return result;
}

Parts WideIntegerBuilder::select(Value *condition, const Parts &yes, const Parts &no) {
  Parts result;
  for (unsigned i = 0; i < parts(); ++i)
    result.push_back(builder_.CreateSelect(condition, yes[i], no[i]));
  return result;
}

Parts WideIntegerBuilder::shiftLeft(const Parts &value, Value *amount) {
  const int count = int(parts());
  auto at = [&](const Parts &parts, int i) { return i < 0 ? number(0) : parts[i]; };
  Parts result = value;
  // By whole parts: all that the amount may ask for, a power of two each.
  for (int step = 1; step < count; step *= 2) {
    Value *moves = builder_.CreateICmpNE(builder_.CreateAnd(amount, step * kPartBits), number(0));
    Parts before = result;
    for (int i = 0; i < count; ++i)
      result[i] = builder_.CreateSelect(moves, at(before, i - step), before[i]);
  }
  Parts before = result;
  for (int i = 0; i < count; ++i)
    result[i] = funnel(llvm::Intrinsic::fshl, before[i], at(before, i - 1), amount);
  return clearUnused(result);
}

Parts WideIntegerBuilder::shiftRight(const Parts &value, Value *amount, bool isSigned) {
  const int count = int(parts());
  Parts result = value;
  Value *fill = number(0);
  if (isSigned) {
    result.back() = signedTop(value);
    fill = builder_.CreateAShr(result.back(), kPartBits - 1);
  }
  auto at = [&](const Parts &parts, int i) { return i < count ? parts[i] : fill; };
  for (int step = 1; step < count; step *= 2) {
    Value *moves = builder_.CreateICmpNE(builder_.CreateAnd(amount, step * kPartBits), number(0));
    Parts before = result;
    for (int i = 0; i < count; ++i)
      result[i] = builder_.CreateSelect(moves, at(before, i + step), before[i]);
  }
  Parts before = result;
  for (int i = 0; i < count; ++i)
    result[i] = funnel(llvm::Intrinsic::fshr, at(before, i + 1), before[i], amount);
  return clearUnused(result);
}

// Shifts two parts by the amount modulo 64.
Value *WideIntegerBuilder::funnel(llvm::Intrinsic::ID shift, Value *high, Value *low, Value *amount) {
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(amount);
  if (!constant)
    return builder_.CreateIntrinsic(shift, {builder_.getInt64Ty()}, {high, low, amount});
  const unsigned distance = constant->getZExtValue() % kPartBits;
  const bool left = shift == llvm::Intrinsic::fshl;
  if (distance == 0)
    return left ? high : low;
  Value *upper = builder_.CreateShl(high, left ? distance : kPartBits - distance);
  return builder_.CreateOr(upper, builder_.CreateLShr(low, left ? kPartBits - distance : distance));
}

Parts WideIntegerBuilder::swapBytes(const Parts &value) {
  Parts result;
  for (Value *part : llvm::reverse(value))
    result.push_back(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::bswap, part));
  // The unused bytes have come to the low end.
  WideIntegerBuilder whole(builder_, parts() * kPartBits);
  return whole.shiftRight(result, number(kPartBits - topBits()), /*isSigned=*/false);
}

Value *WideIntegerBuilder::compare(llvm::CmpInst::Predicate predicate, const Parts &a, const Parts &b) {
  using P = llvm::ICmpInst;
  if (P::isEquality(predicate)) {
    Value *difference = number(0);
    for (unsigned i = 0; i < parts(); ++i)
      difference = builder_.CreateOr(difference, builder_.CreateXor(a[i], b[i]));
    return builder_.CreateICmp(predicate, difference, number(0));
  }
  // The last part decides, with its sign; where it is equal the ones below do.
  const auto strict = P::getUnsignedPredicate(P::getStrictPredicate(predicate));
  Value *result = builder_.getInt1(P::isNonStrictPredicate(predicate));
  for (unsigned i = 0; i < parts(); ++i) {
    const bool top = i + 1 == parts() && P::isSigned(predicate);
    Value *x = top ? signedTop(a) : a[i], *y = top ? signedTop(b) : b[i];
    Value *decided = builder_.CreateICmp(top ? P::getStrictPredicate(predicate) : strict, x, y);
    result = builder_.CreateSelect(builder_.CreateICmpEQ(x, y), result, decided);
  }
  return result;
}

}  // namespace weft::hls::transforms
