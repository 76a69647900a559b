// SPDX-License-Identifier: Apache-2.0
// Removes what kept the optimiser from making use of undefined values. From here on freeze and division mean what the
// hardware does.
#include "hls/transforms/divisions.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

/// A wire has one value for all its readers; only a literal "any value" could be read differently by each.
llvm::Value *withoutFreeze(llvm::FreezeInst &freeze) {
  llvm::Value *operand = freeze.getOperand(0);
  return llvm::isa<llvm::UndefValue>(operand) ? llvm::Constant::getNullValue(freeze.getType()) : operand;
}

}  // namespace

llvm::PreservedAnalyses DropGuards::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto *freeze = llvm::dyn_cast<llvm::FreezeInst>(&instruction)) {
      freeze->replaceAllUsesWith(withoutFreeze(*freeze));
      freeze->eraseFromParent();
      changed = true;
    } else if (unsigned opcode = divisionOpcode(instruction)) {
      auto *division = llvm::BinaryOperator::Create(llvm::Instruction::BinaryOps(opcode), instruction.getOperand(0),
                                                    instruction.getOperand(1), "", instruction.getIterator());
      division->setDebugLoc(instruction.getDebugLoc());
      replaceDivision(instruction, division);
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
