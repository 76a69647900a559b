// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/deadlock.h"

#include <algorithm>
#include <set>

namespace weft::graph {
namespace {

/// Whether a path without barrier nodes and edges of `full` leads from `from` to `to` (both pipeline nodes).
bool reaches(const Kernel &kernel, NodeId from, NodeId to, const std::set<EdgeRef> &full) {
  std::vector<bool> seen(kernel.nodes.size());
  std::vector<NodeId> stack = {from};
  seen[from] = true;
  while (!stack.empty()) {
    NodeId node = stack.back();
    stack.pop_back();
    if (node == to)
      return true;
    for (uint32_t e = 0; e < kernel.nodes[node].edges.size(); ++e) {
      const NodeId target = kernel.nodes[node].edges[e].target;
      if (seen[target] || kernel.nodes[target].kind == NodeKind::Barrier || full.count({node, e}))
        continue;
      seen[target] = true;
      stack.push_back(target);
    }
  }
  return false;
}

}  // namespace

bool onOpenCycle(const Kernel &kernel, EdgeRef edge, const std::set<EdgeRef> &full) {
  const NodeId target = kernel.nodes[edge.from].edges[edge.edge].target;
  return !full.count(edge) && kernel.nodes[edge.from].kind != NodeKind::Barrier &&
         kernel.nodes[target].kind != NodeKind::Barrier && reaches(kernel, target, edge.from, full);
}

std::vector<EdgeRef> chooseFullFifos(const Kernel &kernel) {
  std::vector<EdgeRef> result;
  for (const EdgeRef &edge : backEdges(kernel))
    if (onOpenCycle(kernel, edge, {}))
      result.push_back(edge);
  const std::vector<unsigned> depths = loopDepths(kernel);
  const auto depth = [&](EdgeRef edge) { return depths[kernel.nodes[edge.from].edges[edge.edge].target]; };
  std::sort(result.begin(), result.end(),
            [&](EdgeRef a, EdgeRef b) { return std::pair(depth(b), a) < std::pair(depth(a), b); });
  return result;
}

std::optional<hls::Diagnostic> checkDeadlockFree(const Kernel &kernel, const std::vector<EdgeRef> &full) {
  // What is left without barriers and full FIFOs must have a topological order.
  std::set<EdgeRef> cut(full.begin(), full.end());
  size_t count = kernel.nodes.size();
  std::vector<std::vector<NodeId>> next(count);
  std::vector<unsigned> waiting(count);
  for (NodeId n = 0; n < count; ++n)
    for (uint32_t e = 0; e < kernel.nodes[n].edges.size(); ++e) {
      NodeId target = kernel.nodes[n].edges[e].target;
      if (kernel.nodes[n].kind == NodeKind::Barrier || kernel.nodes[target].kind == NodeKind::Barrier ||
          cut.count({n, e}))
        continue;
      next[n].push_back(target);
      ++waiting[target];
    }
  std::vector<NodeId> ready;
  for (NodeId n = 0; n < count; ++n)
    if (!waiting[n])
      ready.push_back(n);
  size_t done = 0;
  while (!ready.empty()) {
    NodeId n = ready.back();
    ready.pop_back();
    ++done;
    for (NodeId target : next[n])
      if (!--waiting[target])
        ready.push_back(target);
  }
  if (done == count)
    return std::nullopt;
  // Every node left has a predecessor that is left: walking backwards must close a cycle.
  std::vector<NodeId> previous(count, kNone);
  for (NodeId n = 0; n < count; ++n)
    if (waiting[n])
      for (NodeId target : next[n])
        if (waiting[target])
          previous[target] = n;
  NodeId node = 0;
  while (!waiting[node])
    ++node;
  std::vector<NodeId> walk;
  while (std::find(walk.begin(), walk.end(), node) == walk.end()) {
    walk.push_back(node);
    node = previous[node];
  }
  std::string message = "@" + kernel.nodes[node].name;
  for (auto it = std::find(walk.begin(), walk.end(), node) + 1; it != walk.end(); ++it)
    message = "@" + kernel.nodes[*it].name + " -> " + message;
  return hls::internalDefect("cycle without a barrier or a FIFO of N_max entries: @" + kernel.nodes[node].name +
                                 " -> " + message,
                             kernel.name, kernel.nodes[node].location);
}

}  // namespace weft::graph
