// SPDX-License-Identifier: Apache-2.0
// A sum in memory, as in `for (...) c[i] += a[k] * b[k]` without `restrict`, is loaded and stored in each round, since
// other pointers may mean the same place. In launches whose buffers are apart nothing else does: there the loop keeps
// it in a register, loads it in the first round and stores it in the last (ADR 88). It stays one loop: its accesses get
// conditions.
#include <map>
#include <set>

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "hls/transforms/loop_places.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/round_parts.h"

namespace weft::hls::transforms {
namespace {

using namespace llvm;

/// Moves what the loop's end is decided by before an instruction, if nothing speaks against it.
class EndsEarly {
public:
  EndsEarly(const Loop &loop, const DominatorTree &dominators, Instruction *before)
      : loop_(loop), dominators_(dominators), before_(before) {}

  bool run(Value *condition) {
    if (!canMove(condition))
      return false;
    for (Instruction *instruction : moved_)
      instruction->moveBefore(before_);
    return true;
  }

private:
  bool canMove(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop_.contains(instruction) || dominators_.dominates(instruction, before_) ||
        is_contained(moved_, instruction))
      return true;
    if (isa<PHINode>(instruction) || instruction->mayReadOrWriteMemory() ||
        !isSafeToSpeculativelyExecute(instruction) ||
        !all_of(instruction->operand_values(), [&](Value *operand) { return canMove(operand); }))
      return false;
    moved_.push_back(instruction);  // behind its operands
    return true;
  }

  const Loop &loop_;
  const DominatorTree &dominators_;
  Instruction *before_;
  SmallVector<Instruction *> moved_;
};

/// Of one loop.
class Promotion {
public:
  Promotion(Loop &loop, LoopInfo &loops, DominatorTree &dominators)
      : loop_(loop), loops_(loops), updater_(dominators, DomTreeUpdater::UpdateStrategy::Eager) {}

  /// False: nothing was changed.
  bool run(const LoopPlace &place) {
    BranchInst *end = cast<BranchInst>(loop_.getLoopLatch()->getTerminator());
    if (place.isStored() && !EndsEarly(loop_, updater_.getDomTree(), place.accesses.back()).run(end->getCondition()))
      return false;
    Value *const meets = whereTheyMeet(place.apart);
    IRBuilder<> header(&loop_.getHeader()->front());
    PHINode *const kept = header.CreatePHI(place.type(), 2, "kept");
    PHINode *const first = header.CreatePHI(header.getInt1Ty(), 2, "first");
    kept->addIncoming(Constant::getNullValue(place.type()), loop_.getLoopPreheader());
    first->addIncoming(header.getTrue(), loop_.getLoopPreheader());

    Value *now = kept;
    for (Instruction *access : place.accesses) {
      Value *condition = meets;
      if (access == place.accesses.front() && isa<LoadInst>(access))
        condition = IRBuilder<>(access).CreateOr(meets, first);
      if (access == place.accesses.back() && place.isStored())
        condition = whereTheyMeetOrLast(meets, *end, access);
      now = makeIf(*access, condition, now);
    }
    kept->addIncoming(now, loop_.getLoopLatch());
    first->addIncoming(header.getFalse(), loop_.getLoopLatch());
    return true;
  }

private:
  /// The access where the condition holds; gives what is at the place behind it.
  Value *makeIf(Instruction &access, Value *condition, Value *before) {
    BasicBlock *const head = access.getParent();
    Instruction *const behind = access.getNextNode();
    Instruction *const end = SplitBlockAndInsertIfThen(condition, &access, /*Unreachable=*/false,
                                                       /*BranchWeights=*/nullptr, &updater_, &loops_);
    access.moveBefore(end);
    if (auto *store = dyn_cast<StoreInst>(&access)) {
      gatherStores(*head, *store, condition);
      return store->getValueOperand();
    }
    IRBuilder<> build(behind->getParent(), behind->getParent()->begin());
    PHINode *value = build.CreatePHI(access.getType(), 2);
    access.replaceAllUsesWith(value);
    value->takeName(&access);
    value->setDebugLoc(access.getDebugLoc());
    value->addIncoming(&access, access.getParent());
    value->addIncoming(before, head);
    return value;
  }

  /// Stores on the same condition with no access between them are made together: they may become one.
  void gatherStores(BasicBlock &head, StoreInst &store, Value *condition) {
    const bool nothingBetween = none_of(head, [](const Instruction &i) { return i.mayReadOrWriteMemory(); });
    if (auto above = stores_.find(&head);
        above != stores_.end() && above->second.second == condition && nothingBetween) {
      BasicBlock *const others = above->second.first;
      while (&others->front() != others->getTerminator())
        others->front().moveBefore(&store);
    }
    stores_[store.getParent()->getSingleSuccessor()] = {store.getParent(), condition};
  }

  /// In the function's first block: whether buffers have bytes in common.
  Value *whereTheyMeet(const BufferPairs &pairs) {
    Value *&meets = meets_[pairs];
    if (!meets) {
      IRBuilder<> entry(&*loop_.getHeader()->getParent()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      meets = entry.CreateNot(areApart(pairs, entry));
    }
    return meets;
  }

  Value *whereTheyMeetOrLast(Value *meets, const BranchInst &end, Instruction *access) {
    Value *&known = last_[meets];
    if (!known || !updater_.getDomTree().dominates(known, access)) {
      IRBuilder<> build(access);
      Value *const leaves =
          loop_.contains(end.getSuccessor(0)) ? build.CreateNot(end.getCondition()) : end.getCondition();
      known = build.CreateOr(meets, leaves);
    }
    return known;
  }

  Loop &loop_;
  LoopInfo &loops_;
  DomTreeUpdater updater_;
  std::map<BufferPairs, Value *> meets_;
  std::map<Value *, Value *> last_;                                  // by whether buffers meet: that, or the last round
  std::map<BasicBlock *, std::pair<BasicBlock *, Value *>> stores_;  // by the block behind: stores, and their condition
};

}  // namespace

PreservedAnalyses PromoteApart::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &aliases = analyses.getResult<AAManager>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    LoopPlaces places(*loop, dominators, aliases);
    const std::vector<LoopPlace> found = places.find();
    if (RoundParts(*loop, loops, dominators, places, found).run()) {
      changed = true;
      continue;
    }
    Promotion promotion(*loop, loops, dominators);
    for (const LoopPlace &place : found)
      changed |= promotion.run(place);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
