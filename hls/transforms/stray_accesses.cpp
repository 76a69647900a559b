// SPDX-License-Identifier: Apache-2.0
// An access at a constant address outside its variable is undefined to LLVM, whose passes drop it without a word.
// Before they see it, it becomes `__weft_stray(write, offset, bytes, size)` with the variable's name: reported when it
// is reached. Constant indices too large for an address are brought to one far outside every buffer.
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::APInt;
using llvm::Instruction;
using llvm::Value;

class Strays {
public:
  explicit Strays(llvm::Function &function)
      : function_(function), layout_(function.getDataLayout()), build_(function.getContext()) {}

  bool run() {
    bool changed = false;
    for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function_)))
      if (auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
        changed |= keepIndices(*gep);
        changed |= limit(*gep);
      }
    for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function_)))
      changed |= report(instruction);
    return changed;
  }

private:
  /// Clang cuts a 64-bit index to a 32-bit address's width, and names the cut. An index that does not fit becomes one
  /// far outside.
  bool keepIndices(llvm::GetElementPtrInst &gep) {
    bool changed = false;
    for (llvm::Use &index : gep.indices()) {
      auto *cut = llvm::dyn_cast<llvm::TruncInst>(index);
      if (!cut || !(cut->getName().starts_with("idxprom") || cut->getName().starts_with("idx.ext")))
        continue;
      build_.SetInsertPoint(&gep);
      build_.SetCurrentDebugLocation(gep.getDebugLoc());
      Value *whole = cut->getOperand(0);
      const unsigned bits = cut->getType()->getIntegerBitWidth();
      // As an unsigned number, or as a signed one.
      Value *positive =
          build_.CreateICmpEQ(build_.CreateLShr(whole, bits), llvm::ConstantInt::get(whole->getType(), 0));
      Value *negative =
          build_.CreateICmpEQ(build_.CreateAShr(whole, bits - 1), llvm::ConstantInt::getSigned(whole->getType(), -1));
      llvm::Constant *far = llvm::ConstantInt::get(gep.getContext(), APInt::getSignedMinValue(bits));
      Value *fits = build_.CreateOr(positive, negative);
      index.set(build_.CreateSelect(fits, build_.CreateTrunc(whole, cut->getType()), far));
      changed = true;
    }
    return changed;
  }

  /// An `inbounds` constant offset beyond the signed numbers of the index width has no meaning to LLVM, which wraps it.
  bool limit(llvm::GetElementPtrInst &gep) {
    const unsigned bits = layout_.getIndexTypeSizeInBits(gep.getType()), wide = 192;
    if (!gep.isInBounds() || !gep.hasAllConstantIndices() || gep.getType()->isVectorTy())
      return false;
    APInt offset(wide, 0);
    for (auto step = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); step != end; ++step) {
      auto *index = llvm::dyn_cast<llvm::ConstantInt>(step.getOperand());
      if (!index)
        return false;
      if (llvm::StructType *structure = step.getStructTypeOrNull())
        offset += layout_.getStructLayout(structure)->getElementOffset(unsigned(index->getZExtValue())).getFixedValue();
      else
        offset +=
            index->getValue().sextOrTrunc(wide) * APInt(wide, step.getSequentialElementStride(layout_).getFixedValue());
    }
    if (offset.isSignedIntN(bits))
      return false;
    build_.SetInsertPoint(&gep);
    Value *far = build_.CreateGEP(build_.getInt8Ty(), gep.getPointerOperand(),
                                  llvm::ConstantInt::get(gep.getContext(), APInt::getSignedMinValue(bits)));
    gep.replaceAllUsesWith(far);
    gep.eraseFromParent();
    return true;
  }

  bool report(Instruction &access) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&access))
      return report(access, load->getPointerOperand(), layout_.getTypeStoreSize(load->getType()), false);
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&access))
      return report(access, store->getPointerOperand(), layout_.getTypeStoreSize(store->getValueOperand()->getType()),
                    true);
    if (auto *modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&access))
      return report(access, modify->getPointerOperand(), layout_.getTypeStoreSize(modify->getType()), true);
    if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access))
      return report(access, exchange->getPointerOperand(),
                    layout_.getTypeStoreSize(exchange->getNewValOperand()->getType()), true);
    if (auto *copy = llvm::dyn_cast<llvm::MemIntrinsic>(&access))
      if (auto *length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength()); length && !length->isZero()) {
        if (report(access, copy->getRawDest(), length->getZExtValue(), true))
          return true;
        if (auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(copy))
          return report(access, transfer->getRawSource(), length->getZExtValue(), false);
      }
    return false;
  }

  bool report(Instruction &access, Value *pointer, uint64_t bytes, bool write) {
    APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    const Value *object = pointer->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    uint64_t size = 0;
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(object)) {
      auto known = variable->getAllocationSize(layout_);
      if (!known || known->isScalable())
        return false;
      size = known->getFixedValue();
    } else if (auto *global = llvm::dyn_cast<llvm::GlobalVariable>(object)) {
      size = layout_.getTypeAllocSize(global->getValueType());
    } else {
      return false;
    }
    if (!offset.isNegative() && bytes <= size && offset.getZExtValue() <= size - bytes)
      return false;
    replace(access, *object, write, offset.getSExtValue(), bytes, size);
    return true;
  }

  void replace(Instruction &access, const Value &object, bool write, int64_t offset, uint64_t bytes, uint64_t size) {
    build_.SetInsertPoint(&access);
    llvm::Type *number = build_.getInt64Ty();
    auto callee = function_.getParent()->getOrInsertFunction(
        "__weft_stray", llvm::FunctionType::get(build_.getVoidTy(), {number, number, number, number}, false));
    auto *declaration = llvm::cast<llvm::Function>(callee.getCallee());
    declaration->setOnlyAccessesInaccessibleMemory();
    declaration->setDoesNotThrow();
    declaration->setWillReturn();
    llvm::CallInst *call = build_.CreateCall(callee, {build_.getInt64(write), build_.getInt64(uint64_t(offset)),
                                                      build_.getInt64(bytes), build_.getInt64(size)});
    call->setDebugLoc(access.getDebugLoc());
    llvm::LLVMContext &context = function_.getContext();
    call->setMetadata("weft.variable",
                      llvm::MDNode::get(context, llvm::MDString::get(context, readableName(variableName(object)))));
    if (!access.getType()->isVoidTy())
      access.replaceAllUsesWith(llvm::Constant::getNullValue(access.getType()));
    access.eraseFromParent();
  }

  llvm::Function &function_;
  const llvm::DataLayout &layout_;
  llvm::IRBuilder<> build_;
};

}  // namespace

llvm::PreservedAnalyses StrayAccesses::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  return Strays(function).run() ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
