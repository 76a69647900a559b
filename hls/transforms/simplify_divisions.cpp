// SPDX-License-Identifier: Apache-2.0
// Divisions of which is now known that LLVM's instruction is defined become that instruction, which LLVM can simplify;
// those of which is known that it is not get the hardware's result.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/PatternMatch.h>

#include "hls/transforms/divisions.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::Instruction;
using llvm::Value;

/// Neither zero nor, in a signed division that may overflow, -1.
bool isDefined(unsigned opcode, Value *a, Value *b, const llvm::SimplifyQuery &query) {
  if (!llvm::isKnownNonZero(b, query))
    return false;
  if (opcode == Instruction::UDiv || opcode == Instruction::URem)
    return true;
  const llvm::KnownBits dividend = llvm::computeKnownBits(a, /*Depth=*/0, query),
                        divisor = llvm::computeKnownBits(b, /*Depth=*/0, query);
  return !dividend.getSignedMinValue().isMinSignedValue() || !divisor.Zero.isZero();
}

/// What int_div gives by a constant by which LLVM's instruction may be undefined; null for other divisors.
Value *hardwareResult(llvm::IRBuilder<> &builder, unsigned opcode, Value *a, Value *b) {
  using namespace llvm::PatternMatch;
  const bool quotient = opcode == Instruction::UDiv || opcode == Instruction::SDiv;
  if (match(b, m_Zero()))
    return quotient ? llvm::Constant::getAllOnesValue(a->getType()) : a;
  if ((opcode == Instruction::SDiv || opcode == Instruction::SRem) && match(b, m_AllOnes()))
    return quotient ? builder.CreateNeg(a) : llvm::Constant::getNullValue(a->getType());
  return nullptr;
}

}  // namespace

llvm::PreservedAnalyses SimplifyDivisions::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const unsigned opcode = divisionOpcode(instruction);
    if (!opcode)
      continue;
    Value *a = instruction.getOperand(0), *b = instruction.getOperand(1);
    llvm::IRBuilder<> builder(&instruction);
    Value *result = hardwareResult(builder, opcode, a, b);
    if (!result && isDefined(opcode, a, b, llvm::SimplifyQuery(function.getDataLayout(), &instruction)))
      result = builder.CreateBinOp(llvm::Instruction::BinaryOps(opcode), a, b);
    if (!result)
      continue;
    replaceDivision(instruction, result);
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
