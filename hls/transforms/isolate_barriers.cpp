// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"

namespace weft::hls::transforms {

namespace {

// Flags that are not known until run time order all memory; other bits than those of local and global mean nothing.
void knowFlags(llvm::Instruction &order) {
  auto &call = llvm::cast<llvm::CallInst>(order);
  auto *flags = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  constexpr uint64_t kAll = 3;
  call.setArgOperand(
      0, llvm::ConstantInt::get(call.getArgOperand(0)->getType(), flags ? flags->getZExtValue() & kAll : kAll));
}

}  // namespace

llvm::PreservedAnalyses IsolateBarriers::run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
  std::vector<llvm::Instruction *> barriers;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (isBarrier(instruction) || isFence(instruction))
      knowFlags(instruction);
    if (isBarrier(instruction))
      barriers.push_back(&instruction);
  }
  for (llvm::Instruction *barrier : barriers) {
    llvm::BasicBlock *block = barrier->getParent();
    // The entry block stays in front: allocas live there.
    if (&block->front() != barrier || block->isEntryBlock())
      block = llvm::SplitBlock(block, barrier);
    block->setName("barrier");
    llvm::Instruction *next = barrier->getNextNode();
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(next);
    if (!branch || branch->isConditional())
      llvm::SplitBlock(block, next);
  }
  return barriers.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
