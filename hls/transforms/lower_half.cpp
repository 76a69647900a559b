// SPDX-License-Identifier: Apache-2.0
// vload_half and vstore_half convert between half in memory and float: done on the bits, so no half operator is needed.
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::Value;

// Exact. The bits of a half, as i16 → float.
Value *halfToFloat(llvm::IRBuilder<> &builder, Value *half) {
  llvm::Type *word = builder.getInt32Ty(), *real = builder.getFloatTy();
  Value *bits = builder.CreateZExt(half, word);
  Value *sign = builder.CreateShl(builder.CreateAnd(bits, 0x8000), 16);
  Value *magnitude = builder.CreateAnd(bits, 0x7fff);
  Value *shifted = builder.CreateShl(magnitude, 13);
  Value *normal = builder.CreateAdd(shifted, builder.getInt32(112u << 23));  // the difference of the exponents' biases
  Value *special = builder.CreateOr(shifted, 0x7f800000);
  Value *subnormal = builder.CreateBitCast(
      builder.CreateFMul(builder.CreateUIToFP(magnitude, real), llvm::ConstantFP::get(real, 0x1p-24)), word);
  Value *result = builder.CreateSelect(builder.CreateICmpUGE(magnitude, builder.getInt32(0x7c00)), special, normal);
  result = builder.CreateSelect(builder.CreateICmpULT(magnitude, builder.getInt32(0x0400)), subnormal, result);
  return builder.CreateBitCast(builder.CreateOr(result, sign), real);
}

// To nearest even. float → the bits of a half, as i16.
Value *floatToHalf(llvm::IRBuilder<> &builder, Value *value) {
  llvm::Type *word = builder.getInt32Ty(), *real = builder.getFloatTy();
  Value *bits = builder.CreateBitCast(value, word);
  Value *sign = builder.CreateAnd(builder.CreateLShr(bits, 16), 0x8000);
  Value *magnitude = builder.CreateAnd(bits, 0x7fffffff);
  Value *odd = builder.CreateAnd(builder.CreateLShr(magnitude, 13), 1);
  Value *rounded = builder.CreateAdd(builder.CreateAdd(magnitude, builder.getInt32(0xfff - (112u << 23))), odd);
  Value *normal = builder.CreateLShr(rounded, 13);
  // Adding 0.5, whose last place is worth the smallest half, makes the adder round.
  Value *subnormal = builder.CreateFAdd(builder.CreateBitCast(magnitude, real), llvm::ConstantFP::get(real, 0.5));
  subnormal = builder.CreateSub(builder.CreateBitCast(subnormal, word), builder.getInt32(0x3f000000));
  Value *nan = builder.CreateOr(builder.CreateAnd(builder.CreateLShr(magnitude, 13), 0x3ff), 0x7e00);
  Value *result =
      builder.CreateSelect(builder.CreateICmpULT(magnitude, builder.getInt32(0x38800000)), subnormal, normal);
  result = builder.CreateSelect(builder.CreateICmpUGE(magnitude, builder.getInt32(0x477ff000)),
                                builder.getInt32(0x7c00), result);
  result = builder.CreateSelect(builder.CreateICmpUGT(magnitude, builder.getInt32(0x7f800000)), nan, result);
  return builder.CreateTrunc(builder.CreateOr(result, sign), builder.getInt16Ty());
}

llvm::Type *withElements(llvm::Type *type, llvm::Type *element) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? llvm::FixedVectorType::get(element, vector->getNumElements()) : element;
}

// Element by element, so that each meets the conversion it belongs to.
Value *castElements(llvm::IRBuilder<> &builder, Value *value, llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (!vector)
    return builder.CreateBitCast(value, type);
  Value *result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    result = builder.CreateInsertElement(
        result, builder.CreateBitCast(builder.CreateExtractElement(value, i), vector->getElementType()), i);
  return result;
}

}  // namespace

llvm::PreservedAnalyses LowerHalf::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    llvm::IRBuilder<> builder(&instruction);
    Value *replacement = nullptr;
    if (llvm::isa<llvm::FPExtInst>(instruction) && instruction.getOperand(0)->getType()->isHalfTy() &&
        instruction.getType()->isFloatTy())
      replacement = halfToFloat(builder, builder.CreateBitCast(instruction.getOperand(0), builder.getInt16Ty()));
    else if (llvm::isa<llvm::FPTruncInst>(instruction) && instruction.getType()->isHalfTy() &&
             instruction.getOperand(0)->getType()->isFloatTy())
      replacement = builder.CreateBitCast(floatToHalf(builder, instruction.getOperand(0)), builder.getHalfTy());
    if (!replacement)
      continue;
    instruction.replaceAllUsesWith(replacement);
    instruction.eraseFromParent();
    changed = true;
  }
  // Memory holds bits.
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    llvm::IRBuilder<> builder(&instruction);
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        load && load->getType()->getScalarType()->isHalfTy()) {
      auto *bits = builder.CreateAlignedLoad(withElements(load->getType(), builder.getInt16Ty()),
                                             load->getPointerOperand(), load->getAlign(), load->isVolatile());
      load->replaceAllUsesWith(castElements(builder, bits, load->getType()));
    } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
               store && store->getValueOperand()->getType()->getScalarType()->isHalfTy()) {
      llvm::Type *type = withElements(store->getValueOperand()->getType(), builder.getInt16Ty());
      builder.CreateAlignedStore(castElements(builder, store->getValueOperand(), type), store->getPointerOperand(),
                                 store->getAlign(), store->isVolatile());
    } else {
      continue;
    }
    instruction.eraseFromParent();
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
