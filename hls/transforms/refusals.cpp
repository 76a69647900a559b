// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/refusals.h"

namespace weft::hls::transforms {

llvm::Error Refusals::take() {
  llvm::Error all = llvm::Error::success();
  for (Diagnostic &diagnostic : diagnostics_)
    all = llvm::joinErrors(std::move(all), toError(std::move(diagnostic)));
  diagnostics_.clear();
  seen_.clear();
  return all;
}

}  // namespace weft::hls::transforms
