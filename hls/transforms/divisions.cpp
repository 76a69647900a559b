// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/divisions.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/PatternMatch.h>

#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {
namespace {

using llvm::Instruction;

llvm::FunctionCallee primitive(llvm::Module &module, unsigned opcode, llvm::Type *type) {
  const std::string name =
      std::string("__weft_") + Instruction::getOpcodeName(opcode) + "_i" + std::to_string(type->getIntegerBitWidth());
  llvm::FunctionCallee callee = module.getOrInsertFunction(name, type, type, type);
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  for (auto kind : {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn, llvm::Attribute::Speculatable,
                    llvm::Attribute::NoSync, llvm::Attribute::NoFree, llvm::Attribute::NoCallback})
    function->addFnAttr(kind);
  function->setMemoryEffects(llvm::MemoryEffects::none());
  return callee;
}

bool isHarmless(const llvm::BinaryOperator &division) {
  using namespace llvm::PatternMatch;
  const llvm::APInt *divisor = nullptr;
  if (!match(division.getOperand(1), m_APInt(divisor)) || divisor->isZero())
    return false;
  const bool isSigned = division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  return !isSigned || !divisor->isAllOnes();
}

}  // namespace

llvm::Value *protectDivision(llvm::IRBuilder<> &builder, llvm::BinaryOperator &division) {
  if (isHarmless(division))
    return nullptr;
  llvm::Value *a = division.getOperand(0), *b = division.getOperand(1);
  llvm::FunctionCallee callee =
      primitive(*division.getModule(), division.getOpcode(), division.getType()->getScalarType());
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(division.getType());
  if (!vector)
    return builder.CreateCall(callee, {a, b});
  llvm::Value *result = llvm::PoisonValue::get(vector);
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    llvm::Value *element =
        builder.CreateCall(callee, {builder.CreateExtractElement(a, i), builder.CreateExtractElement(b, i)});
    result = builder.CreateInsertElement(result, element, i);
  }
  return result;
}

unsigned divisionOpcode(const llvm::Instruction &instruction) {
  return llvm::StringSwitch<unsigned>(primitiveName(instruction).split('_').first)
      .Case("udiv", Instruction::UDiv)
      .Case("sdiv", Instruction::SDiv)
      .Case("urem", Instruction::URem)
      .Case("srem", Instruction::SRem)
      .Default(0);
}

void replaceDivision(llvm::Instruction &call, llvm::Value *result) {
  if (llvm::isa<llvm::Instruction>(result) && !result->hasName())
    result->takeName(&call);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

}  // namespace weft::hls::transforms
