// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/constraints.h"

#include <lemon/network_simplex.h>
#include <lemon/smart_graph.h>

#include <algorithm>

namespace weft::schedule {

std::vector<int> Constraints::earliest() const {
  std::vector<int> x(weight_.size(), 0);
  // Variables come mostly in topological order, so a few rounds of relaxation in their order do.
  std::vector<Arc> arcs = arcs_;
  std::sort(arcs.begin(), arcs.end(), [](const Arc &a, const Arc &b) { return a.from < b.from; });
  for (bool changed = true; changed;) {
    changed = false;
    for (const Arc &arc : arcs) {
      if (x[arc.to] < x[arc.from] + arc.least) {
        x[arc.to] = x[arc.from] + arc.least;
        changed = true;
      }
    }
  }
  return x;
}

std::vector<int> Constraints::minimise(const std::vector<int> &fallback) const {
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
    cost[graph.addArc(graph.nodeFromId(arc.from), graph.nodeFromId(arc.to))] = -arc.least;
  for (size_t v = 0; v < weight_.size(); ++v)
    supply[graph.nodeFromId(int(v))] = -weight_[v];
  lemon::NetworkSimplex<lemon::SmartDigraph, int64_t, int64_t> simplex(graph);
  simplex.costMap(cost).supplyMap(supply);
  if (simplex.run() != simplex.OPTIMAL)
    return fallback;
  std::vector<int> x(weight_.size());
  int64_t origin = -simplex.potential(graph.nodeFromId(0));
  for (size_t v = 0; v < x.size(); ++v)
    x[v] = int(-simplex.potential(graph.nodeFromId(int(v))) - origin);
  for (const Arc &arc : arcs_)
    if (x[arc.to] - x[arc.from] < arc.least)
      return fallback;
  return x;
}

}  // namespace weft::schedule
