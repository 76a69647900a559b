// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

// The configuration registers, in which the argument lies, are 8 bytes wide.
constexpr uint64_t kRegisterBytes = 8;

}  // namespace

llvm::PreservedAnalyses ByvalArguments::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::Argument &argument : function.args()) {
    if (!argument.hasByValAttr() || argument.use_empty())
      continue;
    llvm::Type *type = argument.getParamByValType();
    const llvm::Align align = std::max(
        llvm::Align(kRegisterBytes), argument.getParamAlign().value_or(function.getDataLayout().getABITypeAlign(type)));
    // Nothing writes it but the launch. A copy that nothing writes either is not needed, which LLVM sees by itself.
    argument.removeAttr(llvm::Attribute::Alignment);
    argument.addAttr(llvm::Attribute::getWithAlignment(function.getContext(), align));
    argument.addAttr(llvm::Attribute::ReadOnly);
    argument.addAttr(llvm::Attribute::NoAlias);
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst *copy = builder.CreateAlloca(type, nullptr, argument.getName() + ".");
    copy->setAlignment(align);
    argument.replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, align, &argument, align,
                         function.getDataLayout().getTypeAllocSize(type).getFixedValue());
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
