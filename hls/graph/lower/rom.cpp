// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Constants.h>

#include "hls/graph/lower/lowering.h"

namespace weft::hls {
namespace {
void integerBytes(const llvm::APInt &value, uint8_t *bytes) {
  for (unsigned i = 0; i * 8 < value.getBitWidth(); ++i)
    bytes[i] = uint8_t(value.extractBitsAsZExtValue(std::min(8u, value.getBitWidth() - i * 8), i * 8));
}
}  // namespace

bool constantBytes(const llvm::Constant &constant, const llvm::DataLayout &layout, uint8_t *bytes) {
  if (llvm::isa<llvm::ConstantAggregateZero, llvm::UndefValue>(constant))
    return true;  // `bytes` is zero already
  if (auto *integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    integerBytes(integer->getValue(), bytes);
    return true;
  }
  if (auto *real = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
    integerBytes(real->getValueAPF().bitcastToAPInt(), bytes);
    return true;
  }
  llvm::Type *type = constant.getType();
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout *fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      const llvm::Constant *field = constant.getAggregateElement(i);
      if (!field || !constantBytes(*field, layout, bytes + fields->getElementOffset(i)))
        return false;
    }
    return true;
  }
  uint64_t count = 0;
  llvm::Type *element = nullptr;
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    count = array->getNumElements();
    element = array->getElementType();
  } else if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    count = vector->getNumElements();
    element = vector->getElementType();
  } else
    return false;
  uint64_t stride = layout.getTypeAllocSize(element);
  for (uint64_t i = 0; i < count; ++i) {
    const llvm::Constant *item = constant.getAggregateElement(unsigned(i));
    if (!item || !constantBytes(*item, layout, bytes + i * stride))
      return false;
  }
  return true;
}

}  // namespace weft::hls
