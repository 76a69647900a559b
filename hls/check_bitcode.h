// SPDX-License-Identifier: Apache-2.0
// Whether LLVM IR that was stored is of the kind that this compiler stores.
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include "board/description.h"

namespace weft::hls {

/// Error, for the user: the module does not verify, is for another address size, or has what the front end never makes:
/// names of the compiler's own, aliases, assembly. What LLVM's reader cannot stand is not found here: see
/// host/compiler/compiler.h.
llvm::Error checkBitcode(const llvm::Module &module, const board::Description &board);

}  // namespace weft::hls
