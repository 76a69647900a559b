// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/words.h"

#include "hls/graph/numbers.h"
#include "sim/instant/components/model.h"

namespace weft::instant {

using graph::Predicate;

namespace {

uint64_t maskOf(unsigned bits) { return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1; }

}  // namespace

Value WordBuilder::constant(const graph::Bits &bits) {
  Value value{bits.width(), {}};
  for (unsigned i = 0; i < wordsOf(bits.width()); ++i)
    value.words.push_back(word(bits.word(i)));
  return value;
}

Value WordBuilder::zero(unsigned width) { return {width, std::vector<llvm::Value *>(wordsOf(width), word(0))}; }

Value WordBuilder::cut(Value value) {
  if (value.width % 64)
    value.words.back() = ir_.CreateAnd(value.words.back(), maskOf(value.width % 64));
  return value;
}

/// 64 bits from `lo` on.
llvm::Value *WordBuilder::bitsFrom(const Value &value, unsigned lo) {
  const unsigned first = lo / 64, shift = lo % 64;
  llvm::Value *low = first < value.words.size() ? value.words[first] : word(0);
  if (shift == 0)
    return low;
  low = ir_.CreateLShr(low, shift);
  if (first + 1 >= value.words.size())
    return low;
  return ir_.CreateOr(low, ir_.CreateShl(value.words[first + 1], 64 - shift));
}

Value WordBuilder::slice(const Value &value, unsigned lo, unsigned width) {
  Value result{width, {}};
  for (unsigned at = 0; at < width; at += 64)
    result.words.push_back(bitsFrom(value, lo + at));
  return lo + width == value.width ? result : cut(std::move(result));
}

Value WordBuilder::resize(const Value &value, unsigned width) {
  if (width <= value.width)
    return slice(value, 0, width);
  Value result = value;
  result.width = width;
  result.words.resize(wordsOf(width), word(0));
  return result;
}

/// Words of which no bit is set in both.
llvm::Value *WordBuilder::join(llvm::Value *a, llvm::Value *b) {
  const auto isZero = [](llvm::Value *value) {
    const auto *constant = llvm::dyn_cast<llvm::Constant>(value);
    return constant && constant->isNullValue();
  };
  return isZero(a) ? b : isZero(b) ? a : ir_.CreateOr(a, b);
}

Value WordBuilder::concat(const std::vector<Value> &parts, unsigned width) {
  Value result = zero(width);
  unsigned at = 0;
  for (const Value &part : parts) {
    for (unsigned i = 0; i < part.words.size(); ++i) {
      const unsigned lo = at + 64 * i, bits = std::min(64u, part.width - 64 * i), shift = lo % 64;
      llvm::Value *&low = result.words[lo / 64];
      llvm::Value *placed = shift ? ir_.CreateShl(part.words[i], shift) : part.words[i];
      low = join(low, placed);
      if (shift + bits > 64)
        result.words[lo / 64 + 1] = ir_.CreateLShr(part.words[i], 64 - shift);
    }
    at += part.width;
  }
  return result;
}

Value WordBuilder::signExtend(const Value &value, unsigned width) {
  if (width <= 64) {
    Value result{width, {ir_.CreateAShr(ir_.CreateShl(value.low(), 64 - value.width), 64 - value.width)}};
    return cut(std::move(result));
  }
  llvm::Value *exact = ir_.CreateTrunc(integer(value), ir_.getIntNTy(value.width));
  return fromInteger(ir_.CreateSExt(exact, ir_.getIntNTy(width)), width);
}

Value WordBuilder::select(llvm::Value *condition, const Value &yes, const Value &no) {
  return each(yes, no, [&](llvm::Value *a, llvm::Value *b) { return ir_.CreateSelect(condition, a, b); });
}

Value WordBuilder::fromBit(llvm::Value *bit) { return {1, {ir_.CreateZExt(bit, ir_.getInt64Ty())}}; }

Value WordBuilder::inverse(const Value &value) {
  Value result{value.width, {}};
  for (llvm::Value *part : value.words)
    result.words.push_back(ir_.CreateNot(part));
  return cut(std::move(result));
}

llvm::Value *WordBuilder::nonZero(const Value &value) {
  llvm::Value *any = value.words[0];
  for (size_t i = 1; i < value.words.size(); ++i)
    any = ir_.CreateOr(any, value.words[i]);
  return ir_.CreateICmpNE(any, word(0));
}

llvm::Value *WordBuilder::compare(Predicate predicate, const Value &a, const Value &b) {
  if (predicate == Predicate::Eq || predicate == Predicate::Ne) {
    llvm::Value *differ = nonZero(each(a, b, [&](auto *x, auto *y) { return ir_.CreateXor(x, y); }));
    return predicate == Predicate::Ne ? differ : ir_.CreateNot(differ);
  }
  using llvm::CmpInst;
  const auto test = [&]() -> std::pair<CmpInst::Predicate, bool> {
    switch (predicate) {
    case Predicate::Ugt:
      return {CmpInst::ICMP_UGT, false};
    case Predicate::Uge:
      return {CmpInst::ICMP_UGE, false};
    case Predicate::Ult:
      return {CmpInst::ICMP_ULT, false};
    case Predicate::Ule:
      return {CmpInst::ICMP_ULE, false};
    case Predicate::Sgt:
      return {CmpInst::ICMP_SGT, true};
    case Predicate::Sge:
      return {CmpInst::ICMP_SGE, true};
    case Predicate::Slt:
      return {CmpInst::ICMP_SLT, true};
    default:
      return {CmpInst::ICMP_SLE, true};
    }
  }();
  return test.second ? ir_.CreateICmp(test.first, signedInteger(a), signedInteger(b))
                     : ir_.CreateICmp(test.first, integer(a), integer(b));
}

llvm::Value *WordBuilder::integer(const Value &value) {
  if (value.words.size() == 1)
    return value.low();
  llvm::Type *type = ir_.getIntNTy(unsigned(64 * value.words.size()));
  llvm::Value *result = ir_.CreateZExt(value.words[0], type);
  for (size_t i = 1; i < value.words.size(); ++i)
    result = ir_.CreateOr(result, ir_.CreateShl(ir_.CreateZExt(value.words[i], type), 64 * i));
  return ir_.CreateTrunc(result, ir_.getIntNTy(value.width));
}

llvm::Value *WordBuilder::signedInteger(const Value &value) {
  return value.words.size() == 1 ? ir_.CreateAShr(ir_.CreateShl(value.low(), 64 - value.width), 64 - value.width)
                                 : integer(value);
}

Value WordBuilder::fromInteger(llvm::Value *integer, unsigned width) {
  Value result{width, {}};
  const unsigned have = integer->getType()->getIntegerBitWidth();
  if (have <= 64) {
    result.words = {ir_.CreateZExt(integer, ir_.getInt64Ty())};
    result.words.resize(wordsOf(width), word(0));
  } else {
    for (unsigned i = 0; i < wordsOf(width); ++i)
      result.words.push_back(64 * i >= have ? word(0)
                                            : ir_.CreateZExtOrTrunc(ir_.CreateLShr(integer, 64 * i), ir_.getInt64Ty()));
  }
  return cut(std::move(result));
}

/// As the generated SystemVerilog has it (hls/netlist/expression_text.cpp): the index has as many bits as it needs.
llvm::Value *WordBuilder::bitPosition(const Value &index, unsigned element, unsigned total) {
  const unsigned wanted = graph::log2Ceil((total + element - 1) / element);
  llvm::Value *number = ir_.CreateAnd(index.low(), maskOf(wanted));
  return ir_.CreateMul(number, word(element));
}

/// In memory, zeros behind it.
llvm::Value *WordBuilder::spill(const Value &value, unsigned words) {
  llvm::BasicBlock &entry = ir_.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> begin(&entry, entry.begin());
  llvm::Value *memory = begin.CreateAlloca(ir_.getInt64Ty(), word(words));
  for (unsigned i = 0; i < words; ++i)
    ir_.CreateStore(i < value.words.size() ? value.words[i] : word(0),
                    ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), memory, i));
  return memory;
}

Value WordBuilder::element(const Value &value, const Value &index, unsigned width) {
  if (width == value.width)
    return value;
  llvm::Value *position = bitPosition(index, width, value.width);
  if (value.words.size() == 1) {
    Value result{width, {ir_.CreateLShr(value.low(), ir_.CreateAnd(position, 63))}};
    return cut(std::move(result));
  }
  // Indices reach up to twice the value's width.
  const unsigned count = unsigned(2 * value.words.size() + wordsOf(width) + 1);
  llvm::Value *memory = spill(value, count);
  llvm::Value *first = ir_.CreateLShr(position, 6), *shift = ir_.CreateAnd(position, 63);
  const auto load = [&](unsigned i) {
    llvm::Value *at = ir_.CreateAdd(first, word(i));
    return ir_.CreateLoad(ir_.getInt64Ty(), ir_.CreateInBoundsGEP(ir_.getInt64Ty(), memory, at));
  };
  Value result{width, {}};
  for (unsigned i = 0; i < wordsOf(width); ++i) {
    llvm::Function *funnel =
        llvm::Intrinsic::getDeclaration(ir_.GetInsertBlock()->getModule(), llvm::Intrinsic::fshr, {ir_.getInt64Ty()});
    result.words.push_back(ir_.CreateCall(funnel, {load(i + 1), load(i), shift}));
  }
  return cut(std::move(result));
}

Value WordBuilder::insertElement(const Value &value, const Value &index, const Value &element) {
  if (element.width == value.width)
    return element;
  // All of it shifted into place, with a mask: elements are few, and mostly a word or two.
  const unsigned width = value.width;
  llvm::Type *type = ir_.getIntNTy(64 * unsigned(value.words.size()) * 2);
  llvm::Value *position = ir_.CreateZExtOrTrunc(bitPosition(index, element.width, width), type);
  llvm::Value *mask = ir_.CreateShl(
      llvm::ConstantInt::get(type, llvm::APInt::getLowBitsSet(type->getIntegerBitWidth(), element.width)), position);
  llvm::Value *old = ir_.CreateZExt(integer(value), type);
  llvm::Value *part = ir_.CreateShl(ir_.CreateZExtOrTrunc(integer(element), type), position);
  llvm::Value *all = ir_.CreateOr(ir_.CreateAnd(old, ir_.CreateNot(mask)), part);
  return fromInteger(ir_.CreateTrunc(all, ir_.getIntNTy(width)), width);
}

}  // namespace weft::instant
