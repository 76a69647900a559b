// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/implicit_argument.h"

#include <llvm/IR/Module.h>

#include "hls/attributes.h"

namespace weft::hls::transforms {

llvm::Argument &addImplicitArgument(llvm::Function &kernel, llvm::StringRef kind, unsigned addressSpace,
                                    llvm::StringRef name) {
  llvm::LLVMContext &context = kernel.getContext();
  std::vector<llvm::Type *> types(kernel.getFunctionType()->params());
  types.push_back(llvm::PointerType::get(context, addressSpace));
  auto *type = llvm::FunctionType::get(kernel.getReturnType(), types, false);
  llvm::Function *result = llvm::Function::Create(type, kernel.getLinkage(), kernel.getAddressSpace());
  kernel.getParent()->getFunctionList().insert(kernel.getIterator(), result);
  result->copyAttributesFrom(&kernel);
  result->copyMetadata(&kernel, 0);
  kernel.clearMetadata();
  result->takeName(&kernel);
  result->splice(result->begin(), &kernel);
  for (auto [from, to] : llvm::zip(kernel.args(), result->args())) {
    to.takeName(&from);
    from.replaceAllUsesWith(&to);
  }
  kernel.eraseFromParent();
  llvm::Argument &argument = *std::prev(result->arg_end());
  argument.setName(name);
  llvm::AttrBuilder attributes(context);
  attributes.addAttribute(kImplicit, kind);
  attributes.addAlignmentAttr(llvm::Align(128));
  argument.addAttrs(attributes);
  return argument;
}

}  // namespace weft::hls::transforms
