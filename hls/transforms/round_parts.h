// SPDX-License-Identifier: Apache-2.0
// A loop of one block whose rounds load what an earlier store of the round may have changed, though only where buffers
// overlap. Its loads go to the beginning of a round and its stores to the end. Where buffers overlap, a round is gone
// through once for each part: what stands between such a store and the next load behind it (ADR 88).
#pragma once
#include <map>
#include <vector>

#include <llvm/Analysis/DomTreeUpdater.h>

#include "hls/transforms/loop_places.h"

namespace weft::hls::transforms {

class RoundParts {
public:
  RoundParts(llvm::Loop &loop, llvm::LoopInfo &loops, llvm::DominatorTree &dominators, LoopPlaces &aliases,
             const std::vector<LoopPlace> &places);

  /// False: nothing was changed.
  bool run();

private:
  struct Load {
    llvm::LoadInst *load;
    unsigned part;
    bool stale = false;  // in other parts than its own it may give something else,
    bool stray = false;  // and its address may be anything there
  };
  struct Store {
    llvm::StoreInst *store;
    unsigned part;
  };
  /// What becomes one store: those to one place, or any other.
  struct Target {
    const LoopPlace *place = nullptr;
    const llvm::Value *pointer = nullptr;  // of a place
    std::vector<Store> stores = {};
    llvm::PHINode *kept = nullptr;     // the place's value from one round to the next
    llvm::Value *loaded = nullptr;     // what it is at the beginning
    llvm::Value *now = nullptr;        // what the round has made of it
    llvm::Value *value = nullptr;      // that is stored in the end,
    llvm::Value *condition = nullptr;  // and when
  };
  static constexpr size_t kNoTarget = ~size_t(0);

  bool isPossible() const;
  void findParts();
  size_t targetOf(const llvm::Value *pointer) const;
  bool findPairs();
  void findStale();
  void findKept();
  void findWaiting();
  bool isKept(const llvm::Instruction &value, bool always) const;
  unsigned lastUse(const llvm::Instruction &value, bool always) const;
  unsigned partOf(const llvm::Instruction &user) const;

  void makeParts();
  void loadPlaces();
  void loadPlaces(const std::vector<Target *> &targets, llvm::Value *condition);
  void rewrite(const Load &load);
  void keep(llvm::Instruction &value, unsigned part);
  void chooseStores();
  void storeLast();
  void closeLoop();
  llvm::PHINode *variable(llvm::Type *type, const char *name, llvm::Value *start = nullptr);

  llvm::BasicBlock *latch() const { return loop_.getLoopLatch(); }
  llvm::BranchInst &end() const { return *llvm::cast<llvm::BranchInst>(latch()->getTerminator()); }
  llvm::Value *isLast() const { return inPart_.back(); }

  llvm::Loop &loop_;
  llvm::LoopInfo &loops_;
  llvm::DomTreeUpdater updater_;
  LoopPlaces &aliases_;
  const std::vector<LoopPlace> &places_;

  unsigned parts_ = 1;
  std::vector<Load> loads_;
  std::vector<Target> targets_;  // in the order in which they are stored to
  BufferPairs pairs_;
  std::map<const llvm::Instruction *, Load *> known_;
  std::map<const llvm::Instruction *, unsigned> valid_;  // by what stale loads decide: from which part on it is right
  bool keepsLoads_ = false;                              // of those; or else what is made of them
  llvm::MapVector<llvm::Instruction *, unsigned> kept_;  // for later parts; and the part that they are from
  std::vector<llvm::PHINode *> waiting_;                 // the loop's own variables, for the round's end

  llvm::Value *apart_ = nullptr, *meets_ = nullptr;
  std::vector<llvm::PHINode *> inPart_;  // by part: whether it is gone through; all at once where buffers are apart
  llvm::PHINode *first_ = nullptr;       // the first round, where buffers are apart
  std::vector<std::pair<llvm::PHINode *, llvm::Value *>> variables_;  // new ones, and what they become
};

}  // namespace weft::hls::transforms
