// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/refusals.h"

namespace weft::hls::transforms {

llvm::Error Refusals::take() {
  llvm::Error all = llvm::Error::success();
  for (std::string &text : texts_)
    all = llvm::joinErrors(std::move(all), llvm::make_error<SourceError>(std::move(text)));
  texts_.clear();
  seen_.clear();
  return all;
}

}  // namespace weft::hls::transforms
