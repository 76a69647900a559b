// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "hls/graph/build.h"
#include "hls/graph/cfg.h"
#include "hls/graph/transforms/edges.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

/// The header of the innermost loop that holds each node; kNone outside loops.
std::vector<NodeId> innermostLoops(const Kernel &kernel) {
  std::vector<NodeId> result(kernel.nodes.size(), kNone), immediate = immediateDominators(kernel);
  auto incoming = incomingEdges(kernel);
  std::map<NodeId, std::vector<NodeId>> latches;
  for (const EdgeRef &edge : backEdges(kernel))
    latches[kernel.nodes[edge.from].edges[edge.edge].target].push_back(edge.from);
  // Outer loops first, so that inner ones overwrite: a header that dominates another may hold it, never the other way.
  std::vector<NodeId> headers;
  for (NodeId node : reversePostOrder(kernel))
    if (latches.count(node))
      headers.push_back(node);
  for (NodeId header : headers) {
    std::vector<bool> seen(kernel.nodes.size());
    std::vector<NodeId> stack = latches[header];
    seen[header] = true;
    result[header] = header;
    while (!stack.empty()) {
      NodeId node = stack.back();
      stack.pop_back();
      if (seen[node])
        continue;
      seen[node] = true;
      result[node] = header;
      for (const EdgeRef &edge : incoming[node])
        stack.push_back(edge.from);
    }
  }
  return result;
}

/// Ops of `from`, which run for tokens with `taken` (kNone: all), and their values by their old ids.
void appendOps(Kernel &kernel, Builder &build, const Node &from, ValueId taken, std::map<ValueId, ValueId> &renamed) {
  for (const Op &op : from.ops) {
    Op copy = op;
    for (ValueId &operand : copy.operands)
      operand = renamed.at(operand);
    build.setLocation(copy.location);
    const unsigned width = copy.result == kNone ? 0 : kernel.values[copy.result].width;
    const std::string name = copy.result == kNone ? "" : kernel.values[copy.result].name;
    build.setName(name);
    ValueId result = kNone;
    switch (kindOf(copy.opcode)) {
    case OpKind::Pure:
      result = build.pure(copy.opcode, width, copy.operands, copy.predicate, copy.lo);
      break;
    case OpKind::Source:
      result = build.source(copy, width);
      break;
    case OpKind::Memory:
      if (taken != kNone && copy.opcode != Opcode::Fence) {
        if (copy.predicated)
          copy.operands.back() = build.bitAnd(taken, copy.operands.back());
        else
          copy.operands.push_back(taken);
        copy.predicated = true;
      }
      build.setName(name);
      result = build.append(std::move(copy), width);
      break;
    }
    if (op.result != kNone)
      renamed[op.result] = result;
  }
}

/// Appends `from` (whose only predecessor is `into`, by edge `edgeIndex`) to `into`, whose builder is `build`.
void merge(Kernel &kernel, Node &into, Builder &build, size_t edgeIndex, Node &from) {
  const Edge edge = into.edges[edgeIndex];
  // A token goes this way if the edge's condition holds and none of those before.
  ValueId taken = edge.condition;
  for (size_t i = edgeIndex; i-- > 0;) {
    ValueId not_ = build.bitNot(into.edges[i].condition);
    taken = taken == kNone ? not_ : build.bitAnd(not_, taken);
  }
  std::map<ValueId, ValueId> renamed;
  for (size_t p = 0; p < from.parameters.size(); ++p)
    renamed[from.parameters[p]] = edge.arguments[p];
  appendOps(kernel, build, from, taken, renamed);
  // Its ways out replace the edge; an ordered list of conditions makes that simple.
  std::vector<Edge> edges;
  for (const Edge &out : from.edges) {
    Edge copy = out;
    if (copy.condition != kNone)
      copy.condition = renamed.at(copy.condition);
    if (edge.condition != kNone)
      copy.condition = copy.condition == kNone ? edge.condition : build.bitAnd(edge.condition, copy.condition);
    for (ValueId &argument : copy.arguments)
      argument = renamed.at(argument);
    edges.push_back(std::move(copy));
  }
  into.edges.erase(into.edges.begin() + ptrdiff_t(edgeIndex));
  into.edges.insert(into.edges.begin() + ptrdiff_t(edgeIndex), edges.begin(), edges.end());
  from.ops.clear();
  from.edges.clear();
  if (into.location.line == 0)
    into.location = from.location;
}

}  // namespace

bool convertIfs(Kernel &kernel) {
  bool changed = cleanEdges(kernel);
  const std::vector<NodeId> loops = innermostLoops(kernel);
  std::vector<unsigned> incoming;
  for (const std::vector<EdgeRef> &edges : incomingEdges(kernel))
    incoming.push_back(unsigned(edges.size()));
  // Code behind a loop stays out of it: it would run in every iteration.
  auto canMerge = [&](NodeId into, NodeId from) {
    const Node &node = kernel.nodes[from];
    return from != 0 && from != into && node.kind == NodeKind::Pipeline && !node.loopHeader && incoming[from] == 1 &&
           loops[into] == loops[from];
  };
  // Once a node has taken in all it can, no later merge gives it more: what follows it has other predecessors.
  for (NodeId id : reversePostOrder(kernel)) {
    Node &node = kernel.nodes[id];
    if (node.kind != NodeKind::Pipeline || node.edges.empty())  // no edges: merged into another
      continue;
    std::optional<Builder> build;
    for (size_t e = 0; e < node.edges.size();) {
      const NodeId target = node.edges[e].target;
      if (!canMerge(id, target)) {
        ++e;
        continue;
      }
      if (!build)
        build.emplace(kernel, node);
      merge(kernel, node, *build, e, kernel.nodes[target]);
      incoming[target] = 0;
      joinEdges(node, *build, &incoming);
      changed = true;
      e = 0;
    }
  }
  cleanEdges(kernel);
  return changed;
}

}  // namespace weft::graph
