// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/constraints.h"

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include <algorithm>

namespace weft::schedule {

/// Follows the arcs that gave the variables their values; where they close, no solution keeps them all.
bool Constraints::findRecurrence(const std::vector<Arc> &arcs, const std::vector<int> &reason,
                                 Recurrence &found) const {
  std::vector<int> visit(reason.size(), -1);
  for (int start = 0; start < int(reason.size()); ++start) {
    int v = start;
    while (visit[v] < 0 && reason[v] >= 0) {
      visit[v] = start;
      v = arcs[reason[v]].from;
    }
    if (visit[v] != start || reason[v] < 0)
      continue;
    const int first = v;
    do {
      const Arc &arc = arcs[reason[v]];
      found.variables.push_back(v);
      found.latency += arc.latency;
      found.distance += arc.distance;
      v = arc.from;
    } while (v != first);
    std::reverse(found.variables.begin(), found.variables.end());
    std::rotate(found.variables.begin(), std::min_element(found.variables.begin(), found.variables.end()),
                found.variables.end());
    return true;
  }
  return false;
}

std::optional<std::vector<int>> Constraints::earliest(Recurrence &broken) const {
  std::vector<int> x(weight_.size(), 0), reason(weight_.size(), -1);
  // Variables come mostly in topological order, so a few rounds of relaxation in their order do.
  std::vector<Arc> arcs = arcs_;
  std::sort(arcs.begin(), arcs.end(), [](const Arc &a, const Arc &b) { return a.from < b.from; });
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t a = 0; a < arcs.size(); ++a) {
      const Arc &arc = arcs[a];
      if (x[arc.to] < x[arc.from] + least(arc)) {
        x[arc.to] = x[arc.from] + least(arc);
        reason[arc.to] = int(a);
        changed = true;
      }
    }
    if (changed && findRecurrence(arcs, reason, broken))
      return std::nullopt;
  }
  return x;
}

std::optional<std::vector<int>> Constraints::minimise() const {
  // The dual: a flow on the arcs, gaining `least` per unit, that brings weight_[v] more into v than out of it.
  // Its node potentials, negated, are the x.
  lemon::SmartDigraph graph;
  graph.reserveNode(int(weight_.size()));
  graph.reserveArc(int(arcs_.size()));
  for (size_t v = 0; v < weight_.size(); ++v)
    graph.addNode();
  lemon::SmartDigraph::ArcMap<int64_t> cost(graph);
  lemon::SmartDigraph::NodeMap<int64_t> supply(graph);
  for (const Arc &arc : arcs_)
    cost[graph.addArc(graph.nodeFromId(arc.from), graph.nodeFromId(arc.to))] = -least(arc);
  for (size_t v = 0; v < weight_.size(); ++v)
    supply[graph.nodeFromId(int(v))] = -weight_[v];
  lemon::NetworkSimplex<lemon::SmartDigraph, int64_t, int64_t> simplex(graph);
  simplex.costMap(cost).supplyMap(supply);
  if (simplex.run() != simplex.OPTIMAL)
    return std::nullopt;
  std::vector<int> x(weight_.size());
  int64_t origin = -simplex.potential(graph.nodeFromId(0));
  for (size_t v = 0; v < x.size(); ++v)
    x[v] = int(-simplex.potential(graph.nodeFromId(int(v))) - origin);
  for (const Arc &arc : arcs_)
    if (x[arc.to] - x[arc.from] < least(arc))
      return std::nullopt;
  return x;
}

}  // namespace weft::schedule
