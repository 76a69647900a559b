// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/lower/provenance.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace weft::hls {

bool isPointerPrimitive(const llvm::Value &value) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("__weft_pointer.");
}

namespace {
/// Pointers that `value` is derived from; false if it is derived from something else.
bool pointerOperands(const llvm::Value *value, llvm::SmallVectorImpl<const llvm::Value *> &operands) {
  if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(value))
    operands.push_back(gep->getPointerOperand());
  else if (auto *phi = llvm::dyn_cast<llvm::PHINode>(value))
    operands.append(phi->value_op_begin(), phi->value_op_end());
  else if (auto *select = llvm::dyn_cast<llvm::SelectInst>(value))
    operands.append({select->getTrueValue(), select->getFalseValue()});
  else if (isPointerPrimitive(*value))
    operands.append(llvm::cast<llvm::CallInst>(value)->arg_begin() + 1, llvm::cast<llvm::CallInst>(value)->arg_end());
  else if (auto *call = llvm::dyn_cast<llvm::CallInst>(value); call && isChecked(*call))
    operands.push_back(call->getArgOperand(0));
  else if (llvm::isa<llvm::FreezeInst, llvm::BitCastOperator, llvm::AddrSpaceCastOperator>(value))
    operands.push_back(llvm::cast<llvm::User>(value)->getOperand(0));
  else
    return false;
  return true;
}
}  // namespace

bool isChecked(const llvm::CallInst &call) {
  return call.getCalledFunction() && call.getCalledFunction()->getName().starts_with("__weft_checked");
}

Provenance::Provenance(const llvm::Function &function) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (!instruction.getType()->isPointerTy() || llvm::isa<llvm::AllocaInst>(instruction))
        continue;
      PointerBases bases;
      llvm::SmallVector<const llvm::Value *> operands;
      if (!pointerOperands(&instruction, operands))
        bases.unknown = &instruction;
      bases.mayBeNull = isPointerPrimitive(instruction);
      for (const llvm::Value *operand : operands) {
        PointerBases other = (*this)(operand);
        bases.buffers.insert(other.buffers.begin(), other.buffers.end());
        bases.objects.insert(other.objects.begin(), other.objects.end());
        bases.mayBeNull |= other.mayBeNull;
        if (!bases.unknown)
          bases.unknown = other.unknown;
      }
      PointerBases &known = bases_[&instruction];
      if (known.buffers != bases.buffers || known.objects.size() != bases.objects.size() ||
          known.unknown != bases.unknown || known.mayBeNull != bases.mayBeNull) {
        known = std::move(bases);
        changed = true;
      }
    }
  }
}

PointerBases Provenance::operator()(const llvm::Value *pointer) const {
  PointerBases result;
  if (auto *argument = llvm::dyn_cast<llvm::Argument>(pointer)) {
    unsigned space = argument->getType()->getPointerAddressSpace();
    if ((space == 1 || space == 2) && !argument->hasByValAttr())
      result.buffers.insert(argument->getArgNo());
    else
      result.objects.insert(argument);
  } else if (llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(pointer)) {
    result.objects.insert(pointer);
  } else if (llvm::isa<llvm::Instruction>(pointer)) {
    if (auto found = bases_.find(pointer); found != bases_.end())
      return found->second;
  } else if (llvm::isa<llvm::ConstantPointerNull>(pointer)) {
    result.mayBeNull = true;
  } else if (!llvm::isa<llvm::UndefValue>(pointer)) {  // undef covers poison
    llvm::SmallVector<const llvm::Value *> operands;
    if (!pointerOperands(pointer, operands))
      result.unknown = pointer;
    else
      return (*this)(operands[0]);
  }
  return result;
}

}  // namespace weft::hls
