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

// The checker's own: none of it is what chooses the FIFOs.

/// By node: the nodes that its edges lead to, but for those past a barrier or a full FIFO.
using OpenEdges = std::vector<std::vector<NodeId>>;

OpenEdges openEdges(const Kernel &kernel, const std::set<EdgeRef> &full) {
  OpenEdges open(kernel.nodes.size());
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    for (uint32_t e = 0; e < kernel.nodes[n].edges.size(); ++e) {
      const NodeId target = kernel.nodes[n].edges[e].target;
      if (kernel.nodes[n].kind != NodeKind::Barrier && kernel.nodes[target].kind != NodeKind::Barrier &&
          !full.count({n, e}))
        open[n].push_back(target);
    }
  return open;
}

/// By node: whether no topological order comes to it, as it lies on a cycle or behind one.
std::vector<bool> unordered(const OpenEdges &open) {
  std::vector<unsigned> waiting(open.size());
  for (const std::vector<NodeId> &targets : open)
    for (const NodeId target : targets)
      ++waiting[target];
  std::vector<NodeId> ready;
  for (NodeId n = 0; n < open.size(); ++n)
    if (!waiting[n])
      ready.push_back(n);
  while (!ready.empty()) {
    const NodeId n = ready.back();
    ready.pop_back();
    for (const NodeId target : open[n])
      if (!--waiting[target])
        ready.push_back(target);
  }
  return {waiting.begin(), waiting.end()};
}

/// A cycle among the unordered nodes, of which there is one, in the order of its edges. Each of them has a predecessor
/// among them: walking backwards must close a cycle.
std::vector<NodeId> findCycle(const OpenEdges &open, const std::vector<bool> &among) {
  std::vector<NodeId> previous(open.size(), kNone);
  for (NodeId n = 0; n < open.size(); ++n)
    if (among[n])
      for (const NodeId target : open[n])
        if (among[target])
          previous[target] = n;
  auto node = NodeId(std::find(among.begin(), among.end(), true) - among.begin());
  std::vector<NodeId> walk;
  auto met = walk.end();
  while ((met = std::find(walk.begin(), walk.end(), node)) == walk.end()) {
    walk.push_back(node);
    node = previous[node];
  }
  walk.erase(walk.begin(), met);
  std::reverse(walk.begin() + 1, walk.end());
  return walk;
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
  const OpenEdges open = openEdges(kernel, {full.begin(), full.end()});
  const std::vector<bool> left = unordered(open);
  if (std::find(left.begin(), left.end(), true) == left.end())
    return std::nullopt;
  const std::vector<NodeId> cycle = findCycle(open, left);
  const Node &first = kernel.nodes[cycle.front()];
  std::string way;
  for (const NodeId n : cycle)
    way += "@" + kernel.nodes[n].name + " -> ";
  return hls::internalDefect("cycle without a barrier or a FIFO of N_max entries: " + way + "@" + first.name,
                             kernel.name, first.location);
}

}  // namespace weft::graph
