// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

#include "hls/transforms/compiler_builtins.h"
#include "hls/transforms/intrinsics.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {
namespace {

using llvm::Instruction;
using llvm::Type;

// Why a value of this type cannot be.
Reason whyNot(Type *type) {
  Type *scalar = type->getScalarType();
  if (scalar->isIntegerTy() && scalar->getIntegerBitWidth() > 64 && !type->isVectorTy())
    return {"an integer of " + std::to_string(scalar->getIntegerBitWidth()) + " bits is not supported",
            "use integers of at most 64 bits"};
  if (auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(scalar)) {
    llvm::StringRef name = opaque->getName();
    if (name == "spirv.Image" || name == "spirv.Sampler")
      return {"images and samplers are not supported yet", "pass a buffer"};
    if (name == "spirv.Pipe")
      return {"pipes are not supported yet", "pass a buffer from kernel to kernel"};
    return {("type '" + name + "' is not supported").str(), {}};
  }
  if (scalar->isPointerTy() && type->isVectorTy())
    return {"a vector of pointers is not supported", {}};
  if (scalar->isFP128Ty() || scalar->isBFloatTy())
    return {"this floating-point type is not supported", "use float"};
  return {};
}

Reason whyNotAtomic(Type *type, unsigned space, const board::Description &board) {
  constexpr unsigned kGlobal = 1, kLocal = 3;
  if (space != kGlobal && space != kLocal)
    return {"an atomic operation outside global, local and private memory is not supported", {}};
  if (!type->isIntegerTy(32) && !type->isIntegerTy(64))
    return {"an atomic operation on a " + std::to_string(type->getPrimitiveSizeInBits()) +
                "-bit value is not supported",
            "use a type of 32 or 64 bits"};
  if (space == kGlobal && board.atomicBits == 0)
    return {"the memory of board " + board.name + " has no atomic operations", "use local memory"};
  if (space == kGlobal && type->getIntegerBitWidth() > board.atomicBits)
    return {"the memory of board " + board.name + " has no atomic operations on 64-bit values",
            "use a type of 32 bits, or local memory"};
  return {};
}

Reason whyNotCall(const llvm::CallInst &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee)
    return {"a call through a function pointer is not supported", "call the function by its name"};
  if (!callee->isIntrinsic())
    return {primitiveName(call).empty() ? "call of '" + callee->getName().str() + "' was not inlined" : "", {}};
  if (isCanonicalIntrinsic(callee->getIntrinsicID()))
    return {};
  return whyNotBuiltin(callee->getIntrinsicID());
}

// What the instruction itself (not its types) asks for.
Reason whyNot(const Instruction &instruction, const board::Description &board) {
  switch (instruction.getOpcode()) {
  case Instruction::Alloca: {
    auto &alloca = llvm::cast<llvm::AllocaInst>(instruction);
    if (!alloca.isStaticAlloca())
      return {"an array of variable size is not supported", "give it a constant size"};
    break;
  }
  case Instruction::Call:
    return whyNotCall(llvm::cast<llvm::CallInst>(instruction));
  case Instruction::AtomicRMW: {
    auto &rmw = llvm::cast<llvm::AtomicRMWInst>(instruction);
    return whyNotAtomic(rmw.getType(), rmw.getPointerAddressSpace(), board);
  }
  case Instruction::AtomicCmpXchg: {
    auto &exchange = llvm::cast<llvm::AtomicCmpXchgInst>(instruction);
    return whyNotAtomic(exchange.getNewValOperand()->getType(), exchange.getPointerAddressSpace(), board);
  }
  case Instruction::Fence:
  case Instruction::VAArg:
  case Instruction::Invoke:
  case Instruction::IndirectBr:
    return {std::string("'") + instruction.getOpcodeName() + "' is not supported", {}};
  default:
    break;
  }
  return {};
}

Reason whyNot(const llvm::GlobalVariable &variable) {
  auto name = "variable '" + variable.getName().str() + "'";
  constexpr unsigned kLocal = 3;
  if (variable.getAddressSpace() != kLocal && !variable.hasInitializer())
    return {name + " is declared but not defined", "define it here, or link a program that does"};
  return {};
}

// Global variables behind an operand, through constant expressions.
void checkConstant(const llvm::Constant &constant, const Instruction &user, Refusals &refusals) {
  if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
    if (const Reason why = whyNot(*variable))
      refusals.add(user, why);
    return;
  }
  if (auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    for (const llvm::Use &operand : expression->operands())
      checkConstant(*llvm::cast<llvm::Constant>(operand), user, refusals);
  }
}

}  // namespace

llvm::PreservedAnalyses RefuseConstructs::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  Refusals &refusals = environment.refusals;
  for (const llvm::Argument &argument : function.args())
    if (const Reason why = whyNot(argument.getType()))
      refusals.add(argument, {"argument '" + argument.getName().str() + "': " + why.message, why.hint});
  bool ends = false;
  for (const Instruction &instruction : llvm::instructions(function)) {
    ends |= llvm::isa<llvm::ReturnInst>(instruction);
    Reason why = whyNot(instruction.getType());
    for (const llvm::Use &operand : instruction.operands()) {
      if (!why && !operand->getType()->isLabelTy() && !operand->getType()->isMetadataTy())
        why = whyNot(operand->getType());
      if (auto *constant = llvm::dyn_cast<llvm::Constant>(operand); constant && !llvm::isa<llvm::Function>(constant))
        checkConstant(*constant, instruction, refusals);
    }
    if (!why)
      why = whyNot(instruction, environment.board);
    if (why)
      refusals.add(instruction, why);
  }
  if (!ends)
    refusals.add(function, {"kernel '" + function.getName().str() + "' never ends: none of its loops can be left", {}});
  return llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
