// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {

llvm::PreservedAnalyses ByvalArguments::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::Argument &argument : function.args()) {
    if (!argument.hasByValAttr() || argument.use_empty())
      continue;
    llvm::Type *type = argument.getParamByValType();
    llvm::Align align = argument.getParamAlign().value_or(function.getDataLayout().getABITypeAlign(type));
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst *copy = builder.CreateAlloca(type, nullptr, argument.getName());
    copy->setAlignment(align);
    argument.replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, align, &argument, align,
                         function.getDataLayout().getTypeAllocSize(type).getFixedValue());
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
