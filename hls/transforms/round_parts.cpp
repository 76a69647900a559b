// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/round_parts.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace weft::hls::transforms {

using namespace llvm;

namespace {

constexpr size_t kMostPairsOfLoop = 16;
constexpr unsigned kMostParts = 16;

Instruction *splitFor(Value *condition, Instruction *before, DomTreeUpdater &updater, LoopInfo &loops) {
  return SplitBlockAndInsertIfThen(condition, before, /*Unreachable=*/false, /*BranchWeights=*/nullptr, &updater,
                                   &loops);
}

}  // namespace

RoundParts::RoundParts(Loop &loop, LoopInfo &loops, DominatorTree &dominators, LoopPlaces &aliases,
                       const std::vector<LoopPlace> &places)
    : loop_(loop), loops_(loops), updater_(dominators, DomTreeUpdater::UpdateStrategy::Eager), aliases_(aliases),
      places_(places) {}

bool RoundParts::run() {
  if (places_.empty() || !isPossible())
    return false;
  findParts();
  if (parts_ < 2 || parts_ > kMostParts || !findPairs())
    return false;
  findStale();
  findKept();
  findWaiting();
  makeParts();
  loadPlaces();
  for (const Load &load : loads_)
    rewrite(load);
  for (const auto &[value, part] : kept_)
    keep(*value, part);
  chooseStores();
  storeLast();
  closeLoop();
  return true;
}

/// Whether going through a round several times does nothing but loads and stores to device memory.
bool RoundParts::isPossible() const {
  return loop_.getNumBlocks() == 1 && all_of(*latch(), [](const Instruction &instruction) {
           auto *store = dyn_cast<StoreInst>(&instruction);
           return !instruction.mayHaveSideEffects() || isa<DbgInfoIntrinsic, AssumeInst>(instruction) ||
                  (store && store->getPointerAddressSpace() == 1);
         });
}

size_t RoundParts::targetOf(const Value *pointer) const {
  for (size_t t = 0; t < targets_.size(); ++t)
    if (targets_[t].pointer == pointer)
      return t;
  return kNoTarget;
}

/// A part begins with a load that a store of the part before may have changed, and with a store that would come before
/// one of its own part at the round's end.
void RoundParts::findParts() {
  std::map<const Value *, const LoopPlace *> places;
  for (const LoopPlace &place : places_)
    places[getLoadStorePointerOperand(place.accesses[0])] = &place;
  std::vector<StoreInst *> inPart;
  size_t last = kNoTarget;
  const auto begin = [&] {
    ++parts_;
    inPart.clear();
    last = kNoTarget;
  };
  for (Instruction &instruction : *latch()) {
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      if (any_of(inPart, [&](StoreInst *store) { return aliases_.mayMeet(*load, *store); }))
        begin();
      loads_.push_back({load, parts_ - 1});
    }
    auto *store = dyn_cast<StoreInst>(&instruction);
    const auto place = places.find(getLoadStorePointerOperand(&instruction));
    if (place != places.end() && (store || !place->second->isStored()) && targetOf(place->first) == kNoTarget)
      targets_.push_back({place->second, place->first});
    if (!store)
      continue;
    size_t target = targetOf(store->getPointerOperand());
    if (target == kNoTarget) {
      target = targets_.size();
      targets_.emplace_back();
    }
    if (last != kNoTarget && target <= last)
      begin();
    targets_[target].stores.push_back({store, parts_ - 1});
    inPart.push_back(store);
    last = target;
  }
}

/// The buffers that must be apart for all parts to be gone through at once; false: that is not enough.
bool RoundParts::findPairs() {
  for (const LoopPlace &place : places_)
    pairs_.insert(place.apart.begin(), place.apart.end());
  for (const Load &load : loads_)
    for (size_t t = 0; t < targets_.size(); ++t)
      for (const Store &store : targets_[t].stores) {
        if (store.part >= load.part || t == targetOf(load.load->getPointerOperand()) ||
            !aliases_.mayMeet(*load.load, *store.store))
          continue;
        const std::optional<BufferPair> buffers = LoopPlaces::buffersOf(*load.load, *store.store);
        if (!buffers)
          return false;
        pairs_.insert(*buffers);
      }
  return pairs_.size() <= kMostPairsOfLoop;
}

/// Which loads give what counts in their own part alone, and what is made of these.
void RoundParts::findStale() {
  for (Load &load : loads_)
    known_[load.load] = &load;
  for (Instruction &instruction : *latch()) {
    if (isa<PHINode>(instruction))
      continue;
    bool stale = false;
    unsigned from = 0;
    for (const Value *operand : instruction.operand_values())
      if (auto found = valid_.find(dyn_cast<Instruction>(operand)); found != valid_.end()) {
        stale = true;
        from = std::max(from, found->second);
      }
    if (auto found = known_.find(&instruction); found != known_.end()) {
      Load &load = *found->second;
      load.stray = stale;
      stale = load.stale = stale || any_of(targets_, [&](const Target &target) {
                             return any_of(target.stores, [&](const Store &store) {
                               return aliases_.mayMeet(*load.load, *store.store);
                             });
                           });
      from = load.part;
    }
    if (stale && !isa<StoreInst>(instruction) && !instruction.isTerminator())
      valid_[&instruction] = from;
  }
}

/// The part in which a user of a stale value counts.
unsigned RoundParts::partOf(const Instruction &user) const {
  if (auto found = known_.find(&user); found != known_.end())
    return found->second->part;
  if (auto *of = dyn_cast<StoreInst>(&user))
    for (const Target &target : targets_)
      for (const Store &store : target.stores)
        if (store.store == of)
          return store.part;
  auto found = valid_.find(&user);
  return found != valid_.end() ? found->second : parts_ - 1;
}

/// The last part in which a value counts. `always`: what is made of it is made again in each part.
unsigned RoundParts::lastUse(const Instruction &value, bool always) const {
  unsigned last = 0;
  SmallPtrSet<const Instruction *, 16> seen;
  std::vector<const Instruction *> open{&value};
  while (!open.empty()) {
    const Instruction *one = open.back();
    open.pop_back();
    for (const User *user : one->users()) {
      auto *instruction = cast<Instruction>(user);
      const auto load = known_.find(instruction);
      if (!loop_.contains(instruction) || isa<PHINode>(instruction) || instruction->isTerminator())
        return parts_ - 1;
      if (load != known_.end() && !load->second->stray)
        return parts_ - 1;  // it is made in each part
      if (load != known_.end() || isa<StoreInst>(instruction) || (!always && valid_.contains(instruction)))
        last = std::max(last, partOf(*instruction));
      else if (seen.insert(instruction).second)
        open.push_back(instruction);
    }
  }
  return last;
}

bool RoundParts::isKept(const Instruction &value, bool always) const {
  const unsigned part = valid_.at(&value);
  if (always)
    return isa<LoadInst>(value) && lastUse(value, true) > part;
  return any_of(value.users(), [&](const User *user) { return partOf(*cast<Instruction>(user)) > part; });
}

/// What stale loads give, or else what is made of it, waits for later parts: whichever is less.
void RoundParts::findKept() {
  const DataLayout &layout = loop_.getHeader()->getDataLayout();
  uint64_t bits[2] = {};
  llvm::MapVector<Instruction *, unsigned> kept[2];
  for (const bool always : {false, true})
    for (Instruction &instruction : *latch())
      if (auto found = valid_.find(&instruction); found != valid_.end() && isKept(instruction, always)) {
        bits[always] += layout.getTypeSizeInBits(instruction.getType());
        kept[always][&instruction] = found->second;
      }
  keepsLoads_ = bits[true] < bits[false];
  kept_ = std::move(kept[keepsLoads_]);
}

/// The loop's own variables that later parts do not need become what they are in the next round as soon as that is
/// known.
void RoundParts::findWaiting() {
  for (PHINode &phi : loop_.getHeader()->phis())
    if (lastUse(phi, keepsLoads_) > 0)
      waiting_.push_back(&phi);
}

PHINode *RoundParts::variable(Type *type, const char *name, Value *start) {
  IRBuilder<> header(&loop_.getHeader()->front());
  PHINode *phi = header.CreatePHI(type, 2, name);
  phi->addIncoming(start ? start : Constant::getNullValue(type), loop_.getLoopPreheader());
  return phi;
}

/// A bit for each part goes round. Where buffers are apart all are set, and stay so.
void RoundParts::makeParts() {
  for (Instruction &instruction : make_early_inc_range(*latch()))
    if (isa<AssumeInst>(instruction))
      instruction.eraseFromParent();  // true of its own part
  IRBuilder<> entry(&*loop_.getHeader()->getParent()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  apart_ = areApart(pairs_, entry);
  meets_ = entry.CreateNot(apart_);
  for (unsigned part = 0; part < parts_; ++part)
    inPart_.push_back(variable(entry.getInt1Ty(), "part", part == 0 ? entry.getTrue() : apart_));
  for (unsigned part = 0; part < parts_; ++part)
    variables_.emplace_back(inPart_[part], inPart_[(part + parts_ - 1) % parts_]);
}

/// Where buffers meet, places are loaded for each part.
void RoundParts::loadPlaces() {
  std::vector<Target *> first, others;
  for (const Load &load : loads_)
    if (const size_t t = targetOf(load.load->getPointerOperand()); t != kNoTarget) {
      Target &target = targets_[t];
      std::vector<Target *> &list = isa<LoadInst>(target.place->accesses[0]) ? first : others;
      if (!is_contained(list, &target))
        list.push_back(&target);
    }
  if (!first.empty()) {
    Type *const bit = Type::getInt1Ty(loop_.getHeader()->getContext());
    first_ = variable(bit, "first", ConstantInt::getTrue(bit));
    variables_.emplace_back(first_, ConstantInt::getFalse(bit));
    for (Target *target : first)
      target->kept = variable(target->place->type(), "kept");
    loadPlaces(first, IRBuilder<>(&*loop_.getHeader()->getFirstInsertionPt()).CreateOr(meets_, first_));
  }
  if (!others.empty())
    loadPlaces(others, meets_);
}

void RoundParts::loadPlaces(const std::vector<Target *> &targets, Value *condition) {
  auto *made = dyn_cast<Instruction>(condition);
  Instruction *const before = made && loop_.contains(made) ? made->getNextNode() : &*latch()->getFirstInsertionPt();
  BasicBlock *const head = before->getParent();
  Instruction *const end = splitFor(condition, before, updater_, loops_);
  IRBuilder<> behind(before->getParent(), before->getParent()->begin());
  for (Target *target : targets) {
    Instruction *any = *find_if(target->place->accesses, [](Instruction *access) { return isa<LoadInst>(access); });
    Instruction *const load = any->clone();
    load->dropUBImplyingAttrsAndMetadata();
    load->insertBefore(end);
    PHINode *value = behind.CreatePHI(any->getType(), 2, "place");
    value->addIncoming(load, load->getParent());
    value->addIncoming(target->kept ? cast<Value>(target->kept) : Constant::getNullValue(any->getType()), head);
    target->loaded = value;
  }
}

/// Of places, what the beginning of the round has found or, where buffers are apart, what it has stored since; others
/// stay, or are made in their own part alone.
void RoundParts::rewrite(const Load &load) {
  if (load.stale)
    load.load->dropUBImplyingAttrsAndMetadata();
  const auto kept = kept_.find(load.load);
  PHINode *const before = kept != kept_.end() ? variable(load.load->getType(), "before") : nullptr;
  Value *result = load.load;
  IRBuilder<> build(load.load->getNextNode());
  if (const size_t t = targetOf(load.load->getPointerOperand()); t != kNoTarget) {
    // Where buffers overlap only memory knows what has become of what the round has stored.
    result = targets_[t].loaded;
    for (const Store &store : targets_[t].stores)
      if (store.part < load.part)
        result = store.store->getValueOperand();
    if (result != targets_[t].loaded)
      result = build.CreateSelect(meets_, targets_[t].loaded, result);
  } else if (load.stray) {
    BasicBlock *const head = load.load->getParent();
    Instruction *const next = load.load->getNextNode();
    load.load->moveBefore(splitFor(inPart_[load.part], load.load, updater_, loops_));
    build.SetInsertPoint(next->getParent(), next->getParent()->begin());
    PHINode *either = build.CreatePHI(load.load->getType(), 2);
    either->addIncoming(load.load, load.load->getParent());
    either->addIncoming(before ? cast<Value>(before) : Constant::getNullValue(either->getType()), head);
    result = either;
  }
  if (before && !load.stray)
    result = build.CreateSelect(inPart_[load.part], result, before);
  if (before)
    variables_.emplace_back(before, result);
  kept_.erase(load.load);
  if (result == load.load)
    return;
  load.load->replaceUsesWithIf(result, [&](const Use &use) { return use.getUser() != result; });
  if (load.load->use_empty())
    load.load->eraseFromParent();
}

/// What has been made of loads waits for later parts.
void RoundParts::keep(Instruction &value, unsigned part) {
  PHINode *const before = variable(value.getType(), "before");
  Value *const either = IRBuilder<>(value.getNextNode()).CreateSelect(inPart_[part], &value, before);
  value.replaceUsesWithIf(either, [&](const Use &use) { return use.getUser() != either; });
  variables_.emplace_back(before, either);
}

/// Of a place, what the part at hand has stored, or the last one where buffers are apart.
void RoundParts::chooseStores() {
  IRBuilder<> build(&end());
  Value *const leaves =
      loop_.contains(end().getSuccessor(0)) ? build.CreateNot(end().getCondition()) : end().getCondition();
  std::map<std::vector<unsigned>, Value *> known;
  for (Target &target : targets_) {
    if (target.stores.empty())
      continue;
    std::vector<unsigned> parts;
    Value *stored = nullptr;
    for (const Store &store : target.stores) {
      Value *const value = store.store->getValueOperand();
      target.value = target.value ? build.CreateSelect(inPart_[store.part], value, target.value) : value;
      stored = stored ? build.CreateOr(stored, inPart_[store.part]) : inPart_[store.part];
      target.now = value;
      parts.push_back(store.part);
    }
    if (!target.place) {
      target.condition = inPart_[parts[0]];
      continue;
    }
    Value *&condition = known[parts];
    if (!condition)
      condition = parts.size() == parts_ ? build.CreateOr(meets_, leaves) : build.CreateSelect(meets_, stored, leaves);
    target.condition = condition;
  }
}

/// Stores on one condition are made together: those of neighbouring places may become one.
void RoundParts::storeLast() {
  Value *condition = nullptr;
  Instruction *behind = nullptr;
  for (Target &target : targets_) {
    if (target.kept)
      variables_.emplace_back(target.kept, target.stores.empty() ? target.loaded : target.now);
    if (target.stores.empty())
      continue;
    if (target.condition != condition)
      behind = splitFor(target.condition, &end(), updater_, loops_);
    condition = target.condition;
    StoreInst *const last = target.stores.back().store;
    for (const Store &store : target.stores)
      if (store.store != last)
        store.store->eraseFromParent();
    last->moveBefore(behind);
    last->setOperand(0, target.value);
  }
}

/// The loop's own variables go on behind the last part.
void RoundParts::closeLoop() {
  BranchInst &branch = end();
  IRBuilder<> build(&branch);
  for (PHINode *phi : waiting_)
    phi->setIncomingValueForBlock(latch(), build.CreateSelect(isLast(), phi->getIncomingValueForBlock(latch()), phi));
  for (const auto &[phi, next] : variables_)
    phi->addIncoming(next, latch());
  Value *const condition = branch.getCondition();
  branch.setCondition(loop_.contains(branch.getSuccessor(0))
                          ? build.CreateLogicalOr(build.CreateNot(isLast()), condition)
                          : build.CreateLogicalAnd(isLast(), condition));
}

}  // namespace weft::hls::transforms
