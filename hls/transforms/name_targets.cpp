// SPDX-License-Identifier: Apache-2.0
// An address is checked against the objects that it may lie in, and each on-chip object is a memory of its own. A
// pointer made from an integer shows neither, so the objects become operands: `__weft_pointer(address, object…)`.
#include "hls/transforms/address_flow.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/tagged_addresses.h"

namespace weft::hls::transforms {
namespace {

using llvm::Value;

// LLVM's form of aligning a pointer, as arithmetic.
void lowerMask(llvm::IntrinsicInst &mask) {
  llvm::IRBuilder<> builder(&mask);
  Value *pointer = mask.getArgOperand(0);
  Value *bits =
      builder.CreateAnd(builder.CreatePtrToInt(pointer, mask.getArgOperand(1)->getType()), mask.getArgOperand(1));
  mask.replaceAllUsesWith(builder.CreateIntToPtr(bits, mask.getType()));
  mask.eraseFromParent();
}

void nameTargets(llvm::IntToPtrInst &cast, const Origins &origins) {
  auto *type = llvm::dyn_cast<llvm::PointerType>(cast.getType());
  if (!type)
    return;  // a vector of pointers is refused later
  llvm::IRBuilder<> builder(&cast);
  Value *pointer = createPointer(builder, cast.getOperand(0), type, origins.objects);
  pointer->takeName(&cast);
  cast.replaceAllUsesWith(pointer);
  cast.eraseFromParent();
}

template <class T> std::vector<T *> all(llvm::Function &function) {
  std::vector<T *> found;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *one = llvm::dyn_cast<T>(&instruction))
      found.push_back(one);
  return found;
}

}  // namespace

llvm::PreservedAnalyses NameTargets::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  for (llvm::IntrinsicInst *intrinsic : all<llvm::IntrinsicInst>(function))
    if (intrinsic->getIntrinsicID() == llvm::Intrinsic::ptrmask)
      lowerMask(*intrinsic);
  std::vector<llvm::IntToPtrInst *> casts = all<llvm::IntToPtrInst>(function);
  if (casts.empty())
    return llvm::PreservedAnalyses::all();
  const AddressFlow flow(function);
  std::vector<Origins> origins;  // of all before any changes
  for (llvm::IntToPtrInst *cast : casts) {
    origins.push_back(flow.targets(cast));
    // Pointers that may mean objects on chip are tagged already; this flow knows less of what their targets hold.
    if (function.hasFnAttribute(kTaggedAttribute))
      llvm::erase_if(origins.back().objects, [](const Pointee &one) { return placeOf(*one.object) != Place::Device; });
  }
  for (size_t i = 0; i < casts.size(); ++i)
    nameTargets(*casts[i], origins[i]);
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
