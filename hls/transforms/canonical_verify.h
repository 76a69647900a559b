// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include "board/description.h"

namespace weft::hls::transforms {

/// Checks every rule of docs/canonical-ir.md. The error is an internal one that quotes the first offending
/// instruction.
llvm::Error canonicalVerify(const llvm::Module &module, const board::Description &board);

}  // namespace weft::hls::transforms
