// SPDX-License-Identifier: Apache-2.0
#include "hls/attempt.h"

#include <algorithm>
#include <bit>

#include "hls/graph/access_cycles.h"
#include "hls/llvm_diagnostic.h"

namespace weft::hls {
namespace {

constexpr unsigned kSmallestGroups = 4;       // a part of the board's largest group that programs still get along with
constexpr unsigned kUsualLargestGroup = 256;  // programs take groups of this size for granted (ADR 25)

}  // namespace

llvm::Expected<Attempt> attempt(GraphMaker &graphs, const Settings &settings, TooWide tooWide) {
  const board::Description &board = settings.board;
  auto kernel = graphs.make(board, settings.bounds);
  if (!kernel)
    return kernel.takeError();
  Attempt result;
  result.groupsFixed = kernel->requiredSize[0].has_value();
  if (kernel->lanes == settings.bounds.lanes && !settings.whyNoMoreLanes.empty())
    kernel->lanesReason = {settings.whyNoMoreLanes, {}};
  kernel->unitsReason = settings.whyNoMoreUnits;
  kernel->copiesReason = settings.whyNoMoreCopies;
  result.lanes = kernel->lanes;
  result.cycles = graph::accessCycles(*kernel, board.lineBytes());
  result.lanesReason = kernel->lanesReason;
  result.caches = std::any_of(kernel->sites.begin(), kernel->sites.end(),
                              [](const graph::Site &site) { return site.cacheLines != 0; });
  result.image.interface.computeUnits = kernel->computeUnits;
  if (tooWide == TooWide::Skip && kernel->lanes > 1)
    if (rtlgen::Estimate least = rtlgen::leastEstimate(*kernel, board); least.fit->isLarge()) {
      result.estimate = std::move(least);
      return result;
    }
  auto image = rtlgen::emit(*kernel, board, settings.limits, &result.estimate);
  if (!image)
    return toError(image.error());
  result.image = std::move(*image);
  return result;
}

bool makeFewerCopies(Settings &settings, const Attempt &last) {
  if (last.image.localCopies <= last.estimate.fewestCopies)
    return false;
  settings.limits.localCopies = last.image.localCopies / 2;
  return true;
}

void makeNarrower(Settings &settings, const Attempt &last) {
  settings.bounds.lanes = last.lanes / 2;
  settings.limits.localCopies = rtlgen::kAny;
}

bool makeSmaller(Settings &settings, unsigned largestGroup, const Attempt &last) {
  if (last.estimate.halves > 1) {
    settings.limits.halves = 1;
    return true;
  }
  const rtlgen::Need &blocks = last.estimate.fit->blockRams;
  if ((blocks.exceeded() || blocks.close()) && makeFewerCopies(settings, last))
    return true;
  if (last.caches) {
    settings.bounds.cacheBytes = 0;
    return true;
  }
  // What may be launched, and the lanes that a program asks for, are given up for what is refused otherwise.
  const bool isOfBoard = last.estimate.fit->isOfBoard();
  if (last.lanes > 1 && isOfBoard) {
    makeNarrower(settings, last);
    settings.whyNoMoreLanes = "more do not fit the FPGA";
    return true;
  }
  const kernel::Interface &kernel = last.image.interface;
  const unsigned group = unsigned(kernel.maxWorkGroupSize);
  const unsigned fewer = std::bit_floor(kernel.slots - 1);
  // Kernels that compute with slots keep theirs whatever the bound is.
  if (kernel.slots > std::max(kernel.groupSlots ? std::bit_ceil(group) : 0, rtlgen::kFewestSlots) &&
      fewer < settings.limits.slots) {
    settings.limits.slots = fewer;
    return true;
  }
  const unsigned least = std::min(kUsualLargestGroup, largestGroup / kSmallestGroups);
  if (isOfBoard && kernel.groupSlots && !last.groupsFixed && group / 2 >= std::max(least, 1u)) {
    settings.board.maxWorkGroupSize = group / 2;
    settings.limits.slots = std::max(rtlgen::kFewestSlots, std::bit_ceil(group / 2));
    return true;
  }
  if (!last.image.localMemoryBytes || last.image.localCopies == 1)
    return false;
  settings.limits.localCopies = last.image.localCopies / 2;  // at the cost of speed
  return true;
}

}  // namespace weft::hls
