// SPDX-License-Identifier: Apache-2.0
#include "hls/stages.h"

#include <algorithm>
#include <optional>

#include "board/fpga_part.h"
#include "hls/attributes.h"
#include "hls/builtins/link_builtins.h"
#include "hls/graph/lower.h"
#include "hls/graph/transforms/pipeline.h"
#include "hls/graph/transforms/transforms.h"
#include "hls/llvm_diagnostic.h"
#include "hls/transforms/pipeline.h"
#include "hls/transforms/structure.h"
#include "support/stage.h"

namespace weft::hls {

llvm::Error makeCanonical(llvm::Module &module, const board::Description &board,
                          const transforms::Unrolling &unrolling) {
  {
    const support::Stage stage("built-in functions");
    if (llvm::Error error = builtins::linkBuiltins(module))
      return error;
  }
  const support::Stage stage("transforms");
  return transforms::canonicalize(module, board, unrolling);
}

namespace {

/// A kernel has several caches, and memories of its own.
constexpr unsigned kCacheShare = 16;

/// Where the FPGA is not known: lines that fill the block memories in which a line lies, which have some 512 words, and
/// twice as many where they bound what is in flight.
void setCacheBytes(graph::LaneLimits &limits, const board::Description &board, unsigned most) {
  constexpr unsigned kBlockWords = 512, kFewestBytes = 16384;
  const std::optional<board::FpgaPart> part = board::fpgaPartOf(board);
  limits.cacheBytes = std::min(most, part ? part->blockRams * part->blockRamBits / 8 / kCacheShare
                                          : std::max(kFewestBytes, kBlockWords * board.lineBytes()));
  limits.walkingCacheBytes = part ? limits.cacheBytes : 2 * limits.cacheBytes;
}

graph::TransformOptions optionsFor(const llvm::Function &function, const board::Description &board,
                                   const GraphObserver &observer, const Bounds &bounds) {
  graph::TransformOptions options;
  options.lanes.lineBytes = board.lineBytes();
  options.lanes.bytesPerCycle = board.sdram ? board.sdram->dataBits / 8 : board.lineBytes();
  options.lanes.most = bounds.lanes;
  if (const unsigned lanes = wantedLanes(function).count)
    options.lanes.wanted = lanes;
  setCacheBytes(options.lanes, board, bounds.cacheBytes);
  options.multiplierBlocks = board::roomOn(board).part.multipliers > 0;
  options.observer = observer;
  return options;
}

}  // namespace

GraphMaker::GraphMaker(const llvm::Function &function, GraphObserver observer)
    : function_(function), observer_(std::move(observer)) {}

llvm::Expected<const graph::Kernel *> GraphMaker::ofItems(const llvm::Function &function,
                                                          const board::Description &board,
                                                          std::map<unsigned, graph::Kernel> &made) {
  if (const auto known = made.find(board.maxWorkGroupSize); known != made.end())
    return &known->second;
  auto kernel = lower(function, board);
  if (!kernel)
    return kernel.takeError();
  if (observer_)
    observer_("lower", *kernel);
  const graph::TransformOptions options = optionsFor(function, board, observer_, {});
  if (std::vector<Diagnostic> defects = graph::runItemTransforms(*kernel, options); !defects.empty())
    return toError(std::move(defects));
  return &made.emplace(board.maxWorkGroupSize, std::move(*kernel)).first->second;
}

llvm::Expected<graph::Kernel> GraphMaker::ofPackets(const llvm::Function &function, const board::Description &board,
                                                    const Bounds &bounds, std::map<unsigned, graph::Kernel> &made) {
  auto items = ofItems(function, board, made);
  if (!items)
    return items.takeError();
  graph::Kernel kernel = **items;
  const unsigned units = wantedUnits(function).count;
  kernel.computeUnits = units != 0 ? units : std::min(board.ports, bounds.units);
  const graph::TransformOptions options = optionsFor(function, board, observer_, bounds);
  if (std::vector<Diagnostic> defects = graph::runPacketTransforms(kernel, options); !defects.empty())
    return toError(std::move(defects));
  return kernel;
}

llvm::Expected<graph::Kernel> GraphMaker::make(const board::Description &board, const Bounds &bounds) {
  const support::Stage stage("graph");
  auto kernel = ofPackets(function_, board, bounds, items_);
  if (!kernel || kernel->lanes > 1 || !kernel->lanesReason.waysDoNotMeet)
    return kernel;
  if (!structured_) {
    auto module = transforms::structured(function_, board);
    if (!module)
      return module.takeError();
    structured_ = std::move(*module);
  }
  auto packets = ofPackets(*structured_->getFunction(function_.getName()), board, bounds, structuredItems_);
  if (!packets || packets->lanes > 1)
    return packets;
  kernel->lanesReason = packets->lanesReason;
  return kernel;
}

llvm::Expected<graph::Kernel> makeGraph(const llvm::Function &function, const board::Description &board,
                                        const GraphObserver &observer, const Bounds &bounds) {
  return GraphMaker(function, observer).make(board, bounds);
}

namespace {

struct Source {
  const char *attribute, *by;
};

/// The first of the attributes that there is.
template <class IsNumber>
Wanted wantedBy(const llvm::Function &function, std::initializer_list<Source> sources, IsNumber isNumber) {
  unsigned number = 0;
  for (const auto &[attribute, by] : sources)
    if (!function.getFnAttribute(attribute).getValueAsString().getAsInteger(10, number) && isNumber(number))
      return {number, by};
  return {};
}

}  // namespace

Wanted wantedLanes(const llvm::Function &function) {
  return wantedBy(function, {{kSimdLanes, "num_simd_work_items"}, {kLanes, "-weft-lanes"}}, isNumberOfLanes);
}

Wanted wantedUnits(const llvm::Function &function) {
  return wantedBy(function, {{kNumComputeUnits, "num_compute_units"}, {kComputeUnits, "-weft-compute-units"}},
                  isNumberOfUnits);
}

}  // namespace weft::hls
