// SPDX-License-Identifier: Apache-2.0
// A loop of unknown length whose copies would have more stores than a kernel can have is refused before it is unrolled:
// LLVM's time grows with the square of the copies. Each copy leaves the loop by an exit of its own, so stores of
// different copies to different addresses never become one. (What is left is counted when the hardware is planned.)
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "hls/limits.h"
#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

/// Stores to buffers that every iteration does, each at its own address.
unsigned storesOf(const llvm::Loop &loop, const llvm::DominatorTree &dominators) {
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  unsigned stores = 0;
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &instruction : *block)
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        stores += store->getPointerAddressSpace() == 1 && !loop.isLoopInvariant(store->getPointerOperand()) && latch &&
                  dominators.dominates(block, latch);
  return stores;
}

}  // namespace

llvm::PreservedAnalyses LimitUnrolling::run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  for (llvm::Loop *loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    unsigned copies = unsigned(llvm::getOptionalIntLoopAttribute(loop, "llvm.loop.unroll.count").value_or(1));
    if (evolution.getSmallConstantTripCount(loop))
      continue;  // of consecutive stores in one block LLVM makes wide ones
    if (const unsigned most = evolution.getSmallConstantMaxTripCount(loop))
      copies = std::min(copies, most);
    const unsigned stores = storesOf(*loop, dominators);
    const uint64_t sites = uint64_t(stores) * copies;
    if (sites <= kMostSites)
      continue;
    environment.refusals.add(*loop->getHeader()->getTerminator(),
                             {"a loop that is unrolled " + std::to_string(copies) + " times has " +
                                  std::to_string(sites) + " access sites that store to global memory, at most " +
                                  std::to_string(kMostSites) + " are possible",
                              "unroll it at most " + std::to_string(kMostSites / stores) +
                                  " times, or copy what it needs to local memory in a loop"});
    llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", 1);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
