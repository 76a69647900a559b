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

#include "hls/transforms/passes.h"

namespace weft::hls::transforms {
namespace {

using namespace llvm;

constexpr unsigned kGlobal = 1, kGeneric = 4;
constexpr size_t kMostPairs = 8;  // of buffers that are compared for one loop

/// Two arguments, the lower number first.
using Pair = std::pair<unsigned, unsigned>;

/// A place whose accesses in a loop are made once a round each, in this order.
struct Place {
  std::vector<Instruction *> accesses;
  std::set<Pair> apart;  // the buffers that must have no byte in common

  Type *type() const { return getLoadStoreType(accesses[0]); }
};

/// The buffer that a pointer leads into; nullptr: one of several, or not known.
const Argument *bufferOf(const Value *pointer) {
  auto *argument = dyn_cast<Argument>(getUnderlyingObject(pointer, /*MaxLookup=*/0));
  return argument && !argument->hasByValAttr() ? argument : nullptr;
}

/// The places of one loop.
class Places {
public:
  Places(Loop &loop, DominatorTree &dominators, AAResults &aliases)
      : loop_(loop), dominators_(dominators), aliases_(aliases) {
    aliases_.enableCrossIterationMode();
  }

  std::vector<Place> find() {
    std::vector<Place> result;
    if (!loop_.isInnermost() || !loop_.getLoopPreheader() || loop_.getExitingBlock() != loop_.getLoopLatch() ||
        !loop_.getLoopLatch() || !collect())
      return result;
    for (auto &[pointer, accesses] : accesses_)
      if (std::optional<Place> place = placeOf(pointer, accesses))
        result.push_back(std::move(*place));
    return result;
  }

private:
  /// The accesses to global memory, by address; false: there is something else that looks at memory.
  bool collect() {
    for (BasicBlock *block : loop_.blocks())
      for (Instruction &instruction : *block) {
        if (!instruction.mayReadOrWriteMemory() || instruction.isDebugOrPseudoInst() || isAssumption(instruction))
          continue;
        const Value *pointer = getLoadStorePointerOperand(&instruction);
        if (!pointer || instruction.isVolatile() || instruction.isAtomic())
          return false;
        const unsigned space = pointer->getType()->getPointerAddressSpace();
        if (space == kGeneric)
          return false;
        if (space == kGlobal)
          accesses_[pointer].push_back(&instruction);
      }
    return true;
  }

  static bool isAssumption(const Instruction &instruction) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return intrinsic && intrinsic->isAssumeLikeIntrinsic();
  }

  std::optional<Place> placeOf(const Value *pointer, const std::vector<Instruction *> &accesses) {
    Place place{accesses, {}};
    const bool stored = any_of(accesses, [](const Instruction *access) { return isa<StoreInst>(access); });
    const bool alike = all_of(accesses, [&](Instruction *access) {
      return getLoadStoreType(access) == place.type() &&
             dominators_.dominates(access->getParent(), loop_.getLoopLatch());
    });
    if (!stored || !alike || !loop_.isLoopInvariant(pointer) || !findPairs(pointer, place))
      return std::nullopt;
    sort(place.accesses, [&](const Instruction *a, const Instruction *b) { return dominators_.dominates(a, b); });
    const bool last = isa<StoreInst>(place.accesses.back());
    return last && !place.apart.empty() && place.apart.size() <= kMostPairs ? std::optional(std::move(place))
                                                                            : std::nullopt;
  }

  /// Whether no other access of the loop meets the place if the buffers of all pairs are apart.
  bool findPairs(const Value *pointer, Place &place) {
    const Argument *own = bufferOf(pointer);
    for (const auto &[other, accesses] : accesses_) {
      if (other == pointer)
        continue;
      // Accesses to one place may be of different types.
      const auto meets = [&](Instruction *access) {
        return any_of(place.accesses, [&](Instruction *of) {
          return aliases_.alias(MemoryLocation::get(of), MemoryLocation::get(access)) != AliasResult::NoAlias;
        });
      };
      if (none_of(accesses, meets))
        continue;
      const Argument *buffer = bufferOf(other);
      if (!own || !buffer || own == buffer)
        return false;
      place.apart.insert(std::minmax(own->getArgNo(), buffer->getArgNo()));
    }
    return own != nullptr;
  }

  Loop &loop_;
  DominatorTree &dominators_;
  BatchAAResults aliases_;
  MapVector<const Value *, std::vector<Instruction *>> accesses_;
};

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
  bool run(const Place &place) {
    BranchInst *end = cast<BranchInst>(loop_.getLoopLatch()->getTerminator());
    if (!EndsEarly(loop_, updater_.getDomTree(), place.accesses.back()).run(end->getCondition()))
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
      if (access == place.accesses.back())
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
  Value *whereTheyMeet(const std::set<Pair> &pairs) {
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

  static Value *areApart(const std::set<Pair> &pairs, IRBuilder<> &build) {
    Module &module = *build.GetInsertBlock()->getModule();
    Type *const number = build.getInt32Ty();
    auto callee =
        module.getOrInsertFunction("__weft_apart", FunctionType::get(build.getInt1Ty(), {number, number}, false));
    auto *function = cast<Function>(callee.getCallee());
    function->setDoesNotAccessMemory();
    function->setWillReturn();
    function->setDoesNotThrow();
    Value *all = nullptr;
    for (const auto &[a, b] : pairs) {
      Value *one = build.CreateCall(callee, {build.getInt32(a), build.getInt32(b)});
      all = all ? build.CreateAnd(all, one) : one;
    }
    return all;
  }

  Loop &loop_;
  LoopInfo &loops_;
  DomTreeUpdater updater_;
  std::map<std::set<Pair>, Value *> meets_;
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
    Promotion promotion(*loop, loops, dominators);
    for (const Place &place : Places(*loop, dominators, aliases).find())
      changed |= promotion.run(place);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace weft::hls::transforms
