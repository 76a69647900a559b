// SPDX-License-Identifier: Apache-2.0
// An event of asynchronous copies says nothing: waiting for any is a barrier behind which all copies are done. Clang
// has an opaque type for it; as a number of the same size it may be kept in arrays and chosen at run time.
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using llvm::Instruction;
using llvm::Type;

bool isEvent(const Type *type) {
  auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque && opaque->getName() == "spirv.Event";
}

class Numbers {
public:
  explicit Numbers(const llvm::Function &function)
      : number_(function.getDataLayout().getIntPtrType(function.getContext())) {}

  /// Arrays of events as arrays of numbers, of the same layout.
  Type *mapped(Type *type) const {
    if (isEvent(type))
      return number_;
    if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
      return llvm::ArrayType::get(mapped(array->getElementType()), array->getNumElements());
    return type;
  }

  void rewrite(Instruction &instruction) const {
    for (llvm::Use &operand : instruction.operands())
      if (auto *constant = llvm::dyn_cast<llvm::Constant>(operand); constant && isEvent(constant->getType()))
        operand.set(llvm::isa<llvm::UndefValue>(constant) ? llvm::PoisonValue::get(number_)
                                                          : llvm::Constant::getNullValue(number_));
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      variable->setAllocatedType(mapped(variable->getAllocatedType()));
    if (auto *element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      element->setSourceElementType(mapped(element->getSourceElementType()));
      element->setResultElementType(mapped(element->getResultElementType()));
    }
    if (isEvent(instruction.getType()))
      instruction.mutateType(number_);
  }

private:
  Type *number_;
};

}  // namespace

llvm::PreservedAnalyses NumberEvents::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  const Numbers numbers(function);
  for (Instruction &instruction : llvm::instructions(function))
    numbers.rewrite(instruction);
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
