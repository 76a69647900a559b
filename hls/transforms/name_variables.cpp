// SPDX-License-Identifier: Apache-2.0
// Messages show variables as the source calls them. The optimiser renames, splits and moves variables, so name and
// place are put where they survive that: an alloca's name up to the first dot and its location, which every copy and
// part of it inherits. (The front end does so for global variables.) The debug information of variables has then done
// its work.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ValueSymbolTable.h>

#include "hls/attributes.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

void describe(llvm::AllocaInst &object, const llvm::DILocalVariable &variable, const llvm::DebugLoc &location) {
  if (variable.getName().empty())
    return;
  object.setDebugLoc(location);
  // Clang's second `a` of a function is `a1`, which the source may have as well.
  if (object.getName().split('.').first != variable.getName())
    object.setName(variable.getName() + ".");
}

/// What is assigned to a variable gets its name, or the name and a number behind a dot: the variable itself is going to
/// become values.
void nameAssigned(llvm::StoreInst &store) {
  auto *value = llvm::dyn_cast<llvm::Instruction>(store.getValueOperand());
  auto *variable = llvm::dyn_cast<llvm::AllocaInst>(store.getPointerOperand());
  if (!value || !variable || !variable->hasName())
    return;
  const std::string name = variable->getName().split('.').first.str();
  if (variable->getName() == name)
    variable->setName(name + ".");
  const bool taken = store.getFunction()->getValueSymbolTable()->lookup(name) != nullptr;
  value->setName(taken ? name + "." : name);
}

}  // namespace

llvm::PreservedAnalyses NameVariables::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      for (llvm::DbgVariableRecord &record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
        if (auto *object = llvm::dyn_cast_or_null<llvm::AllocaInst>(record.getVariableLocationOp(0)))
          describe(*object, *record.getVariable(), record.getDebugLoc());
      instruction.dropDbgRecords();
      if (auto *declaration = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&instruction)) {  // bitcode may have these
        if (auto *object = llvm::dyn_cast_or_null<llvm::AllocaInst>(declaration->getVariableLocationOp(0)))
          describe(*object, *declaration->getVariable(), declaration->getDebugLoc());
        declaration->eraseFromParent();
      }
    }
  for (llvm::Function &function : module)
    if (function.getFnAttribute(kSourceNames).getValueAsBool())
      for (llvm::Instruction &instruction : llvm::instructions(function))
        if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
          nameAssigned(*store);
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
