// SPDX-License-Identifier: Apache-2.0
// Tests for infinity and NaN fail where the program promises that there are none. Only the tests go: marking the
// operations themselves, as Clang does, would make their results undefined.
#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/Analysis/InstructionSimplify.h>

#include "hls/attributes.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::Value;

Value *simplified(llvm::FCmpInst &compare) {
  llvm::FastMathFlags finite;
  finite.setNoNaNs();
  finite.setNoInfs();
  return llvm::simplifyFCmpInst(compare.getPredicate(), compare.getOperand(0), compare.getOperand(1), finite,
                                llvm::SimplifyQuery(compare.getDataLayout(), &compare));
}

/// The classes that are left; a constant where they are none, or all there can be.
Value *simplified(llvm::IntrinsicInst &test) {
  constexpr unsigned kSpecial = llvm::fcNan | llvm::fcInf, kOrdinary = llvm::fcAllFlags & ~kSpecial;
  auto *classes = llvm::cast<llvm::ConstantInt>(test.getArgOperand(1));
  const unsigned left = unsigned(classes->getZExtValue()) & kOrdinary;
  if (left == 0)
    return llvm::ConstantInt::getFalse(test.getType());
  if (left == kOrdinary)
    return llvm::ConstantInt::getTrue(test.getType());
  test.setArgOperand(1, llvm::ConstantInt::get(classes->getType(), left));
  return nullptr;
}

Value *simplified(llvm::Instruction &instruction) {
  if (auto *compare = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
    return simplified(*compare);
  auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::is_fpclass ? simplified(*intrinsic) : nullptr;
}

}  // namespace

llvm::PreservedAnalyses FiniteMath::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(kFiniteMath))
    return llvm::PreservedAnalyses::all();
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    if (Value *value = simplified(instruction)) {
      instruction.replaceAllUsesWith(value);
      instruction.eraseFromParent();
    }
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
