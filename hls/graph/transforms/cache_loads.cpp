// SPDX-License-Identifier: Apache-2.0
// Loads of packets whose lanes have an address each get a cache, where nobody writes what they read while the kernel
// runs, at least in launches whose buffers lie apart, and a line may be read again after others were: what it reads
// depends on data, or lanes in a loop are a line or more apart. Otherwise each line is read by packets that follow each
// other, and one line is enough.
#include <algorithm>
#include <bit>

#include "hls/graph/alias.h"
#include "hls/graph/cfg.h"
#include "hls/graph/transforms/transforms.h"
#include "hls/graph/walking_loads.h"

namespace weft::graph {

bool gainsByCache(const Kernel &kernel, const Op &load, unsigned loopDepth) {
  const Site &site = kernel.sites[load.index];
  const bool again = site.reason.kind == UnitReason::Kind::Irregular ||
                     (loopDepth != 0 && site.reason.kind != UnitReason::Kind::Neighbours &&
                      site.reason.kind != UnitReason::Kind::Border);
  return again && !site.isVolatile && !mayChange(kernel, load).always;
}

bool cacheLoads(Kernel &kernel, const LaneLimits &limits) {
  // Of lanes that walk each has a line of its own: a cache bounds the tokens in a loop, which is kept busy by so many.
  constexpr unsigned kBusyTokens = 64;
  const unsigned lines = std::bit_floor(limits.cacheBytes / limits.lineBytes);
  const unsigned most = std::bit_floor(limits.walkingCacheBytes / limits.lineBytes);
  const unsigned walkingLines = std::max(lines, std::min(most, kBusyTokens * kernel.lanes));
  if (kernel.lanes < 2 || lines < 2 * kernel.lanes)  // fewer than two for each lane
    return false;
  bool changed = false;
  const std::vector<unsigned> depths = loopDepths(kernel);
  const std::vector<bool> walking = walkingLoads(kernel, limits.lineBytes);
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    for (const Op &op : kernel.nodes[n].ops) {
      if (op.opcode != Opcode::Load || kernel.sites[op.index].unit != Site::Unit::Lanes ||
          !gainsByCache(kernel, op, depths[n]))
        continue;
      Site &site = kernel.sites[op.index];
      site.unit = Site::Unit::Cached;
      site.cacheLines = walking[op.index] ? walkingLines : lines;
      changed = true;
    }
  return changed;
}

}  // namespace weft::graph
