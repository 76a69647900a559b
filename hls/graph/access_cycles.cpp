// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/access_cycles.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <vector>

#include "hls/graph/cfg.h"
#include "hls/graph/id_dimensions.h"
#include "hls/graph/walking_loads.h"

namespace weft::graph {
namespace {

using Steps = std::vector<std::optional<int64_t>>;  // by site: stepsOfLoads()

/// Bytes from the first element that a lane takes to the last.
double windowOf(const Site &site) { return double(site.bytes) * elementsOf(site); }

/// Lines of memory that a packet accesses at a site, where they follow each other or lie as far apart as is known; of
/// elements in turn each time. `step`: of a load, bytes from one round of its loop to the next.
double linesOf(const Kernel &kernel, const Site &site, std::optional<int64_t> step, unsigned lineBytes) {
  const bool hasStep = site.reason.kind == UnitReason::Kind::Neighbours || site.reason.kind == UnitReason::Kind::Apart;
  if (site.reason.kind == UnitReason::Kind::Border || (hasStep && site.reason.step == 0))
    return 0;  // one for all, and for many packets
  if (site.unit == Site::Unit::Stream && site.taps != 1) {
    const double window = windowOf(site);  // the rest of which the round before has had
    return std::max(1.0, std::min(window, step ? double(std::abs(*step)) : window) / lineBytes);
  }
  if (!hasLaneAddresses(site.unit))
    return std::max(1.0, double(site.bytes) * kernel.lanes / lineBytes);
  const double apart = hasStep ? std::min<double>(double(std::abs(site.reason.step)), lineBytes) : lineBytes;
  return std::max(1.0, apart * kernel.lanes / lineBytes) * tapsOf(site);
}

/// Of sites that share a line cache: lines that their loads look up, how many loads there are, and what they ask of
/// memory: bytes that their loop goes along in a round, of rows of the work-item's own, otherwise the lines of one, as
/// the others find them.
struct Looked {
  double lines = 0;
  size_t loads = 0;
  double first = 0, window = 0, step = 0;

  double asked(unsigned lineBytes) const { return std::max(first, std::min(window, step) / lineBytes); }
};

class NodeAccesses {
public:
  NodeAccesses(const Kernel &kernel, unsigned lineBytes)
      : kernel_(kernel), lineBytes_(lineBytes), steps_(stepsOfLoads(kernel)), own_(steps_) {
    const IdDimensions dimensions = idDimensions(kernel);
    for (const Node &node : kernel.nodes)
      for (const Op &op : node.ops)
        if (op.opcode == Opcode::Load && dimensions.of[op.operands[0]] != dimensions.all)
          own_[op.index].reset();
  }

  /// The most of a node's accesses.
  double cyclesOf(const Node &node) const {
    double port = 0, unit = 0;
    std::map<uint32_t, Looked> caches;
    for (const Op &op : node.ops) {
      if (!isGlobalAccess(op))
        continue;
      const Site &site = kernel_.sites[op.index];
      const double lines = linesOf(kernel_, site, steps_[op.index], lineBytes_);
      const bool cached = site.unit == Site::Unit::Cached, shares = site.lineCache != kNone;
      unit = std::max(unit, cached ? double(tapsOf(site)) : lines);
      if (shares)
        look(caches[site.lineCache], op.index, lines);
      else if (!cached)
        port += lines;
    }
    double cycles = unit;
    for (const auto &[cache, looked] : caches) {
      port += looked.asked(lineBytes_);
      cycles = std::max(cycles, looked.lines / double(std::min(looked.loads, kMostLineCachePorts)));
    }
    return std::max(cycles, port);
  }

private:
  void look(Looked &looked, uint32_t site, double lines) const {
    if (looked.loads++ == 0)
      looked.first = lines;
    looked.lines += lines;
    // In packets, loads along rows of each lane's own do not share a cache with others (ADR 53).
    if (own_[site] && kernel_.lanes == 1) {
      looked.window += windowOf(kernel_.sites[site]);
      looked.step = std::max(looked.step, double(std::abs(*own_[site])));
    }
  }

  const Kernel &kernel_;
  const unsigned lineBytes_;
  const Steps steps_;
  Steps own_;  // of loads that depend on all that the kernel looks at of ids: along rows of each work-item's own
};

}  // namespace

double accessCycles(const Kernel &kernel, unsigned lineBytes) {
  const std::vector<unsigned> depths = loopDepths(kernel);
  const unsigned deepest = *std::max_element(depths.begin(), depths.end());
  const NodeAccesses accesses(kernel, lineBytes);
  double cycles = 1;
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    if (depths[n] == deepest)
      cycles = std::max(cycles, accesses.cyclesOf(kernel.nodes[n]));
  return cycles;
}

}  // namespace weft::graph
