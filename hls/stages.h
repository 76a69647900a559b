// SPDX-License-Identifier: Apache-2.0
// The compiler's middle, stage by stage, for compile.cpp and for tools that stop after a stage.
#pragma once
#include <functional>
#include <map>
#include <memory>

#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include "board/description.h"
#include "hls/graph/graph.h"
#include "hls/limits.h"
#include "hls/transforms/pipeline.h"

namespace weft::hls {

/// Links the built-in functions and brings the program to canonical IR: one function a kernel.
llvm::Error makeCanonical(llvm::Module &module, const board::Description &board,
                          const transforms::Unrolling &unrolling = {});

/// Called with the name of a graph transform and its result.
using GraphObserver = std::function<void(const char *transform, const graph::Kernel &kernel)>;

/// The most that a kernel may have of what is chosen for it.
struct Bounds {
  unsigned lanes = kMostLanes;            // work-items in a packet
  unsigned cacheBytes = kMostCacheBytes;  // of a load's cache
  unsigned units = kernel::kMostComputeUnits;
};

/// A canonical function as graphs that are ready to be scheduled, within one bound after the other: what is the same in
/// all of them is made once, which is most of it. The function must outlive it.
class GraphMaker {
public:
  explicit GraphMaker(const llvm::Function &function, GraphObserver observer = {});

  /// `board` is the same each time, but for its largest group.
  llvm::Expected<graph::Kernel> make(const board::Description &board, const Bounds &bounds);
  const llvm::Function &function() const { return function_; }

private:
  llvm::Expected<const graph::Kernel *> ofItems(const llvm::Function &function, const board::Description &board,
                                                std::map<unsigned, graph::Kernel> &made);
  llvm::Expected<graph::Kernel> ofPackets(const llvm::Function &function, const board::Description &board,
                                          const Bounds &bounds, std::map<unsigned, graph::Kernel> &made);

  const llvm::Function &function_;
  const GraphObserver observer_;
  std::unique_ptr<llvm::Module> structured_;  // where the ways of work-items do not meet in `function_`
  // Graphs of work-items, by the board's largest group.
  std::map<unsigned, graph::Kernel> items_, structuredItems_;
};

/// One graph of it.
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
