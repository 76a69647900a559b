// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {

llvm::PreservedAnalyses LowerTraps::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
      if (auto id = call->getIntrinsicID(); id == llvm::Intrinsic::trap || id == llvm::Intrinsic::debugtrap) {
        call->eraseFromParent();
        changed = true;
      }
  // Reaching it is undefined behaviour; ending the work-item is the tamest way to be undefined.
  for (llvm::BasicBlock &block : function)
    if (auto *end = llvm::dyn_cast<llvm::UnreachableInst>(block.getTerminator())) {
      llvm::IRBuilder<>(end).CreateRetVoid();
      end->eraseFromParent();
      changed = true;
    }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
