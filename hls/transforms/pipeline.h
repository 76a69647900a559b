// SPDX-License-Identifier: Apache-2.0
// Front-end IR with its built-ins linked → canonical IR (docs/canonical-ir.md).
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include "board/description.h"

namespace weft::hls::transforms {

/// As many copies of a loop as the source asks for.
inline constexpr unsigned kAnyCopies = ~0u;

/// Changes `module` into canonical IR: only kernels remain. Errors: one for each unsupported construct (joined),
/// or an internal one when the result breaks the contract. `mostCopies`: of a loop that is unrolled in part; 1: none
/// is.
llvm::Error canonicalize(llvm::Module &module, const board::Description &board, unsigned mostCopies = kAnyCopies);

/// Only the checks of calls: everything a kernel reaches is defined, nothing is recursive. Changes `module` beyond use.
llvm::Error checkCalls(llvm::Module &module, const board::Description &board);

}  // namespace weft::hls::transforms
