// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>

#include <llvm/IR/Function.h>

#include "board/description.h"
#include "hls/attributes.h"

namespace weft::hls {

/// Work-items in a group of the kernel at most: the board's, or what max_work_group_size leaves of them.
inline unsigned largestGroup(const llvm::Function &kernel, const board::Description &board) {
  uint64_t most = 0;
  if (kernel.getFnAttribute(kMaxWorkGroupSize).getValueAsString().getAsInteger(10, most) || most == 0)
    return board.maxWorkGroupSize;
  return unsigned(std::min<uint64_t>(most, board.maxWorkGroupSize));
}

}  // namespace weft::hls
