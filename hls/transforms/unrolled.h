// SPDX-License-Identifier: Apache-2.0
// What canonical IR tells of loops that were unrolled in part.
#pragma once
#include <llvm/IR/Function.h>

#include "kernel/interface.h"

namespace weft::hls::transforms {

/// Of a kernel: its loop with most copies.
struct UnrolledLoop {
  unsigned copies = 1;  // asked for by the source
  kernel::SourceLocation location;
};

void setUnrolledLoop(llvm::Function &function, const UnrolledLoop &loop);
UnrolledLoop unrolledLoop(const llvm::Function &function);

}  // namespace weft::hls::transforms
