// SPDX-License-Identifier: Apache-2.0
// Asks for full unrolling of loops with few iterations and a small body: in a pipeline each copy of the body is busy
// every cycle, where a loop gives a work-item one turn per iteration. And of those with some more, if private arrays
// become values by it. Of the largest the function tells, for a kernel that does not fit its board so.
#include <algorithm>
#include <vector>

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "hls/llvm_diagnostic.h"
#include "hls/transforms/array_loops.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"
#include "hls/transforms/unrolled.h"

namespace weft::hls::transforms {
namespace {

constexpr unsigned kMostIterations = 8;
constexpr unsigned kMostIterationsOnBits = 32;    // as of a loop over the bits of a word
constexpr unsigned kMostIterationsOnArrays = 32;  // which are values then: no memory for each work-item in flight

// What a loop, unrolled with all that is inside it, would hold.
struct Size {
  unsigned trips = 1;
  unsigned operations = 0;
  unsigned globalAccesses = 0;  // each is a unit of its own
  bool onBits = true;           // nothing but what is cheap, and wires where the loop's counter becomes a constant
  bool possible = true;

  bool isSmall() const { return possible && operations <= 512 && globalAccesses <= 32; }
};

bool isOnBits(const llvm::Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case llvm::Instruction::And:
  case llvm::Instruction::Or:
  case llvm::Instruction::Xor:
  case llvm::Instruction::Shl:
  case llvm::Instruction::LShr:
  case llvm::Instruction::AShr:
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::ICmp:
  case llvm::Instruction::Select:
    return instruction.getType()->isIntOrIntVectorTy();
  default:
    return false;
  }
}

using SmallLoops = llvm::DenseMap<const llvm::Loop *, Size>;

/// `overArrays`: loops that may have more iterations. Those that are small are added to `marked`.
Size sizeOf(llvm::Loop &loop, llvm::ScalarEvolution &evolution, const LoopSet &overArrays, SmallLoops &marked) {
  Size size;
  for (llvm::Loop *inner : loop) {
    Size part = sizeOf(*inner, evolution, overArrays, marked);
    size.possible &= part.isSmall();
    size.operations += part.operations;
    size.globalAccesses += part.globalAccesses;
    size.onBits &= part.onBits;
  }
  for (llvm::BasicBlock *block : loop.blocks())
    for (llvm::Instruction &instruction : *block) {
      size.possible &= !isBarrier(instruction) && primitiveName(instruction) != "printf";
      // Blocks of inner loops are counted above.
      bool own = llvm::none_of(loop, [&](llvm::Loop *inner) { return inner->contains(block); });
      if (!own || llvm::isa<llvm::PHINode, llvm::GetElementPtrInst, llvm::CastInst, llvm::BranchInst>(instruction))
        continue;
      ++size.operations;
      size.onBits &= isOnBits(instruction);
      if (auto *pointer = llvm::getPointerOperand(&instruction))
        size.globalAccesses += pointer->getType()->getPointerAddressSpace() == 1;
    }
  const unsigned trips = size.trips = evolution.getSmallConstantTripCount(&loop);
  unsigned most = size.onBits ? kMostIterationsOnBits : kMostIterations;
  if (overArrays.contains(&loop))
    most = std::max(most, kMostIterationsOnArrays);
  size.possible &= trips >= 1 && trips <= most;
  size.operations *= trips;
  size.globalAccesses *= trips;
  if (size.isSmall())
    marked[&loop] = size;
  return size;
}

bool hasUnrollHint(const llvm::Loop &loop) {
  for (const char *name :
       {"llvm.loop.unroll.count", "llvm.loop.unroll.full", "llvm.loop.unroll.enable", "llvm.loop.unroll.disable"})
    if (llvm::findOptionMDForLoop(&loop, name))
      return true;
  return false;
}

SmallLoops smallLoops(const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution, const LoopSet &overArrays) {
  SmallLoops marked;
  for (llvm::Loop *loop : loops)
    sizeOf(*loop, evolution, overArrays, marked);
  return marked;
}

/// For each private array that has them: the loops that have to be unrolled, all of them, so that it becomes values.
std::vector<LoopSet> loopsOfArrays(llvm::Function &function, llvm::ScalarEvolution &evolution) {
  std::vector<LoopSet> found;
  for (llvm::Instruction &instruction : function.getEntryBlock())
    if (auto *array = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (std::optional<LoopSet> loops = loopsOverArray(*array, evolution); loops && !loops->empty())
        found.push_back(std::move(*loops));
  return found;
}

/// An array for which one of its loops stays is no reason to unroll the others.
SmallLoops loopsToUnroll(llvm::Function &function, const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution) {
  std::vector<LoopSet> arrays = loopsOfArrays(function, evolution);
  while (true) {
    LoopSet overArrays;
    for (const LoopSet &array : arrays)
      overArrays.insert(array.begin(), array.end());
    SmallLoops marked = smallLoops(loops, evolution, overArrays);
    const auto stays = [&](const llvm::Loop *loop) {
      return hasUnrollHint(*loop) ? !llvm::findOptionMDForLoop(loop, "llvm.loop.unroll.full") : !marked.contains(loop);
    };
    if (!std::erase_if(arrays, [&](const LoopSet &array) { return llvm::any_of(array, stays); }))
      return marked;
  }
}

}  // namespace

llvm::PreservedAnalyses MarkTinyLoops::run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  const SmallLoops marked = loopsToUnroll(function, loops, evolution);
  UnrolledLoop largest;
  unsigned operations = 0;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    const auto found = marked.find(loop);
    if (found == marked.end() || hasUnrollHint(*loop))
      continue;
    const Size &size = found->second;
    const bool costs = !size.onBits && size.trips > 1;
    if (costs && size.operations > operations) {
      operations = size.operations;
      largest = {size.trips, locationOf(loop->getStartLoc())};
    }
    if (!costs || environment.unrolling.unasked)
      llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.full");
  }
  setUnaskedLoop(function, largest);
  return llvm::PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
