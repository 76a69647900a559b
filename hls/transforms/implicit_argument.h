// SPDX-License-Identifier: Apache-2.0
// Arguments that the compiler adds to a kernel.
#pragma once
#include <llvm/IR/Function.h>

namespace weft::hls::transforms {

/// A pointer to device memory behind the kernel's other arguments; the host gives it its value at each launch. Replaces
/// the function; `kind` is the value of its attribute kImplicit.
llvm::Argument &addImplicitArgument(llvm::Function &kernel, llvm::StringRef kind, unsigned addressSpace,
                                    llvm::StringRef name);

}  // namespace weft::hls::transforms
