// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "hls/graph/build.h"
#include "hls/graph/cfg.h"
#include "hls/graph/transforms/edges.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

/// Drops edges that are never taken.
bool decide(Kernel &kernel, Node &node) {
  if (node.edges.size() < 2)
    return false;
  Builder build(kernel, node);
  std::vector<Edge> kept;
  for (Edge &edge : node.edges) {
    bool never = edge.condition != kNone && build.isConstant(edge.condition, 0);
    bool always = edge.condition != kNone && build.isConstant(edge.condition, 1);
    if (never)
      continue;
    if (always)
      edge.condition = kNone;
    kept.push_back(std::move(edge));
    if (kept.back().condition == kNone)
      break;
  }
  bool changed = kept.size() != node.edges.size();
  node.edges = std::move(kept);
  return changed;
}

/// A pipeline node that only hands on its parameters: predecessors can go where it goes.
bool isForwarder(const Kernel &kernel, NodeId id) {
  const Node &node = kernel.nodes[id];
  if (id == 0 || node.kind != NodeKind::Pipeline || node.loopHeader || node.edges.size() != 1 || !node.ops.empty() ||
      node.edges[0].target == id)
    return false;
  return true;
}

bool skipForwarders(Kernel &kernel) {
  bool changed = false;
  auto incoming = incomingEdges(kernel);
  for (NodeId id = 0; id < kernel.nodes.size(); ++id) {
    if (!isForwarder(kernel, id))
      continue;
    const Edge forward = kernel.nodes[id].edges[0];
    const std::vector<ValueId> parameters = kernel.nodes[id].parameters;
    for (const EdgeRef ref : std::exchange(incoming[id], {})) {
      const Node &node = kernel.nodes[ref.from];
      Edge &edge = kernel.nodes[ref.from].edges[ref.edge];
      // A barrier's arguments are its parameters: it can skip a node only if that keeps them as they are.
      if (node.kind == NodeKind::Barrier && forward.arguments != parameters)
        continue;
      std::vector<ValueId> arguments;
      for (ValueId argument : forward.arguments) {
        auto parameter = std::find(parameters.begin(), parameters.end(), argument);
        arguments.push_back(edge.arguments[size_t(parameter - parameters.begin())]);
      }
      edge.arguments = std::move(arguments);
      edge.target = forward.target;
      incoming[forward.target].push_back(ref);
      changed = true;
    }
  }
  return changed;
}

bool dropUnreachable(Kernel &kernel) {
  std::vector<NodeId> order = reversePostOrder(kernel), renamed(kernel.nodes.size(), kNone);
  for (NodeId id : order)
    renamed[id] = 0;
  for (NodeId id = 0; id < kernel.nodes.size(); ++id)
    if (kernel.nodes[id].kind == NodeKind::Exit)
      renamed[id] = 0;
  std::vector<Node> kept;
  for (NodeId id = 0; id < kernel.nodes.size(); ++id)
    if (renamed[id] != kNone) {
      renamed[id] = NodeId(kept.size());
      kept.push_back(std::move(kernel.nodes[id]));
    }
  bool changed = kept.size() != kernel.nodes.size();
  kernel.nodes = std::move(kept);
  for (Node &node : kernel.nodes) {
    node.loopHeader = false;
    for (Edge &edge : node.edges)
      edge.target = renamed[edge.target];
  }
  for (const EdgeRef &edge : backEdges(kernel))
    kernel.nodes[kernel.nodes[edge.from].edges[edge.edge].target].loopHeader = true;
  return changed;
}

}  // namespace

bool joinEdges(Node &node, Builder &build, std::vector<unsigned> *incoming) {
  bool changed = false;
  for (size_t i = 0; i < node.edges.size(); ++i) {
    size_t j = i + 1;
    while (j < node.edges.size() && node.edges[j].target != node.edges[i].target)
      ++j;
    if (j == node.edges.size())
      continue;
    changed = true;
    // Edge i moves down to j: those between are then tried first, so they must exclude its condition.
    ValueId condition = node.edges[i].condition, notCondition = kNone;
    for (size_t k = i + 1; k < j; ++k) {
      if (notCondition == kNone)
        notCondition = build.bitNot(condition);
      node.edges[k].condition = build.bitAnd(node.edges[k].condition, notCondition);
    }
    Edge &last = node.edges[j];
    for (size_t a = 0; a < last.arguments.size(); ++a)
      last.arguments[a] = build.select(condition, node.edges[i].arguments[a], last.arguments[a]);
    if (last.condition != kNone)
      last.condition = build.bitOr(condition, last.condition);
    if (incoming)
      --(*incoming)[last.target];
    node.edges.erase(node.edges.begin() + ptrdiff_t(i));
    --i;
  }
  return changed;
}

bool cleanEdges(Kernel &kernel) {
  bool changed = false;
  for (Node &node : kernel.nodes)
    if (node.kind == NodeKind::Pipeline) {
      changed |= decide(kernel, node);
      if (node.edges.size() > 1) {
        Builder build(kernel, node);
        changed |= joinEdges(node, build);
      }
    }
  changed |= skipForwarders(kernel);
  changed |= dropUnreachable(kernel);
  if (changed)
    for (Node &node : kernel.nodes)  // skipping may have made edges to one target
      if (node.kind == NodeKind::Pipeline && node.edges.size() > 1) {
        Builder build(kernel, node);
        joinEdges(node, build);
      }
  compactValues(kernel);
  return changed;
}

}  // namespace weft::graph
