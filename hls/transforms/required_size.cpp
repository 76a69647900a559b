// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"
#include "hls/uniform_groups.h"

namespace weft::hls::transforms {
namespace {

using llvm::CallInst;

/// The size of the largest group in a dimension, if the kernel fixes it.
std::optional<uint64_t> requiredSize(const llvm::Function &function, unsigned dimension) {
  const llvm::MDNode *node = function.getMetadata("reqd_work_group_size");
  if (!node || node->getNumOperands() != 3)
    return std::nullopt;
  return llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(dimension))->getZExtValue();
}

void replace(CallInst &call, uint64_t value) {
  call.replaceAllUsesWith(llvm::ConstantInt::get(call.getType(), value));
  call.eraseFromParent();
}

void setRange(CallInst &call, uint64_t low, uint64_t high) {
  const unsigned bits = call.getType()->getIntegerBitWidth();
  call.addRetAttr(llvm::Attribute::get(call.getContext(), llvm::Attribute::Range,
                                       llvm::ConstantRange(llvm::APInt(bits, low), llvm::APInt(bits, high))));
}

/// The same call of another primitive, of the same type.
void redirect(CallInst &call, llvm::StringRef primitive) {
  llvm::Function *from = call.getCalledFunction();
  llvm::FunctionCallee to = from->getParent()->getOrInsertFunction(primitive, from->getFunctionType());
  auto *function = llvm::cast<llvm::Function>(to.getCallee());
  if (function->use_empty())
    function->setAttributes(from->getAttributes());
  call.setCalledFunction(function);
}

void simplify(CallInst &call, llvm::StringRef name, unsigned dimension, bool isUniform) {
  const std::optional<uint64_t> size = requiredSize(*call.getFunction(), dimension);
  if (name == "enqueued_local_size") {
    if (size)
      replace(call, *size);
    else if (isUniform)
      redirect(call, "__weft_local_size");
  } else if (name == "local_size" && size) {
    if (isUniform || *size == 1)
      replace(call, *size);
    else
      setRange(call, 1, *size + 1);
  } else if (name == "local_id" && size) {
    if (*size == 1)
      replace(call, 0);
    else
      setRange(call, 0, *size);
  }
}

}  // namespace

llvm::PreservedAnalyses RequiredSize::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  const bool isUniform = hasUniformGroups(function);
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const llvm::StringRef name = primitiveName(instruction);
    if (name != "local_size" && name != "local_id" && name != "enqueued_local_size")
      continue;
    auto &call = llvm::cast<CallInst>(instruction);
    auto *dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    if (dimension && dimension->getZExtValue() <= 2)
      simplify(call, name, unsigned(dimension->getZExtValue()), isUniform);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
