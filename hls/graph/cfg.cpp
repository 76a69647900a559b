// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/cfg.h"

#include <algorithm>

namespace weft::graph {

std::vector<std::vector<EdgeRef>> incomingEdges(const Kernel &kernel) {
  std::vector<std::vector<EdgeRef>> result(kernel.nodes.size());
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    for (uint32_t e = 0; e < kernel.nodes[n].edges.size(); ++e)
      if (kernel.nodes[n].edges[e].target < kernel.nodes.size())
        result[kernel.nodes[n].edges[e].target].push_back({n, e});
  return result;
}

std::vector<NodeId> reversePostOrder(const Kernel &kernel) {
  std::vector<NodeId> order;
  if (kernel.nodes.empty())
    return order;
  std::vector<bool> seen(kernel.nodes.size());
  struct Frame {
    NodeId node;
    uint32_t edge;
  };
  std::vector<Frame> stack = {{0, 0}};  // explicit: graphs of unrolled kernels are deep
  seen[0] = true;
  while (!stack.empty()) {
    Frame &top = stack.back();
    const auto &edges = kernel.nodes[top.node].edges;
    if (top.edge == edges.size()) {
      order.push_back(top.node);
      stack.pop_back();
      continue;
    }
    NodeId next = edges[top.edge++].target;
    if (next < kernel.nodes.size() && !seen[next]) {
      seen[next] = true;
      stack.push_back({next, 0});
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<NodeId> immediateDominators(const Kernel &kernel) {
  // Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm.
  std::vector<NodeId> order = reversePostOrder(kernel), result(kernel.nodes.size(), kNone);
  std::vector<uint32_t> position(kernel.nodes.size(), kNone);
  for (uint32_t i = 0; i < order.size(); ++i)
    position[order[i]] = i;
  auto incoming = incomingEdges(kernel);
  if (order.empty())
    return result;
  result[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (NodeId node : order) {
      if (node == 0)
        continue;
      NodeId best = kNone;
      for (const EdgeRef &edge : incoming[node]) {
        NodeId other = edge.from;
        if (position[other] == kNone || result[other] == kNone)
          continue;
        if (best == kNone) {
          best = other;
          continue;
        }
        while (best != other) {
          while (position[best] > position[other])
            best = result[best];
          while (position[other] > position[best])
            other = result[other];
        }
      }
      if (best != result[node]) {
        result[node] = best;
        changed = true;
      }
    }
  }
  result[0] = kNone;
  return result;
}

bool dominates(const std::vector<NodeId> &immediate, NodeId a, NodeId b) {
  while (b != a && b != kNone)
    b = immediate[b];
  return b == a;
}

std::vector<EdgeRef> backEdges(const Kernel &kernel) {
  std::vector<NodeId> immediate = immediateDominators(kernel);
  std::vector<EdgeRef> result;
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    for (uint32_t e = 0; e < kernel.nodes[n].edges.size(); ++e) {
      NodeId target = kernel.nodes[n].edges[e].target;
      if (target < kernel.nodes.size() && dominates(immediate, target, n))
        result.push_back({n, e});
    }
  return result;
}

Loops enclosingLoops(const Kernel &kernel) {
  std::vector<std::vector<bool>> loops(kernel.nodes.size());  // by header: the nodes of its loop
  const auto incoming = incomingEdges(kernel);
  for (const EdgeRef &back : backEdges(kernel)) {
    const NodeId header = kernel.nodes[back.from].edges[back.edge].target;
    std::vector<bool> &loop = loops[header];
    loop.resize(kernel.nodes.size());
    loop[header] = true;
    std::vector<NodeId> stack = {back.from};
    while (!stack.empty()) {
      const NodeId node = stack.back();
      stack.pop_back();
      if (loop[node])
        continue;
      loop[node] = true;
      for (const EdgeRef &edge : incoming[node])
        stack.push_back(edge.from);
    }
  }
  Loops result(kernel.nodes.size());
  for (const NodeId header : reversePostOrder(kernel))  // outer headers dominate inner ones
    for (NodeId n = 0; n < loops[header].size(); ++n)
      if (loops[header][n])
        result[n].push_back(header);
  return result;
}

bool isInLoop(const Loops &loops, NodeId node, NodeId header) {
  return std::find(loops[node].begin(), loops[node].end(), header) != loops[node].end();
}

std::vector<unsigned> loopDepths(const Kernel &kernel) {
  std::vector<unsigned> depths;
  for (const std::vector<NodeId> &headers : enclosingLoops(kernel))
    depths.push_back(unsigned(headers.size()));
  return depths;
}

std::vector<bool> reachability(const Kernel &kernel) {
  size_t count = kernel.nodes.size();
  std::vector<bool> result(count * count);
  for (NodeId from = 0; from < count; ++from) {
    std::vector<NodeId> stack = {from};
    while (!stack.empty()) {
      NodeId node = stack.back();
      stack.pop_back();
      for (const Edge &edge : kernel.nodes[node].edges)
        if (edge.target < count && !result[from * count + edge.target]) {
          result[from * count + edge.target] = true;
          stack.push_back(edge.target);
        }
    }
  }
  return result;
}

std::vector<std::vector<bool>> postDominators(const Kernel &kernel) {
  const size_t n = kernel.nodes.size();
  std::vector<std::vector<bool>> behind(n, std::vector<bool>(n, true));
  std::vector<NodeId> order = reversePostOrder(kernel);
  std::reverse(order.begin(), order.end());
  for (bool changed = true; changed;) {
    changed = false;
    for (NodeId node : order) {
      std::vector<bool> now(n, !kernel.nodes[node].edges.empty());
      for (const Edge &edge : kernel.nodes[node].edges)
        for (size_t i = 0; i < n; ++i)
          now[i] = now[i] && behind[edge.target][i];
      now[node] = true;
      changed |= now != behind[node];
      behind[node] = std::move(now);
    }
  }
  return behind;
}

NodeId meetingPoint(const std::vector<std::vector<bool>> &behind, NodeId from) {
  // Behind the first of them are all others.
  NodeId first = kNone;
  for (NodeId n = 0; n < behind.size(); ++n)
    if (n != from && behind[from][n] && (first == kNone || (behind[n][first] && !behind[first][n])))
      first = n;
  return first;
}

}  // namespace weft::graph
