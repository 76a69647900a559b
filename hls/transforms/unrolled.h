// SPDX-License-Identifier: Apache-2.0
// What canonical IR tells of loops that were unrolled.
#pragma once
#include <llvm/IR/Function.h>

#include "kernel/interface.h"

namespace weft::hls::transforms {

/// A kernel's loop with most copies.
struct UnrolledLoop {
  unsigned copies = 1;
  kernel::SourceLocation location;
};

/// Of those that are unrolled in part, as the source asks.
void setUnrolledLoop(llvm::Function &function, const UnrolledLoop &loop);
UnrolledLoop unrolledLoop(const llvm::Function &function);

/// Of those that are unrolled wholly without being asked for; the largest is told.
void setUnaskedLoop(llvm::Function &function, const UnrolledLoop &loop);
UnrolledLoop unaskedLoop(const llvm::Function &function);

}  // namespace weft::hls::transforms
