// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/transforms/regions.h"

#include <algorithm>

#include "hls/graph/cfg.h"

namespace weft::graph {
namespace {

constexpr int kNoOrigin = -1;

std::vector<NodeId> reachableBefore(const Kernel &kernel, NodeId from, NodeId end) {
  std::vector<NodeId> found = {from};
  for (size_t i = 0; i < found.size(); ++i)
    for (const Edge &edge : kernel.nodes[found[i]].edges)
      if (edge.target != end && std::find(found.begin(), found.end(), edge.target) == found.end())
        found.push_back(edge.target);
  std::sort(found.begin(), found.end());
  return found;
}

/// Whether edges from elsewhere come from `branch` to the entry alone.
bool isEnteredOnce(const Kernel &kernel, const Region &region) {
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    for (const Edge &edge : kernel.nodes[n].edges)
      if (!region.holds(n) && region.holds(edge.target) && (n != region.branch || edge.target != region.entry))
        return false;
  return true;
}

std::optional<Region> regionBehind(const Kernel &kernel, const Ways &ways, NodeId n) {
  const std::vector<Edge> &edges = kernel.nodes[n].edges;
  if (edges.size() != 2 || edges[0].target == edges[1].target)
    return std::nullopt;
  Region region;
  region.branch = n;
  region.join = meetingPoint(ways.behind, n);
  if (region.join == kNone)
    return std::nullopt;
  const bool firstMeets = edges[0].target == region.join, oneMeets = firstMeets || edges[1].target == region.join;
  region.entry = edges[firstMeets].target;
  region.otherwise = oneMeets ? kNone : edges[1].target;
  region.nodes = reachableBefore(kernel, region.entry, region.join);
  return !region.holds(n) && isEnteredOnce(kernel, region) ? std::optional(region) : std::nullopt;
}

std::optional<Region> loopOf(const Kernel &kernel, NodeId header, const Loops &loops) {
  Region region;
  region.isLoop = true;
  region.entry = header;
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    if (isInLoop(loops, n, header))
      region.nodes.push_back(n);
  for (NodeId n : region.nodes) {
    size_t staying = 0;
    for (const Edge &edge : kernel.nodes[n].edges) {
      if (region.holds(edge.target)) {
        ++staying;
        continue;
      }
      if (region.join != kNone && region.join != edge.target)
        return std::nullopt;
      region.join = edge.target;
    }
    if (staying < kernel.nodes[n].edges.size() && staying != 1)
      return std::nullopt;
  }
  return region;
}

bool leavesItsLoop(const Kernel &kernel, const Loops &loops, NodeId n) {
  const std::vector<Edge> &edges = kernel.nodes[n].edges;
  return std::any_of(edges.begin(), edges.end(), [&](const Edge &edge) {
    return !loops[n].empty() && !isInLoop(loops, edge.target, loops[n].back());
  });
}

}  // namespace

bool Region::holds(NodeId n) const { return std::binary_search(nodes.begin(), nodes.end(), n); }

size_t Region::stayingEdge(const Kernel &kernel, NodeId n) const {
  const std::vector<Edge> &edges = kernel.nodes[n].edges;
  return size_t(std::find_if(edges.begin(), edges.end(), [&](const Edge &e) { return holds(e.target); }) -
                edges.begin());
}

bool leavesItsLoop(const Kernel &kernel, NodeId n) { return leavesItsLoop(kernel, enclosingLoops(kernel), n); }

std::optional<Region> findRegion(const Kernel &kernel, const Ways &ways, NodeId n) {
  if (!leavesItsLoop(kernel, ways.loops, n))
    return regionBehind(kernel, ways, n);
  return loopOf(kernel, ways.loops[n].back(), ways.loops);
}

std::vector<size_t> edgesThatMeet(const Kernel &kernel, NodeId n) {
  const std::vector<std::vector<bool>> behind = postDominators(kernel);
  const std::vector<Edge> &edges = kernel.nodes[n].edges;
  std::vector<size_t> most;
  for (NodeId m = 0; m < kernel.nodes.size(); ++m) {
    std::vector<size_t> meeting;
    for (size_t e = 0; e < edges.size(); ++e)
      if (behind[edges[e].target][m])
        meeting.push_back(e);
    if (meeting.size() > std::max<size_t>(most.size(), 1) && meeting[0] == 0 && meeting.size() < edges.size())
      most = std::move(meeting);
  }
  return most;
}

Origins::Origins(const Kernel &kernel, const Region &region)
    : stays_(kernel.nodes[region.entry].parameters.size(), true) {
  const std::vector<ValueId> &entry = kernel.nodes[region.entry].parameters;
  for (size_t i = 0; i < entry.size(); ++i)
    origins_[entry[i]] = int(i);
  // A parameter of which nothing is known yet does not stand in the map.
  for (bool changed = true; changed;) {
    changed = false;
    for (NodeId n : region.nodes)
      for (const Edge &edge : kernel.nodes[n].edges) {
        if (!region.holds(edge.target) || edge.target == region.entry)
          continue;
        const std::vector<ValueId> &parameters = kernel.nodes[edge.target].parameters;
        for (size_t p = 0; p < parameters.size(); ++p) {
          const std::optional<int> from = originOf(edge.arguments[p]);
          const auto known = origins_.find(parameters[p]);
          if (!from || (known != origins_.end() && (known->second == kNoOrigin || known->second == *from)))
            continue;
          origins_[parameters[p]] = known == origins_.end() ? *from : kNoOrigin;
          changed = true;
        }
      }
    // What no parameter is has no origin, once parameters are all there.
    for (NodeId n : region.nodes)
      for (const Op &op : kernel.nodes[n].ops)
        if (op.result != kNone)
          changed |= origins_.emplace(op.result, kNoOrigin).second;
  }
  for (NodeId n : region.nodes)
    for (const Edge &edge : kernel.nodes[n].edges)
      if (edge.target == region.entry)
        for (size_t i = 0; i < stays_.size(); ++i)
          stays_[i] = stays_[i] && originOf(edge.arguments[i]) == int(i);
}

std::optional<int> Origins::originOf(ValueId value) const {
  const auto known = origins_.find(value);
  return known == origins_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<size_t> Origins::handedOn(const Kernel &kernel, const Region &region, size_t j) const {
  std::optional<size_t> from;
  for (NodeId n : region.nodes)
    for (const Edge &edge : kernel.nodes[n].edges) {
      if (edge.target != region.join)
        continue;
      const std::optional<int> origin = originOf(edge.arguments[j]);
      if (!origin || *origin < 0 || !stays_[size_t(*origin)] || (from && *from != size_t(*origin)))
        return std::nullopt;
      from = size_t(*origin);
    }
  return from;
}

bool Origins::passesAlways(const Kernel &kernel, const Region &loop, size_t j) const {
  return handedOn(kernel, loop, j).has_value();
}

bool Origins::passes(const Kernel &kernel, const Region &region, size_t j, const Edge &enter, ValueId value) const {
  const std::optional<size_t> from = handedOn(kernel, region, j);
  return from && enter.arguments[*from] == value;
}

std::map<ValueId, ValueId> handedOnByBoth(const Kernel &kernel, const Region &region) {
  const std::vector<Edge> &edges = kernel.nodes[region.branch].edges;
  Region second = region;
  second.entry = region.otherwise;
  second.nodes = reachableBefore(kernel, second.entry, region.join);
  const Origins first(kernel, region), other(kernel, second);
  const std::vector<ValueId> &brought = edges[1].arguments, &parameters = kernel.nodes[region.join].parameters;
  std::map<ValueId, ValueId> result;
  for (size_t j = 0; j < parameters.size(); ++j)
    for (size_t p = 0; p < brought.size(); ++p)
      if (first.passes(kernel, region, j, edges[0], brought[p]) &&
          other.passes(kernel, second, j, edges[1], brought[p]))
        result.emplace(parameters[j], kernel.nodes[second.entry].parameters[p]);
  return result;
}

}  // namespace weft::graph
