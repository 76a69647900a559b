// SPDX-License-Identifier: Apache-2.0
// Where OpenCL gives every operand some result, or leaves only the result open, LLVM's instruction has undefined
// results or makes the whole program undefined. Here each such instruction becomes one that is defined as the hardware
// defines it, before anything is folded: conversions of float saturate, divisions become primitives (divisions.h),
// counts of zeros and magnitudes have a value for every operand, an element's index is taken modulo the number of
// elements.
#include "hls/transforms/divisions.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::Instruction;
using llvm::Value;

Value *saturatingConversion(llvm::IRBuilder<> &builder, Instruction &conversion) {
  const auto id =
      conversion.getOpcode() == Instruction::FPToSI ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
  return builder.CreateIntrinsic(id, {conversion.getType(), conversion.getOperand(0)->getType()},
                                 {conversion.getOperand(0)});
}

/// ctlz and cttz of 0, abs of the least number: not poison.
void defineForAllOperands(llvm::IntrinsicInst &intrinsic) {
  switch (intrinsic.getIntrinsicID()) {
  case llvm::Intrinsic::ctlz:
  case llvm::Intrinsic::cttz:
  case llvm::Intrinsic::abs:
    intrinsic.setArgOperand(1, llvm::ConstantInt::getFalse(intrinsic.getContext()));
    break;
  default:
    break;
  }
}

/// An index that is below `elements`; itself where it is known to be.
Value *elementIndex(llvm::IRBuilder<> &builder, Value *index, unsigned elements) {
  if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(index))
    return llvm::ConstantInt::get(index->getType(), constant->getValue().urem(elements));
  if (llvm::isPowerOf2_32(elements))
    return builder.CreateAnd(index, elements - 1);
  // Vectors of three. Small enough for the remainder not to need a divider.
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin,
                                       builder.CreateAnd(index, llvm::PowerOf2Ceil(elements) - 1),
                                       llvm::ConstantInt::get(index->getType(), elements - 1));
}

void defineElementIndex(llvm::IRBuilder<> &builder, Instruction &access) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(access.getOperand(0)->getType());
  llvm::Use &index = access.getOperandUse(access.getNumOperands() - 1);
  if (vector)
    index.set(elementIndex(builder, index, vector->getNumElements()));
}

/// `constant` with a zero wherever it is undefined.
llvm::Constant *defined(llvm::Constant *constant) {
  if (llvm::isa<llvm::UndefValue>(constant))  // poison, too
    return llvm::Constant::getNullValue(constant->getType());
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(constant->getType());
  if (!vector || !constant->containsUndefOrPoisonElement())
    return constant;
  llvm::SmallVector<llvm::Constant *> elements;
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    elements.push_back(defined(constant->getAggregateElement(i)));
  return llvm::ConstantVector::get(elements);
}

/// The front end folds operations on literals: 1 / 0 arrives as a literal poison. Those in which a vector is built up
/// or rearranged and those in which control flow meets stay: nothing reads their undefined parts.
void defineLiterals(Instruction &instruction) {
  if (llvm::isa<llvm::PHINode, llvm::InsertElementInst, llvm::ShuffleVectorInst, llvm::InsertValueInst,
                llvm::DbgInfoIntrinsic>(instruction))
    return;
  for (llvm::Use &operand : instruction.operands())
    if (auto *constant = llvm::dyn_cast<llvm::Constant>(operand);
        constant && (constant->getType()->isIntOrIntVectorTy() || constant->getType()->isFPOrFPVectorTy()))
      operand.set(defined(constant));
}

/// With -cl-finite-math-only an operation on infinity or on what is not a number may give anything; to LLVM that is
/// poison, and a distance that starts at INFINITY takes the store of the result with it.
void allowSpecialNumbers(Instruction &instruction) {
  if (llvm::isa<llvm::FPMathOperator>(instruction)) {
    instruction.setHasNoNaNs(false);
    instruction.setHasNoInfs(false);
  }
}

/// The same of arguments and results.
void allowSpecialNumbers(llvm::Function &function) {
  for (const char *attribute : {"no-nans-fp-math", "no-infs-fp-math"})
    function.removeFnAttr(attribute);
  function.removeRetAttr(llvm::Attribute::NoFPClass);
  for (llvm::Argument &argument : function.args())
    argument.removeAttr(llvm::Attribute::NoFPClass);
  for (llvm::User *user : function.users())
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
      call->removeRetAttr(llvm::Attribute::NoFPClass);
      for (unsigned i = 0; i < call->arg_size(); ++i)
        call->removeParamAttr(i, llvm::Attribute::NoFPClass);
    }
}

/// What takes the place of `instruction`, or null.
Value *replacement(llvm::IRBuilder<> &builder, Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return saturatingConversion(builder, instruction);
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return protectDivision(builder, llvm::cast<llvm::BinaryOperator>(instruction));
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
    defineElementIndex(builder, instruction);
    return nullptr;
  case Instruction::Call:
    if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
      defineForAllOperands(*intrinsic);
    return nullptr;
  default:
    return nullptr;
  }
}

}  // namespace

llvm::PreservedAnalyses DefineArithmetic::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  for (llvm::Function &function : module) {
    allowSpecialNumbers(function);
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      allowSpecialNumbers(instruction);
      defineLiterals(instruction);
      llvm::IRBuilder<> builder(&instruction);
      if (Value *value = replacement(builder, instruction)) {
        value->takeName(&instruction);
        instruction.replaceAllUsesWith(value);
        instruction.eraseFromParent();
      }
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
