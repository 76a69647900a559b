// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/unrolled.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

namespace weft::hls::transforms {

namespace {
constexpr const char *kMetadata = "weft.unrolled";  // copies, line, column, file
}

void setUnrolledLoop(llvm::Function &function, const UnrolledLoop &loop) {
  function.setMetadata(kMetadata, nullptr);  // IR from elsewhere may have brought some
  if (loop.copies == 1)
    return;
  llvm::LLVMContext &context = function.getContext();
  const auto number = [&](unsigned value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
  };
  const kernel::SourceLocation &at = loop.location;
  function.setMetadata(kMetadata, llvm::MDNode::get(context, {number(loop.copies), number(at.line), number(at.column),
                                                              llvm::MDString::get(context, at.file)}));
}

UnrolledLoop unrolledLoop(const llvm::Function &function) {
  const llvm::MDNode *node = function.getMetadata(kMetadata);
  if (!node)
    return {};
  const auto number = [&](unsigned i) {
    return unsigned(llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(i))->getZExtValue());
  };
  return {number(0), {llvm::cast<llvm::MDString>(node->getOperand(3))->getString().str(), number(1), number(2)}};
}

}  // namespace weft::hls::transforms
