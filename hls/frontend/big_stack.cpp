// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/big_stack.h"

#include <optional>

#include <llvm/Support/thread.h>

namespace weft::hls::frontend {

void onBigStack(const std::function<void()> &work) {
  llvm::thread worker(std::optional<unsigned>(kBigStackBytes), [&] { work(); });
  worker.join();
}

}  // namespace weft::hls::frontend
