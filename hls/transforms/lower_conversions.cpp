// SPDX-License-Identifier: Apache-2.0
// __weft_float_to_int and its kin saturate, as the hardware's conversions do. LLVM's have no value out of range, so the
// calls stay until no optimisation can make use of that.
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {

llvm::PreservedAnalyses LowerConversions::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    llvm::StringRef name = primitiveName(instruction);
    if (!name.consume_front("float_to_"))
      continue;
    auto &call = llvm::cast<llvm::CallInst>(instruction);
    llvm::IRBuilder<> builder(&call);
    llvm::Value *result = name.starts_with("u") ? builder.CreateFPToUI(call.getArgOperand(0), call.getType())
                                                : builder.CreateFPToSI(call.getArgOperand(0), call.getType());
    result->takeName(&call);
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
