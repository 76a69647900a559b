// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/array_loops.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace weft::hls::transforms {
namespace {

/// Whether the place at a pointer into the array is made of constants and counters of loops, which are added to
/// `loops`.
bool isCounted(llvm::Value &pointer, llvm::AllocaInst &array, llvm::ScalarEvolution &evolution, LoopSet &loops) {
  const llvm::SCEV *place = evolution.getSCEV(&pointer);
  if (evolution.getPointerBase(place) != evolution.getSCEV(&array))
    return false;
  return !llvm::SCEVExprContains(evolution.removePointerBase(place), [&](const llvm::SCEV *part) {
    if (auto *counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part))
      loops.insert(counter->getLoop());
    return llvm::isa<llvm::SCEVUnknown, llvm::SCEVCouldNotCompute>(part);
  });
}

}  // namespace

std::optional<LoopSet> loopsOverArray(llvm::AllocaInst &array, llvm::ScalarEvolution &evolution) {
  LoopSet loops;
  llvm::SmallVector<llvm::Value *> pointers{&array};
  while (!pointers.empty()) {
    llvm::Value &pointer = *pointers.pop_back_val();
    for (llvm::Use &use : pointer.uses()) {
      auto &user = *llvm::cast<llvm::Instruction>(use.getUser());
      if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user))
        pointers.push_back(&user);
      else if (user.isLifetimeStartOrEnd())
        continue;
      else if (llvm::getLoadStorePointerOperand(&user) != &pointer ||
               (llvm::isa<llvm::StoreInst>(user) && use.getOperandNo() == 0) ||
               !isCounted(pointer, array, evolution, loops))
        return std::nullopt;
    }
  }
  return loops;
}

}  // namespace weft::hls::transforms
