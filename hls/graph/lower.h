// SPDX-License-Identifier: Apache-2.0
// Canonical LLVM IR (docs/canonical-ir.md) to the kernel graph. Target weft_hls_graph_lower.
#pragma once
#include <llvm/IR/Function.h>
#include <llvm/Support/Error.h>

#include "board/description.h"
#include "hls/graph/graph.h"

namespace weft::hls {

/// One pipeline node a basic block, one barrier node a barrier; memory order is the order of ops, units are all
/// Scatter: graph/transforms/pipeline.h does the rest. Errors: what has no hardware; internal ones for IR that is
/// not canonical. The result is verified.
llvm::Expected<graph::Kernel> lower(const llvm::Function &kernel, const board::Description &board);

}  // namespace weft::hls
