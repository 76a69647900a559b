// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/unrolled.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

namespace weft::hls::transforms {

namespace {
constexpr const char *kAsked = "weft.unrolled", *kUnasked = "weft.unrolled.unasked";  // copies, line, column, file

void set(llvm::Function &function, const char *metadata, const UnrolledLoop &loop) {
  function.setMetadata(metadata, nullptr);  // IR from elsewhere may have brought some
  if (loop.copies == 1)
    return;
  llvm::LLVMContext &context = function.getContext();
  const auto number = [&](unsigned value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
  };
  const kernel::SourceLocation &at = loop.location;
  function.setMetadata(metadata, llvm::MDNode::get(context, {number(loop.copies), number(at.line), number(at.column),
                                                             llvm::MDString::get(context, at.file)}));
}

UnrolledLoop get(const llvm::Function &function, const char *metadata) {
  const llvm::MDNode *node = function.getMetadata(metadata);
  if (!node)
    return {};
  const auto number = [&](unsigned i) {
    return unsigned(llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(i))->getZExtValue());
  };
  return {number(0), {llvm::cast<llvm::MDString>(node->getOperand(3))->getString().str(), number(1), number(2)}};
}

}  // namespace

void setUnrolledLoop(llvm::Function &function, const UnrolledLoop &loop) { set(function, kAsked, loop); }

UnrolledLoop unrolledLoop(const llvm::Function &function) { return get(function, kAsked); }

void setUnaskedLoop(llvm::Function &function, const UnrolledLoop &loop) { set(function, kUnasked, loop); }

UnrolledLoop unaskedLoop(const llvm::Function &function) { return get(function, kUnasked); }

}  // namespace weft::hls::transforms
