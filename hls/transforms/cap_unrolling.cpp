// SPDX-License-Identifier: Apache-2.0
// Loops that the source asks to have unrolled in part, and how often they are at most: where all copies leave no room
// for as many lanes as memory could feed, fewer of them do more (ADR 68). Loops that are unrolled wholly stay so.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "hls/llvm_diagnostic.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/unrolled.h"

namespace weft::hls::transforms {
namespace {

constexpr unsigned kCopiesWithoutNumber = 8;  // LLVM's, of a loop whose pragma says none and whose length is unknown

/// Copies of a loop that is still one when it is unrolled; 1: it is not unrolled.
unsigned copiesOf(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  const bool byCompiler = llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.enable") &&
                          evolution.getSmallConstantTripCount(&loop) == 0;
  const std::optional<int> asked = llvm::getOptionalIntLoopAttribute(&loop, "llvm.loop.unroll.count");
  const unsigned copies = asked ? unsigned(std::max(*asked, 1)) : byCompiler ? kCopiesWithoutNumber : 1;
  const unsigned most = evolution.getSmallConstantMaxTripCount(&loop);
  return most != 0 && most <= copies ? 1 : copies;
}

void setCopies(llvm::Loop &loop, unsigned copies) {
  llvm::LLVMContext &context = loop.getHeader()->getContext();
  llvm::Metadata *name =
      llvm::MDString::get(context, copies == 1 ? "llvm.loop.unroll.disable" : "llvm.loop.unroll.count");
  llvm::SmallVector<llvm::Metadata *, 2> hint = {name};
  if (copies != 1)
    hint.push_back(llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), copies)));
  loop.setLoopID(llvm::makePostTransformationMetadata(context, loop.getLoopID(), {"llvm.loop.unroll."},
                                                      {llvm::MDNode::get(context, hint)}));
}

}  // namespace

llvm::PreservedAnalyses CapUnrolling::run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  UnrolledLoop largest;
  for (llvm::Loop *loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    const unsigned copies = copiesOf(*loop, evolution);
    if (copies > largest.copies)
      largest = {copies, locationOf(loop->getStartLoc())};
    if (copies > environment.mostCopies)
      setCopies(*loop, environment.mostCopies);
  }
  setUnrolledLoop(function, largest);
  return llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
