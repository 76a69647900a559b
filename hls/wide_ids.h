// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <llvm/IR/Module.h>

#include "hls/attributes.h"

namespace weft::hls {

/// Whether the kernel is made for ranges whose ids need more than kernel::kIdBits: those of a part begin at
/// launch words of 64 bits (docs/adr/0022).
inline bool hasWideIds(const llvm::Function &kernel) { return kernel.hasFnAttribute(kWideIds); }

/// Makes all kernels of a program such.
inline void setWideIds(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
      function.addFnAttr(kWideIds);
}

}  // namespace weft::hls
