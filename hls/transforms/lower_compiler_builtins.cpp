// SPDX-License-Identifier: Apache-2.0
// What Clang makes of its own __builtin_* and __sync_* functions, which OpenCL C neither has nor forbids: a hint is
// taken as one and dropped (both arms of a branch are hardware, nothing is fetched ahead), a fence is the fence of the
// canonical IR.
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

// What an intrinsic that only hints at properties of its operand returns; null: it is another one.
llvm::Value *valueOfHint(const llvm::IntrinsicInst &intrinsic) {
  switch (intrinsic.getIntrinsicID()) {
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::expect_with_probability:
  case llvm::Intrinsic::annotation:
  case llvm::Intrinsic::ptr_annotation:
  case llvm::Intrinsic::canonicalize:  // every operator gives canonical numbers
    return intrinsic.getArgOperand(0);
  default:
    return nullptr;
  }
}

bool isEmptyHint(const llvm::IntrinsicInst &intrinsic) {
  return intrinsic.getIntrinsicID() == llvm::Intrinsic::prefetch ||
         intrinsic.getIntrinsicID() == llvm::Intrinsic::var_annotation;
}

void lowerFence(llvm::FenceInst &fence) {
  llvm::IRBuilder<> builder(&fence);
  // Among the instructions of one work-item nothing has to be ordered.
  if (fence.getSyncScopeID() != llvm::SyncScope::SingleThread) {
    llvm::FunctionCallee primitive =
        fence.getModule()->getOrInsertFunction("__weft_fence", builder.getVoidTy(), builder.getInt32Ty());
    auto *function = llvm::cast<llvm::Function>(primitive.getCallee());
    function->setDoesNotThrow();
    function->setWillReturn();
    constexpr uint32_t kLocalAndGlobal = 3;
    builder.CreateCall(primitive, builder.getInt32(kLocalAndGlobal));
  }
  fence.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses LowerCompilerBuiltins::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto *fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
      lowerFence(*fence);
      changed = true;
      continue;
    }
    auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!intrinsic)
      continue;
    if (llvm::Value *value = valueOfHint(*intrinsic))
      intrinsic->replaceAllUsesWith(value);
    else if (!isEmptyHint(*intrinsic))
      continue;
    intrinsic->eraseFromParent();
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
