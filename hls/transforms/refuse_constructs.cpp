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

Reason whyNotNumber() {
  return {"a number is used as a pointer",
          "write 'pointer + offset' with a pointer to a buffer or variable of the kernel"};
}

Reason whyNotConversion() { return {"a conversion between address spaces is not supported", {}}; }

// Why a value of this type cannot be.
Reason whyNot(Type *type) {
  Type *scalar = type->getScalarType();
  if (scalar->isDoubleTy())
    return {"double precision is not supported yet", "use float"};
  if (scalar->isHalfTy())
    return {"half precision arithmetic is not supported yet",
            "compute in float, load and store with vload_half and vstore_half"};
  if (scalar->isIntegerTy() && scalar->getIntegerBitWidth() > 64 && !type->isVectorTy())
    return {"an integer of " + std::to_string(scalar->getIntegerBitWidth()) + " bits is not supported",
            "use integers of at most 64 bits"};
  if (auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(scalar)) {
    llvm::StringRef name = opaque->getName();
    if (name == "spirv.Image" || name == "spirv.Sampler")
      return {"images and samplers are not supported yet", "pass a buffer"};
    if (name == "spirv.Pipe")
      return {"pipes are not supported yet", "pass a buffer from kernel to kernel"};
    if (name == "spirv.Event")
      return {"an event that is kept in memory is not supported", "keep it in a variable of its own, without an index"};
    return {("type '" + name + "' is not supported").str(), {}};
  }
  if (scalar->isPointerTy() && scalar->getPointerAddressSpace() == 4)
    return {"a pointer whose address space is only known at run time is not supported",
            "declare it global, constant, local or private"};
  if (scalar->isPointerTy() && type->isVectorTy())
    return {"a vector of pointers is not supported", {}};
  if (scalar->isFP128Ty() || scalar->isBFloatTy())
    return {"this floating-point type is not supported", "use float"};
  return {};
}

Reason whyNotAtomic(Type *type, unsigned space) {
  if (!type->isIntegerTy(32))
    return {"an atomic operation on a " + std::to_string(type->getPrimitiveSizeInBits()) +
                "-bit value is not supported yet",
            "use int or uint, of 32 bits"};
  if (space != 1 && space != 3)
    return {"an atomic operation outside global and local memory is not supported",
            "use an ordinary operation: no other work-item sees a private variable"};
  return {};
}

bool isKnownOperation(llvm::AtomicRMWInst::BinOp operation) {
  using Rmw = llvm::AtomicRMWInst;
  switch (operation) {
  case Rmw::Xchg:
  case Rmw::Add:
  case Rmw::Sub:
  case Rmw::And:
  case Rmw::Or:
  case Rmw::Xor:
  case Rmw::Max:
  case Rmw::Min:
  case Rmw::UMax:
  case Rmw::UMin:
    return true;
  default:
    return false;
  }
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

// A place that cannot hold pointers.
std::string memoryName(const llvm::Value *pointer) {
  static const char *const names[] = {"private", "global", "constant", "local"};
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  std::string name = space < 4 ? std::string(names[space]) + " memory" : "memory of any kind";
  const llvm::Value *object = llvm::getUnderlyingObject(pointer);
  if (object->hasName() && llvm::isa<llvm::Argument, llvm::GlobalVariable>(object))
    name += " (" + userName(*object) + ")";
  return name;
}

// What the instruction itself (not its types) asks for.
Reason whyNot(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Load:
    if (instruction.getType()->isPointerTy())
      return {"a pointer that is read from " + memoryName(instruction.getOperand(0)) + " is not supported",
              "keep an index there and add it to the pointer"};
    break;
  case Instruction::Store:
    if (instruction.getOperand(0)->getType()->isPointerTy())
      return {"a pointer that is stored in " + memoryName(instruction.getOperand(1)) + " is not supported",
              "store an index and add it to the pointer where it is used"};
    break;
  case Instruction::IntToPtr:
    return whyNotNumber();
  case Instruction::AddrSpaceCast:
    return whyNotConversion();
  case Instruction::Alloca: {
    auto &alloca = llvm::cast<llvm::AllocaInst>(instruction);
    if (!alloca.isStaticAlloca())
      return {"an array of variable size is not supported", "give it a constant size"};
    break;
  }
  case Instruction::FRem:
    return {"the compiler's own function for 'fmod' is not supported", "call 'fmod' of OpenCL C"};
  case Instruction::Call:
    return whyNotCall(llvm::cast<llvm::CallInst>(instruction));
  case Instruction::AtomicRMW: {
    auto &rmw = llvm::cast<llvm::AtomicRMWInst>(instruction);
    if (!isKnownOperation(rmw.getOperation()))
      return {"the atomic operation '" + llvm::AtomicRMWInst::getOperationName(rmw.getOperation()).str() +
                  "' is not supported",
              "build it with atomic_cmpxchg in a loop"};
    return whyNotAtomic(rmw.getType(), rmw.getPointerAddressSpace());
  }
  case Instruction::AtomicCmpXchg: {
    auto &exchange = llvm::cast<llvm::AtomicCmpXchgInst>(instruction);
    return whyNotAtomic(exchange.getNewValOperand()->getType(), exchange.getPointerAddressSpace());
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
  if (variable.getAddressSpace() != 2 && variable.getAddressSpace() != 3)
    return {name + ": program-scope variables outside __constant are not supported", "pass a buffer"};
  if (variable.getAddressSpace() == 2 && !variable.hasInitializer())
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
    if (expression->getOpcode() == Instruction::IntToPtr)
      refusals.add(user, whyNotNumber());
    else if (expression->getOpcode() == Instruction::AddrSpaceCast)
      refusals.add(user, whyNotConversion());
    for (const llvm::Use &operand : expression->operands())
      checkConstant(*llvm::cast<llvm::Constant>(operand), user, refusals);
  }
}

}  // namespace

llvm::PreservedAnalyses RefuseConstructs::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  Refusals &refusals = environment.refusals;
  for (const llvm::Argument &argument : function.args())
    if (const Reason why = whyNot(argument.getType()))
      refusals.add(function, {"argument '" + argument.getName().str() + "': " + why.message, why.hint});
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
      why = whyNot(instruction);
    if (why)
      refusals.add(instruction, why);
  }
  if (!ends)
    refusals.add(function, {"kernel '" + function.getName().str() + "' never ends: none of its loops can be left", {}});
  return llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
