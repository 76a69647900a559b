// SPDX-License-Identifier: Apache-2.0
// Private arrays that become values when loops are unrolled.
#pragma once
#include <optional>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

namespace weft::hls::transforms {

using LoopSet = llvm::SmallPtrSet<const llvm::Loop *, 8>;

/// The loops whose counters make up the places that are used in a private array: all of them unrolled, each place is a
/// constant. Nothing if the array has other places, or its address goes elsewhere.
std::optional<LoopSet> loopsOverArray(llvm::AllocaInst &array, llvm::ScalarEvolution &evolution);

}  // namespace weft::hls::transforms
