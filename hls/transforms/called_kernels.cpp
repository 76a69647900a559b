// SPDX-License-Identifier: Apache-2.0
#include <llvm/Transforms/Utils/Cloning.h>

#include "hls/transforms/passes.h"

namespace weft::hls::transforms {

llvm::PreservedAnalyses CalledKernels::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  std::vector<llvm::Function *> called;
  for (llvm::Function &function : module)
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
        llvm::any_of(function.users(), [](llvm::User *user) { return llvm::isa<llvm::CallBase>(user); }))
      called.push_back(&function);
  for (llvm::Function *kernel : called) {
    llvm::ValueToValueMapTy map;
    llvm::Function *copy = llvm::CloneFunction(kernel, map);
    copy->setName(kernel->getName() + ".called");
    copy->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    copy->setLinkage(llvm::GlobalValue::InternalLinkage);
    copy->setVisibility(llvm::GlobalValue::DefaultVisibility);
    kernel->replaceUsesWithIf(copy, [](llvm::Use &use) { return llvm::isa<llvm::CallBase>(use.getUser()); });
    for (llvm::User *user : copy->users())
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(user))
        call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
  return called.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
