// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <llvm/IR/Function.h>

namespace weft::hls::transforms {

/// Gives a kernel, which nothing calls, one more argument at the end: a global buffer that the host chooses for each
/// launch. Replaces the function; `kind` is the value of its attribute kImplicit.
llvm::Argument &addImplicitArgument(llvm::Function &kernel, llvm::StringRef kind);

}  // namespace weft::hls::transforms
