// SPDX-License-Identifier: Apache-2.0
// Loads of packets whose lanes have an address each get a cache, where nobody writes what they read while the kernel
// runs, at least in launches whose buffers lie apart, and a line may be read again after others were: what it reads
// depends on data, or lanes in a loop are a line or more apart. Otherwise each line is read by packets that follow each
// other, and one line is enough.
#include <bit>

#include "hls/graph/cfg.h"
#include "hls/graph/transforms/alias.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {

bool gainsByCache(const Kernel &kernel, const Op &load, unsigned loopDepth) {
  const Site &site = kernel.sites[load.index];
  const bool again = site.reason.kind == UnitReason::Kind::Irregular ||
                     (loopDepth != 0 && site.reason.kind != UnitReason::Kind::Neighbours &&
                      site.reason.kind != UnitReason::Kind::Border);
  return again && !site.isVolatile && !mayChange(kernel, load).always;
}

bool cacheLoads(Kernel &kernel, unsigned lineBytes, unsigned cacheBytes) {
  const unsigned lines = std::bit_floor(cacheBytes / lineBytes);
  if (kernel.lanes < 2 || lines < 2 * kernel.lanes)  // fewer than two for each lane
    return false;
  bool changed = false;
  const std::vector<unsigned> depths = loopDepths(kernel);
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    for (const Op &op : kernel.nodes[n].ops) {
      if (op.opcode != Opcode::Load || kernel.sites[op.index].unit != Site::Unit::Lanes ||
          !gainsByCache(kernel, op, depths[n]))
        continue;
      Site &site = kernel.sites[op.index];
      site.unit = Site::Unit::Cached;
      site.cacheLines = lines;
      changed = true;
    }
  return changed;
}

}  // namespace weft::graph
