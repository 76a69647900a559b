// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/print_record.h"

#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace weft::hls::transforms {
namespace {

using kernel::kPrintGranule;
using llvm::Value;

constexpr unsigned kWordBytes = 4, kWords = kPrintGranule / kWordBytes;

}  // namespace

std::optional<uint64_t> constantBits(const Value &value) {
  if (auto *integer = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return integer->getZExtValue();
  if (auto *number = llvm::dyn_cast<llvm::ConstantFP>(&value))
    return number->getValueAPF().bitcastToAPInt().getZExtValue();
  return std::nullopt;
}

void PrintRecord::addBits(Value *bits) {
  const unsigned bytes = bits->getType()->getIntegerBitWidth() / 8;
  if (bytes > kWordBytes) {
    words_.push_back(builder_.CreateTrunc(bits, builder_.getInt32Ty()));
    words_.push_back(builder_.CreateTrunc(builder_.CreateLShr(bits, 32), builder_.getInt32Ty()));
    used_ = kWordBytes;
    return;
  }
  used_ = (used_ + bytes - 1) / bytes * bytes;
  Value *word = builder_.CreateZExt(bits, builder_.getInt32Ty());
  if (used_ == kWordBytes) {
    words_.push_back(word);
    used_ = bytes;
    return;
  }
  words_.back() = builder_.CreateOr(words_.back(), builder_.CreateShl(word, 8 * used_));
  used_ += bytes;
}

unsigned PrintRecord::add(Value *value) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  const unsigned elements = vector ? vector->getNumElements() : 1;
  unsigned offset = 0;
  for (unsigned i = 0; i < elements; ++i) {
    Value *element = vector ? builder_.CreateExtractElement(value, i) : value;
    llvm::Type *type = element->getType();
    if (!type->isIntegerTy())
      element = builder_.CreateBitCast(element, builder_.getIntNTy(type->getScalarSizeInBits()));
    addBits(element);
    if (i == 0)
      offset = unsigned(words_.size() - 1) * kWordBytes + used_ - type->getScalarSizeInBits() / 8;
  }
  return offset;
}

unsigned PrintRecord::granules() const { return unsigned(words_.size() + kWords - 1) / kWords; }

/// The words of a granule as one value; the first granule begins with `firstWord`.
Value *PrintRecord::granule(llvm::IRBuilderBase &builder, unsigned index, Value *firstWord) const {
  Value *result = llvm::PoisonValue::get(llvm::FixedVectorType::get(builder.getInt32Ty(), kWords));
  for (unsigned i = 0; i < kWords; ++i) {
    const unsigned word = index * kWords + i;
    Value *value = word == 0 ? firstWord : word < words_.size() ? words_[word] : builder.getInt32(0);
    result = builder.CreateInsertElement(result, value, i);
  }
  return result;
}

Value *PrintRecord::write(Value &buffer, unsigned granules) {
  const unsigned size = this->granules();
  const llvm::Align alignment(kPrintGranule);
  auto *type = llvm::FixedVectorType::get(builder_.getInt32Ty(), kWords);
  Value *reserved = builder_.CreateAtomicRMW(llvm::AtomicRMWInst::Add, &buffer, builder_.getInt32(size),
                                             llvm::Align(kWordBytes), llvm::AtomicOrdering::Monotonic);
  Value *fits = builder_.CreateICmpULE(reserved, builder_.getInt32(granules - 1 - size));
  // The mask says how far the buffer reaches to whoever cannot see it in the comparison.
  Value *place = builder_.CreateAnd(builder_.CreateAdd(reserved, builder_.getInt32(1)), granules - 1);
  place = builder_.CreateSelect(fits, place, builder_.getInt32(0));
  Value *first = builder_.CreateGEP(type, &buffer, builder_.CreateZExt(place, builder_.getInt64Ty()));
  Value *word = builder_.CreateSelect(fits, words_[0], builder_.getInt32(kernel::kPrintFull));
  builder_.CreateAlignedStore(granule(builder_, 0, word), first, alignment);
  if (size > 1) {
    llvm::IRBuilder<> inside(llvm::SplitBlockAndInsertIfThen(fits, &call_, /*Unreachable=*/false));
    inside.SetCurrentDebugLocation(call_.getDebugLoc());
    for (unsigned i = 1; i < size; ++i) {
      Value *words = granule(inside, i, nullptr);
      inside.CreateAlignedStore(words, inside.CreateConstGEP1_32(type, first, i), alignment);
    }
    builder_.SetInsertPoint(&call_);
  }
  return builder_.CreateSExt(builder_.CreateNot(fits), call_.getType());
}

}  // namespace weft::hls::transforms
