// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/waiting.h"

#include <algorithm>
#include <optional>

#include "hls/graph/cfg.h"

namespace weft::graph {
namespace {

bool looksAtMemory(const Kernel &kernel, const Op &op, Exchanges exchanges) {
  if (op.opcode == Opcode::Load)
    return kernel.sites[op.index].isVolatile;
  return op.opcode == Opcode::Fence ||
         ((op.opcode == Opcode::Atomic || op.opcode == Opcode::MemAtomic) && op.result != kNone &&
          (op.atomic != AtomicOp::CmpXchg || exchanges == Exchanges::Wait));
}

}  // namespace

bool mayWait(const Kernel &kernel, NodeId header, Exchanges exchanges) {
  std::optional<std::vector<bool>> reachable;
  for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
    const std::vector<Op> &ops = kernel.nodes[n].ops;
    if (std::none_of(ops.begin(), ops.end(), [&](const Op &op) { return looksAtMemory(kernel, op, exchanges); }))
      continue;
    if (!reachable)
      reachable = reachability(kernel);
    if ((*reachable)[header * kernel.nodes.size() + n] && (*reachable)[n * kernel.nodes.size() + header])
      return true;
  }
  return false;
}

bool mayWait(const Kernel &kernel, Exchanges exchanges) {
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    if (kernel.nodes[n].loopHeader && mayWait(kernel, n, exchanges))
      return true;
  return false;
}

}  // namespace weft::graph
