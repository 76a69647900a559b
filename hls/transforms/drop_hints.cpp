// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {

llvm::PreservedAnalyses DropHints::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (primitiveName(instruction).starts_with("capture")) {
      instruction.eraseFromParent();
      changed = true;
    } else if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
               intrinsic && (intrinsic->isAssumeLikeIntrinsic() && intrinsic->getType()->isVoidTy())) {
      llvm::SmallVector<llvm::WeakTrackingVH> operands(intrinsic->operands());
      intrinsic->eraseFromParent();
      llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(operands);
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
