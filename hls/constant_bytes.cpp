// SPDX-License-Identifier: Apache-2.0
#include "hls/constant_bytes.h"

namespace weft::hls {
namespace {

void integerBytes(const llvm::APInt &value, uint8_t *bytes) {
  for (unsigned i = 0; i * 8 < value.getBitWidth(); ++i)
    bytes[i] = uint8_t(value.extractBitsAsZExtValue(std::min(8u, value.getBitWidth() - i * 8), i * 8));
}

bool structureBytes(const llvm::Constant &constant, llvm::StructType &type, const llvm::DataLayout &layout,
                    uint8_t *bytes, PlaceAddress place) {
  const llvm::StructLayout *fields = layout.getStructLayout(&type);
  for (unsigned i = 0; i < type.getNumElements(); ++i) {
    const llvm::Constant *field = constant.getAggregateElement(i);
    if (!field || !constantBytes(*field, layout, bytes + fields->getElementOffset(i), place))
      return false;
  }
  return true;
}

bool sequenceBytes(const llvm::Constant &constant, uint64_t count, llvm::Type &element, const llvm::DataLayout &layout,
                   uint8_t *bytes, PlaceAddress place) {
  const uint64_t stride = layout.getTypeAllocSize(&element);
  for (uint64_t i = 0; i < count; ++i) {
    const llvm::Constant *item = constant.getAggregateElement(unsigned(i));
    if (!item || !constantBytes(*item, layout, bytes + i * stride, place))
      return false;
  }
  return true;
}

}  // namespace

bool constantBytes(const llvm::Constant &constant, const llvm::DataLayout &layout, uint8_t *bytes, PlaceAddress place) {
  if (constant.isNullValue() || llvm::isa<llvm::UndefValue>(constant))
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
  if (llvm::isa<llvm::ConstantExpr, llvm::GlobalValue>(constant))
    return place(constant, bytes);
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
    return structureBytes(constant, *structure, layout, bytes, place);
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return sequenceBytes(constant, array->getNumElements(), *array->getElementType(), layout, bytes, place);
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return sequenceBytes(constant, vector->getNumElements(), *vector->getElementType(), layout, bytes, place);
  return false;
}

std::optional<ConstantAddress> addressOf(const llvm::Constant &constant, const llvm::DataLayout &layout) {
  if (constant.getType()->isPointerTy()) {
    llvm::APInt offset(layout.getIndexTypeSizeInBits(constant.getType()), 0);
    const llvm::Value *base = constant.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
    auto *object = llvm::dyn_cast<llvm::GlobalVariable>(base);
    return object ? std::optional(ConstantAddress{object, uint64_t(offset.getSExtValue()), 0}) : std::nullopt;
  }
  auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
  if (!expression)
    return std::nullopt;
  const llvm::Constant &first = *expression->getOperand(0);
  if (expression->getOpcode() == llvm::Instruction::PtrToInt &&
      layout.getTypeSizeInBits(constant.getType()) == layout.getTypeSizeInBits(first.getType()))
    return addressOf(first, layout);
  auto *number =
      expression->getNumOperands() == 2 ? llvm::dyn_cast<llvm::ConstantInt>(expression->getOperand(1)) : nullptr;
  if (expression->getOpcode() != llvm::Instruction::Add || !number)
    return std::nullopt;
  std::optional<ConstantAddress> result = addressOf(first, layout);
  if (result)
    result->added += number->getZExtValue();
  return result;
}

}  // namespace weft::hls
