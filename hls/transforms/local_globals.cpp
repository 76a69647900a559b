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
    llvm::MapVector<llvm::Function *, llvm::GlobalVariable *> owners;
    for (llvm::Use &use : llvm::make_early_inc_range(variable->uses())) {
      auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (!user)
        continue;
      auto &copy = owners[user->getFunction()];
      if (!copy && owners.size() == 1) {
        copy = variable;
      } else if (!copy) {
        copy = new llvm::GlobalVariable(module, variable->getValueType(), variable->isConstant(),
                                        variable->getLinkage(), variable->getInitializer(), variable->getName(),
                                        variable, variable->getThreadLocalMode(), variable->getAddressSpace());
        copy->copyAttributesFrom(variable);
      }
      use.set(copy);
    }
  }
  return locals.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
