// SPDX-License-Identifier: Apache-2.0
// A pointer in memory is an integer, so addresses in a constant that stays on chip become what the kernel compares them
// with: numbers with the tag of the memory that they mean. Where in that memory is known when objects have been laid
// out; until then it is an expression with the object's address.
#include "hls/constant_bytes.h"
#include "hls/transforms/constant_addresses.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/tagged_addresses.h"

namespace weft::hls::transforms {
namespace {

using llvm::Constant;
using llvm::GlobalVariable;

/// Null: not an address on chip.
Constant *tagged(Constant &address, const llvm::DataLayout &layout) {
  if (address.isNullValue() || llvm::isa<llvm::UndefValue>(address))
    return Constant::getNullValue(layout.getIntPtrType(address.getType()));
  const std::optional<ConstantAddress> target = addressOf(address, layout);
  if (!target || placeOf(*target->object) == Place::Device)
    return nullptr;
  auto *object = const_cast<GlobalVariable *>(target->object);
  llvm::LLVMContext &context = object->getContext();
  Constant *place = llvm::ConstantExpr::getGetElementPtr(
      llvm::Type::getInt8Ty(context), object,
      llvm::ConstantInt::get(layout.getIndexType(object->getType()), target->offset));
  Constant *number = tagConstant(*place, placeOf(*object), layout);
  return llvm::ConstantExpr::getAdd(number, llvm::ConstantInt::get(number->getType(), target->added));
}

}  // namespace

llvm::PreservedAnalyses TableAddresses::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  const llvm::DataLayout &layout = module.getDataLayout();
  std::vector<GlobalVariable *> tables;
  for (GlobalVariable &variable : module.globals())
    if (isAddressTable(variable))
      tables.push_back(&variable);
  for (GlobalVariable *table : tables) {
    Constant *contents =
        replaceAddresses(*table->getInitializer(), [&](Constant &address) { return tagged(address, layout); });
    if (!contents) {
      environment.refusals.add(*table,
                               {"the initialiser of " + userName(*table) + " holds an address that is not supported",
                                "point to a variable in global or constant memory"});
      continue;
    }
    GlobalVariable &numbers = withContents(*table, *contents);
    numbers.takeName(table);
    table->replaceAllUsesWith(&numbers);
    table->eraseFromParent();
  }
  return tables.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
