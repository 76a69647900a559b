// SPDX-License-Identifier: Apache-2.0
// A kernel's hardware, for an FPGA that may be too small for it.
#pragma once
#include <functional>
#include <vector>

#include <llvm/IR/Function.h>
#include <llvm/Support/Error.h>

#include "board/description.h"
#include "hls/diagnostic.h"
#include "hls/transforms/pipeline.h"
#include "kernel/image.h"

namespace weft::hls {

/// The kernel with its loops unrolled only so far.
using LessUnrolled = std::function<llvm::Expected<const llvm::Function *>(const transforms::Unrolling &)>;

/// Where block RAM is what lacks, fewer work-items in flight are tried, then smaller groups, before the kernel is
/// refused; where copies of loops leave no room for lanes, fewer copies; where it does not fit with small loops
/// unrolled that the source did not ask for, with these as loops. What was changed, and what may be too close, goes
/// into `warnings`.
llvm::Expected<kernel::Image> generateFitting(const llvm::Function &function, const board::Description &board,
                                              const LessUnrolled &lessUnrolled, std::vector<Diagnostic> &warnings);

}  // namespace weft::hls
