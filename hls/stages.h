// SPDX-License-Identifier: Apache-2.0
// The compiler's middle, stage by stage, for compile.cpp and for tools that stop after a stage.
#pragma once
#include <functional>

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include "board/description.h"
#include "hls/graph/graph.h"
#include "hls/limits.h"
#include "hls/transforms/pipeline.h"

namespace weft::hls {

/// Links the built-in functions and brings the program to canonical IR: one function a kernel. `mostCopies`: as for
/// transforms::canonicalize.
llvm::Error makeCanonical(llvm::Module &module, const board::Description &board,
                          unsigned mostCopies = transforms::kAnyCopies);

/// Called with the name of a graph transform and its result.
using GraphObserver = std::function<void(const char *transform, const graph::Kernel &kernel)>;

/// The most that a kernel may have of what is chosen for it.
struct Bounds {
  unsigned lanes = kMostLanes;            // work-items in a packet
  unsigned cacheBytes = kMostCacheBytes;  // of a load's cache
  unsigned units = kernel::kMostComputeUnits;
};
/// A canonical function as a graph that is ready to be scheduled.
llvm::Expected<graph::Kernel> makeGraph(const llvm::Function &function, const board::Description &board,
                                        const GraphObserver &observer = {}, const Bounds &bounds = {});

/// What the program asks for by an attribute of the kernel or by a build option.
struct Wanted {
  unsigned count = 0;  // 0: it does not
  const char *by = "";
};
/// Work-items in a packet.
Wanted wantedLanes(const llvm::Function &function);
/// Copies of the kernel. Without it there are as many as the board has memory ports, if there is room.
Wanted wantedUnits(const llvm::Function &function);

}  // namespace weft::hls
