// SPDX-License-Identifier: Apache-2.0
// Front-end IR with its built-ins linked → canonical IR (docs/canonical-ir.md).
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include "board/description.h"

namespace weft::hls::transforms {

/// Changes `module` into canonical IR: only kernels remain. Errors: SourceError for each unsupported construct
/// (joined), InternalError when the result breaks the contract.
llvm::Error canonicalize(llvm::Module &module, const board::Description &board);

}  // namespace weft::hls::transforms
