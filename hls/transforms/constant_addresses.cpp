// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/constant_addresses.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

namespace weft::hls::transforms {

using llvm::Constant;
using llvm::GlobalVariable;

void forEachVariable(const Constant &contents, llvm::function_ref<void(GlobalVariable &)> action) {
  llvm::SmallSetVector<Constant *, 8> seen;
  seen.insert(const_cast<Constant *>(&contents));
  for (size_t i = 0; i < seen.size(); ++i) {
    if (auto *variable = llvm::dyn_cast<GlobalVariable>(seen[i])) {
      action(*variable);
      continue;
    }
    if (!llvm::isa<llvm::GlobalValue>(seen[i]))
      for (llvm::Use &operand : seen[i]->operands())
        seen.insert(llvm::cast<Constant>(operand));
  }
}

bool holdsAddress(const Constant &contents) {
  bool holds = false;
  forEachVariable(contents, [&](GlobalVariable &) { holds = true; });
  return holds;
}

bool isAddressTable(const GlobalVariable &variable) {
  constexpr unsigned kConstant = 2;
  return variable.getAddressSpace() == kConstant && variable.hasInitializer() &&
         holdsAddress(*variable.getInitializer());
}

Constant *replaceAddresses(Constant &contents, llvm::function_ref<Constant *(Constant &)> replace) {
  llvm::Type *type = contents.getType();
  if (type->isPointerTy() || llvm::isa<llvm::ConstantExpr>(contents))
    return replace(contents);
  if (!type->isAggregateType() || llvm::isa<llvm::ConstantDataSequential>(contents))
    return &contents;
  llvm::SmallVector<Constant *> elements;
  llvm::SmallVector<llvm::Type *> types;
  const unsigned count = type->isStructTy() ? type->getStructNumElements() : unsigned(type->getArrayNumElements());
  for (unsigned i = 0; i < count; ++i) {
    Constant *element = contents.getAggregateElement(i);
    element = element ? replaceAddresses(*element, replace) : nullptr;
    if (!element)
      return nullptr;
    elements.push_back(element);
    types.push_back(element->getType());
  }
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
    return llvm::ConstantStruct::get(llvm::StructType::get(type->getContext(), types, structure->isPacked()), elements);
  return count ? llvm::ConstantArray::get(llvm::ArrayType::get(types[0], count), elements) : &contents;
}

GlobalVariable &withContents(GlobalVariable &variable, Constant &contents) {
  auto *result = new GlobalVariable(*variable.getParent(), contents.getType(), variable.isConstant(),
                                    GlobalVariable::InternalLinkage, &contents, variable.getName(), &variable,
                                    variable.getThreadLocalMode(), variable.getAddressSpace());
  result->copyAttributesFrom(&variable);
  result->copyMetadata(&variable, 0);
  return *result;
}

}  // namespace weft::hls::transforms
