// SPDX-License-Identifier: Apache-2.0
// The generator without LLVM's error type; rtlgen.h wraps it.
#pragma once
#include <string>

#include "board/description.h"
#include "hls/graph/graph.h"
#include "kernel/image.h"

namespace weft::rtlgen {

struct EmitResult {
  kernel::Image image;        // valid if both errors are empty
  std::string sourceError;    // the user's to mend: `file:line:column: error: …`
  std::string internalError;  // ours
};

EmitResult emit(graph::Kernel kernel, const board::Description &board);

}  // namespace weft::rtlgen
