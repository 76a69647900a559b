// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

namespace weft::hls::builtins {

/// Attribute of tables that need no check of the index: the library's own, and those the compiler makes.
inline constexpr char kUncheckedVariable[] = "weft-unchecked";

/// Links the built-in functions that `module` calls into it; what `module` defines beside kernels becomes internal. The
/// library is read from the resource directory once per process, function bodies only where needed. Error: the library
/// is missing or damaged.
llvm::Error linkBuiltins(llvm::Module &module);

}  // namespace weft::hls::builtins
