// SPDX-License-Identifier: Apache-2.0
// The places in device memory that a loop accesses once or more in each round, and what else may mean them.
#pragma once
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

namespace weft::hls::transforms {

/// Two arguments, the lower number first.
using BufferPair = std::pair<unsigned, unsigned>;
using BufferPairs = std::set<BufferPair>;

constexpr size_t kMostPairs = 8;  // of buffers that are compared for one place

/// A place whose accesses in a loop are made once a round each, in this order: loads alone, or a store last.
struct LoopPlace {
  std::vector<llvm::Instruction *> accesses;
  BufferPairs apart;  // the buffers that must have no byte in common

  bool isStored() const { return llvm::isa<llvm::StoreInst>(accesses.back()); }
  llvm::Type *type() const { return llvm::getLoadStoreType(accesses[0]); }
};

/// The places of one loop.
class LoopPlaces {
public:
  LoopPlaces(llvm::Loop &loop, llvm::DominatorTree &dominators, llvm::AAResults &aliases);

  /// Those that nothing else in the loop changes or looks at if the buffers are apart. None if nothing is stored to
  /// any.
  std::vector<LoopPlace> find();

  /// Whether two accesses may meet, of any rounds.
  bool mayMeet(llvm::Instruction &a, llvm::Instruction &b);

  /// The buffers of two accesses that may meet; nullopt: it is one, or not known.
  static std::optional<BufferPair> buffersOf(const llvm::Instruction &a, const llvm::Instruction &b);

private:
  bool collect();
  std::optional<LoopPlace> placeOf(const llvm::Value *pointer, const std::vector<llvm::Instruction *> &accesses);
  bool findPairs(const llvm::Value *pointer, LoopPlace &place);

  llvm::Loop &loop_;
  llvm::DominatorTree &dominators_;
  llvm::BatchAAResults aliases_;
  llvm::MapVector<const llvm::Value *, std::vector<llvm::Instruction *>> accesses_;
};

/// Whether the buffers of all pairs have no byte in common.
llvm::Value *areApart(const BufferPairs &pairs, llvm::IRBuilder<> &build);

}  // namespace weft::hls::transforms
