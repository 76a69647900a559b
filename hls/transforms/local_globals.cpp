// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/ReplaceConstant.h>

#include "hls/transforms/passes.h"

namespace weft::hls::transforms {

llvm::PreservedAnalyses LocalGlobals::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  std::vector<llvm::GlobalVariable *> locals;
  for (llvm::GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == 3)
      locals.push_back(&variable);
  // Uses inside constant expressions belong to no function; make them instructions.
  llvm::SmallVector<llvm::Constant *> constants(locals.begin(), locals.end());
  llvm::convertUsersOfConstantsToInstructions(constants);

  for (llvm::GlobalVariable *variable : locals) {
    bool taken = false;  // the first kernel keeps the variable itself
    for (llvm::Function &function : module) {
      llvm::SmallVector<llvm::Use *> uses;
      for (llvm::Use &use : variable->uses())
        if (auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser()); user && user->getFunction() == &function)
          uses.push_back(&use);
      if (uses.empty())
        continue;
      if (std::exchange(taken, true)) {
        auto *copy = new llvm::GlobalVariable(module, variable->getValueType(), variable->isConstant(),
                                              variable->getLinkage(), variable->getInitializer(), variable->getName(),
                                              variable, variable->getThreadLocalMode(), variable->getAddressSpace());
        copy->copyAttributesFrom(variable);
        copy->copyMetadata(variable, 0);
        for (llvm::Use *use : uses)
          use->set(copy);
      }
    }
  }
  return locals.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
