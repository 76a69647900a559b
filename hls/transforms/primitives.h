// SPDX-License-Identifier: Apache-2.0
// The __weft_* functions of the canonical IR.
#pragma once
#include <llvm/IR/Instructions.h>

namespace weft::hls::transforms {

/// The name of the primitive that `instruction` calls, without "__weft_"; empty if it calls none.
inline llvm::StringRef primitiveName(const llvm::Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  llvm::StringRef name = call && call->getCalledFunction() ? call->getCalledFunction()->getName() : "";
  return name.consume_front("__weft_") ? name : "";
}

inline bool isBarrier(const llvm::Instruction &instruction) { return primitiveName(instruction) == "barrier"; }
inline bool isFence(const llvm::Instruction &instruction) { return primitiveName(instruction) == "fence"; }

}  // namespace weft::hls::transforms
