// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {

llvm::PreservedAnalyses RequiredSize::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  const llvm::MDNode *node = function.getMetadata("reqd_work_group_size");
  if (!node || node->getNumOperands() != 3)
    return llvm::PreservedAnalyses::all();
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    llvm::StringRef name = primitiveName(instruction);
    if (name != "local_size" && name != "local_id")
      continue;
    auto &call = llvm::cast<llvm::CallInst>(instruction);
    auto *dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    if (!dimension || dimension->getZExtValue() > 2)
      continue;
    uint64_t size =
        llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(dimension->getZExtValue()))->getZExtValue();
    if (name == "local_size" || size == 1) {
      call.replaceAllUsesWith(llvm::ConstantInt::get(call.getType(), name == "local_size" ? size : 0));
      call.eraseFromParent();
    } else {
      unsigned bits = call.getType()->getIntegerBitWidth();
      call.addRetAttr(llvm::Attribute::get(call.getContext(), llvm::Attribute::Range,
                                           llvm::ConstantRange(llvm::APInt(bits, 0), llvm::APInt(bits, size))));
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
