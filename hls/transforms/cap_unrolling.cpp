// SPDX-License-Identifier: Apache-2.0
// Loops that the source asks to have unrolled in part, and how often they are at most: where all copies leave no room
// for as many lanes as memory could feed, fewer of them do more (ADR 68). Loops that are unrolled wholly stay so.
#include "hls/llvm_diagnostic.h"
#include "hls/transforms/copies.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/unrolled.h"

namespace weft::hls::transforms {

llvm::PreservedAnalyses CapUnrolling::run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  UnrolledLoop largest;
  for (llvm::Loop *loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    const unsigned copies = copiesOf(*loop, evolution);
    if (copies > largest.copies)
      largest = {copies, locationOf(loop->getStartLoc())};
    if (copies > environment.unrolling.mostCopies)
      setCopies(*loop, environment.unrolling.mostCopies);
  }
  setUnrolledLoop(function, largest);
  return llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
