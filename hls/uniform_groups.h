// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <llvm/IR/Function.h>

namespace weft::hls {

/// Whether all groups of a launch of the kernel have one size; else those at the range's ends may be smaller, which
/// OpenCL C has since 2.0. Clang's attribute.
inline bool hasUniformGroups(const llvm::Function &kernel) {
  return kernel.getFnAttribute("uniform-work-group-size").getValueAsString() != "false";
}

}  // namespace weft::hls
