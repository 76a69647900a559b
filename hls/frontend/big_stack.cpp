// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/big_stack.h"

#include <optional>

#include <llvm/Support/thread.h>

namespace weft::hls::frontend {

void onBigStack(const std::function<void()> &work) {
  const std::optional<unsigned> kStackBytes = 256u << 20;  // address space only: pages are touched as they are needed
  llvm::thread worker(kStackBytes, [&] { work(); });
  worker.join();
}

}  // namespace weft::hls::frontend
