// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {

llvm::PreservedAnalyses LowerTraps::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = false;
  std::vector<llvm::IntrinsicInst *> traps;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      if (call->getIntrinsicID() == llvm::Intrinsic::trap || call->getIntrinsicID() == llvm::Intrinsic::ubsantrap)
        traps.push_back(call);
      if (call->getIntrinsicID() == llvm::Intrinsic::debugtrap) {
        call->eraseFromParent();  // there is no debugger: execution goes on
        changed = true;
      }
    }
  // Clang lets code follow, which no work-item gets to. A trap behind another one goes with it.
  for (llvm::IntrinsicInst *trap : llvm::reverse(traps))
    changed |= llvm::changeToUnreachable(trap) != 0;
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
