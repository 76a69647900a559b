// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/rtlgen.h"

#include "hls/diagnostic.h"
#include "hls/rtlgen/emit.h"

namespace weft::rtlgen {

llvm::Expected<kernel::Image> generate(graph::Kernel kernel, const board::Description &board) {
  EmitResult result = emit(std::move(kernel), board);
  if (!result.internalError.empty())
    return hls::internalError(result.internalError);
  if (!result.sourceError.empty())
    return llvm::make_error<hls::SourceError>(result.sourceError);
  return std::move(result.image);
}

}  // namespace weft::rtlgen
