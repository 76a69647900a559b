// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/access_cycles.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "hls/graph/cfg.h"

namespace weft::graph {
namespace {

/// Lines of memory that a packet accesses at a site, where they follow each other or lie as far apart as is known; of
/// elements in turn each time.
double linesOf(const Kernel &kernel, const Site &site, unsigned lineBytes) {
  const bool hasStep = site.reason.kind == UnitReason::Kind::Neighbours || site.reason.kind == UnitReason::Kind::Apart;
  if (site.reason.kind == UnitReason::Kind::Border || (hasStep && site.reason.step == 0))
    return 0;  // one for all, and for many packets
  if (!hasLaneAddresses(site.unit))
    return std::max(1.0, double(site.bytes) * kernel.lanes / lineBytes);
  const double step = hasStep ? std::min<double>(double(std::abs(site.reason.step)), lineBytes) : lineBytes;
  return std::max(1.0, step * kernel.lanes / lineBytes) * tapsOf(site);
}

/// The most of a node's accesses.
double cyclesOf(const Kernel &kernel, const Node &node, unsigned lineBytes) {
  double port = 0, unit = 0;
  std::map<uint32_t, std::pair<double, size_t>> caches;  // lines that loads look up, and how many loads there are
  for (const Op &op : node.ops) {
    if (!isGlobalAccess(op))
      continue;
    const Site &site = kernel.sites[op.index];
    const double lines = linesOf(kernel, site, lineBytes);
    if (site.unit == Site::Unit::Cached) {
      unit = std::max(unit, double(tapsOf(site)));
      continue;
    }
    unit = std::max(unit, lines);
    if (site.lineCache == kNone) {
      port += lines;
      continue;
    }
    auto &[all, loads] = caches[site.lineCache];
    port += loads++ == 0 ? lines : 0;  // the others find them
    all += lines;
  }
  double cycles = std::max(port, unit);
  for (const auto &[cache, lookedUp] : caches)
    cycles = std::max(cycles, lookedUp.first / double(std::min(lookedUp.second, kMostLineCachePorts)));
  return cycles;
}

}  // namespace

double accessCycles(const Kernel &kernel, unsigned lineBytes) {
  const std::vector<unsigned> depths = loopDepths(kernel);
  const unsigned deepest = *std::max_element(depths.begin(), depths.end());
  double cycles = 1;
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    if (depths[n] == deepest)
      cycles = std::max(cycles, cyclesOf(kernel, kernel.nodes[n], lineBytes));
  return cycles;
}

}  // namespace weft::graph
