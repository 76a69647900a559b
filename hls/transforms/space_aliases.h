// SPDX-License-Identifier: Apache-2.0
// Alias analysis by address spaces, so that LLVM's passes keep in a register what a loop adds up in one of them while
// it reads another.
#pragma once
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/PassManager.h>

namespace weft::hls::transforms {

/// Global, local and private memory have no byte in common. Constant memory may be a buffer, and so global memory;
/// a generic pointer may be any.
class SpaceAliasResult : public llvm::AAResultBase {
public:
  llvm::AliasResult alias(const llvm::MemoryLocation &a, const llvm::MemoryLocation &b, llvm::AAQueryInfo &query,
                          const llvm::Instruction *at);
  bool invalidate(llvm::Function &, const llvm::PreservedAnalyses &, llvm::FunctionAnalysisManager::Invalidator &) {
    return false;
  }
};

class SpaceAliases : public llvm::AnalysisInfoMixin<SpaceAliases> {
public:
  using Result = SpaceAliasResult;
  Result run(llvm::Function &, llvm::FunctionAnalysisManager &) { return Result(); }

private:
  friend llvm::AnalysisInfoMixin<SpaceAliases>;
  static llvm::AnalysisKey Key;
};

}  // namespace weft::hls::transforms
