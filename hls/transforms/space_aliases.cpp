// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/space_aliases.h"

#include <llvm/Analysis/MemoryLocation.h>

namespace weft::hls::transforms {
namespace {

constexpr unsigned kConstant = 2, kGeneric = 4;

bool standsForOne(unsigned space) { return space < kGeneric && space != kConstant; }

}  // namespace

llvm::AnalysisKey SpaceAliases::Key;

llvm::AliasResult SpaceAliasResult::alias(const llvm::MemoryLocation &a, const llvm::MemoryLocation &b,
                                          llvm::AAQueryInfo &query, const llvm::Instruction *at) {
  const unsigned first = a.Ptr->getType()->getPointerAddressSpace();
  const unsigned second = b.Ptr->getType()->getPointerAddressSpace();
  if (first != second && standsForOne(first) && standsForOne(second))
    return llvm::AliasResult::NoAlias;
  return AAResultBase::alias(a, b, query, at);
}

}  // namespace weft::hls::transforms
