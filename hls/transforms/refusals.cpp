// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/refusals.h"

namespace weft::hls::transforms {

llvm::Error Refusals::take() {
  seen_.clear();
  return toError(std::exchange(diagnostics_, {}));
}

}  // namespace weft::hls::transforms
