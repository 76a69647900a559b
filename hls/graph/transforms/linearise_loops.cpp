// SPDX-License-Identifier: Apache-2.0
// Loops that packets leave together.
#include <algorithm>

#include "hls/graph/transforms/linearising.h"

namespace weft::graph {

/// A loop that is left in one place by all, when the last one leaves. Until then a lane that has left keeps what it
/// leaves with, and what else it computes nobody looks at.
void Linearising::leaveTogether(const Region &loop) {
  const NodeId target = loop.join;
  const std::optional<size_t> mask = maskIndex(target);
  const Origins origins(kernel_, loop);
  std::vector<size_t> kept;  // the target's parameters that are not the same all the time
  std::vector<unsigned> widths;
  for (size_t j = 0; j < node(target).parameters.size(); ++j)
    if (j != mask && !origins.passesAlways(kernel_, loop, j)) {
      kept.push_back(j);
      widths.push_back(width(node(target).parameters[j]));
    }
  if (mask)
    widths.push_back(1);
  for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
    for (size_t e = 0; e < node(n).edges.size(); ++e)
      if (node(n).edges[e].target == loop.entry && !loop.holds(n))
        enterLoop(n, e, kept.size(), widths);
  const std::map<NodeId, Values> carried = carry(loop, widths, "left");
  for (NodeId n : loop.nodes)
    if (leaves(loop, n))
      leave(loop, n, kept, carried.at(n));
  for (NodeId n : loop.nodes)
    parting_.erase(n);
  narrowed_.insert(loop.nodes.begin(), loop.nodes.end());
}

void Linearising::enterLoop(NodeId n, size_t e, size_t kept, const std::vector<unsigned> &widths) {
  const size_t entryMask = *maskIndex(node(n).edges[e].target);
  for (size_t i = 0; i < widths.size(); ++i) {
    const ValueId value = i < kept ? poison(n, widths[i]) : node(n).edges[e].arguments[entryMask];
    node(n).edges[e].arguments.push_back(value);
  }
}

bool Linearising::leaves(const Region &loop, NodeId n) const {
  const std::vector<Edge> &edges = kernel_.nodes[n].edges;
  return std::any_of(edges.begin(), edges.end(), [&](const Edge &edge) { return !loop.holds(edge.target); });
}

/// The edges of a node that leaves a loop: another round for those that stay, if there are any.
void Linearising::leave(const Region &loop, NodeId n, const std::vector<size_t> &kept, const Values &carried) {
  const std::optional<size_t> mask = maskIndex(loop.join);
  const size_t stay = loop.stayingEdge(kernel_, n);
  const ValueId stays = both(n, active_[n], taken(n, stay));
  Edge again = node(n).edges[stay], out = leavingEdge(loop, n, stay);
  const ValueId leaving = mask ? out.arguments[*mask] : active_[n];
  const size_t extra = again.arguments.size() - carried.size();
  for (size_t i = 0; i < kept.size(); ++i) {
    out.arguments[kept[i]] = select(n, leaving, out.arguments[kept[i]], carried[i]);
    again.arguments[extra + i] = out.arguments[kept[i]];
  }
  if (mask)
    out.arguments[*mask] = carried.back();
  std::replace(again.arguments.begin(), again.arguments.end(), active_[n], stays);
  again.condition = append(n, Opcode::Any, 1, {stays});
  node(n).edges = {std::move(again), std::move(out)};
}

/// One edge for all that leave.
Edge Linearising::leavingEdge(const Region &loop, NodeId n, size_t stay) {
  Edge result;
  for (size_t e = node(n).edges.size(); e-- > 0;) {
    if (e == stay)
      continue;
    const Edge edge = node(n).edges[e];
    if (result.target == kNone)
      result = edge;
    else
      for (size_t j = 0; j < edge.arguments.size(); ++j)
        result.arguments[j] = select(n, edge.condition, edge.arguments[j], result.arguments[j]);
  }
  result.condition = kNone;
  return result;
}

}  // namespace weft::graph
