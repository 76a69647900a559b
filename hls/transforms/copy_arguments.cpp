// SPDX-License-Identifier: Apache-2.0
// A structure argument is read from the configuration registers. Where a pointer may mean either it or a variable, the
// work-item needs a copy among its variables.
#include "hls/transforms/address_flow.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

bool isStructure(const llvm::Value *object) {
  auto *argument = llvm::dyn_cast<llvm::Argument>(object);
  return argument && argument->hasByValAttr();
}

// In the order of the arguments.
std::vector<llvm::Argument *> mixedArguments(llvm::Function &function) {
  const AddressFlow flow(function);
  llvm::SmallPtrSet<const llvm::Value *, 4> mixed;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (!choosesPointer(instruction))
      continue;
    const Origins origins = flow(&instruction);
    if (!llvm::all_of(origins.objects, [](const Pointee &pointee) { return isStructure(pointee.object); }))
      for (const auto &[object, at] : origins.objects)
        mixed.insert(object);
  }
  std::vector<llvm::Argument *> arguments;
  for (llvm::Argument &argument : function.args())
    if (isStructure(&argument) && mixed.contains(&argument))
      arguments.push_back(&argument);
  return arguments;
}

void copy(llvm::Argument &argument) {
  llvm::Function &function = *argument.getParent();
  const llvm::DataLayout &layout = function.getDataLayout();
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::AllocaInst *copy = builder.CreateAlloca(argument.getParamByValType(), nullptr, argument.getName());
  const llvm::Align align = argument.getParamAlign().valueOrOne();
  copy->setAlignment(align);
  argument.replaceAllUsesWith(copy);
  const uint64_t bytes = layout.getTypeAllocSize(argument.getParamByValType());
  for (uint64_t offset = 0, piece; offset < bytes; offset += piece) {
    piece = std::min<uint64_t>({8, llvm::commonAlignment(align, offset).value(), llvm::bit_floor(bytes - offset)});
    auto at = [&](llvm::Value *base) { return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset); };
    llvm::Value *value =
        builder.CreateAlignedLoad(builder.getIntNTy(unsigned(piece) * 8), at(&argument), llvm::Align(piece));
    builder.CreateAlignedStore(value, at(copy), llvm::Align(piece));
  }
}

}  // namespace

llvm::PreservedAnalyses CopyArguments::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  if (llvm::none_of(function.args(), [](const llvm::Argument &argument) { return argument.hasByValAttr(); }))
    return llvm::PreservedAnalyses::all();
  bool changed = false;
  // A copy is a variable, which may mix with further arguments.
  for (auto arguments = mixedArguments(function); !arguments.empty(); arguments = mixedArguments(function)) {
    for (llvm::Argument *argument : arguments)
      copy(*argument);
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
