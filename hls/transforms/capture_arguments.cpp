// SPDX-License-Identifier: Apache-2.0
// `restrict` speaks of one work-item: after a barrier the buffer may hold what others wrote. LLVM takes it that no call
// can touch the memory of a noalias argument unless its address was captured, so capture it: barriers then order it,
// and it still aliases no other argument.
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {

llvm::PreservedAnalyses CaptureArguments::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  llvm::LLVMContext &context = module.getContext();
  bool changed = false;
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (function.isDeclaration())
      continue;
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    for (llvm::Argument &argument : function.args()) {
      if (!argument.hasNoAliasAttr() || argument.hasByValAttr())
        continue;
      std::string name = "__weft_capture." + std::to_string(argument.getType()->getPointerAddressSpace());
      llvm::FunctionCallee capture =
          module.getOrInsertFunction(name, llvm::FunctionType::get(builder.getVoidTy(), {argument.getType()}, false));
      auto *primitive = llvm::cast<llvm::Function>(capture.getCallee());
      primitive->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
      primitive->addFnAttr(llvm::Attribute::get(context, llvm::Attribute::WillReturn));
      primitive->addFnAttr(llvm::Attribute::get(context, llvm::Attribute::NoUnwind));
      builder.CreateCall(capture, {&argument});
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
