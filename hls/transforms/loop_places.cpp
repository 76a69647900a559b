// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/loop_places.h"

#include <algorithm>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace weft::hls::transforms {

using namespace llvm;

namespace {

constexpr unsigned kGlobal = 1, kGeneric = 4;

/// The buffer that a pointer leads into; nullptr: one of several, or not known.
const Argument *bufferOf(const Value *pointer) {
  auto *argument = dyn_cast<Argument>(getUnderlyingObject(pointer, /*MaxLookup=*/0));
  return argument && !argument->hasByValAttr() ? argument : nullptr;
}

bool isAssumption(const Instruction &instruction) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && intrinsic->isAssumeLikeIntrinsic();
}

}  // namespace

LoopPlaces::LoopPlaces(Loop &loop, DominatorTree &dominators, AAResults &aliases)
    : loop_(loop), dominators_(dominators), aliases_(aliases) {
  aliases_.enableCrossIterationMode();
}

std::vector<LoopPlace> LoopPlaces::find() {
  std::vector<LoopPlace> result;
  if (!loop_.isInnermost() || !loop_.getLoopPreheader() || loop_.getExitingBlock() != loop_.getLoopLatch() ||
      !loop_.getLoopLatch() || !collect())
    return result;
  for (auto &[pointer, accesses] : accesses_)
    if (std::optional<LoopPlace> place = placeOf(pointer, accesses))
      result.push_back(std::move(*place));
  if (none_of(result, [](const LoopPlace &place) { return place.isStored(); }))
    result.clear();
  return result;
}

bool LoopPlaces::mayMeet(Instruction &a, Instruction &b) {
  return aliases_.alias(MemoryLocation::get(&a), MemoryLocation::get(&b)) != AliasResult::NoAlias;
}

std::optional<BufferPair> LoopPlaces::buffersOf(const Instruction &a, const Instruction &b) {
  const Argument *one = bufferOf(getLoadStorePointerOperand(&a)), *other = bufferOf(getLoadStorePointerOperand(&b));
  if (!one || !other || one == other)
    return std::nullopt;
  return std::minmax(one->getArgNo(), other->getArgNo());
}

/// The accesses to global memory, by address; false: there is something else that looks at memory.
bool LoopPlaces::collect() {
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

std::optional<LoopPlace> LoopPlaces::placeOf(const Value *pointer, const std::vector<Instruction *> &accesses) {
  LoopPlace place{accesses, {}};
  const bool alike = all_of(accesses, [&](Instruction *access) {
    return getLoadStoreType(access) == place.type() && dominators_.dominates(access->getParent(), loop_.getLoopLatch());
  });
  if (!alike || !loop_.isLoopInvariant(pointer) || !findPairs(pointer, place) || place.apart.empty() ||
      place.apart.size() > kMostPairs)
    return std::nullopt;
  sort(place.accesses, [&](const Instruction *a, const Instruction *b) { return dominators_.dominates(a, b); });
  const bool stored = any_of(accesses, [](const Instruction *access) { return isa<StoreInst>(access); });
  return !stored || place.isStored() ? std::optional(std::move(place)) : std::nullopt;
}

/// Whether no other access of the loop meets the place if the buffers of all pairs are apart.
bool LoopPlaces::findPairs(const Value *pointer, LoopPlace &place) {
  // Accesses to one place may be of different types.
  const auto meets = [&](Instruction *access, Instruction *other) {
    return (isa<StoreInst>(access) || isa<StoreInst>(other)) && mayMeet(*access, *other);
  };
  for (const auto &[other, accesses] : accesses_) {
    if (other == pointer)
      continue;
    const bool any = any_of(accesses, [&](Instruction *access) {
      return any_of(place.accesses, [&](Instruction *own) { return meets(own, access); });
    });
    const std::optional<BufferPair> buffers = buffersOf(*place.accesses[0], *accesses[0]);
    if (any && !buffers)
      return false;
    if (any)
      place.apart.insert(*buffers);
  }
  return bufferOf(pointer) != nullptr;
}

Value *areApart(const BufferPairs &pairs, IRBuilder<> &build) {
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

}  // namespace weft::hls::transforms
