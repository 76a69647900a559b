// SPDX-License-Identifier: Apache-2.0
// Branches whose ways whole packets go, one after the other.
#include <algorithm>

#include "hls/graph/transforms/linearising.h"

namespace weft::graph {

/// A region that only some enter: passed by if it is none of them.
void Linearising::skip(const Region &region) {
  const NodeId from = region.branch, target = region.join;
  const size_t inside = region.holds(node(from).edges[0].target) ? 0 : 1;
  const Edge direct = node(from).edges[1 - inside];
  const std::optional<size_t> mask = maskIndex(target);
  const Origins origins(kernel_, region);
  std::vector<size_t> kept;  // the target's parameters that differ
  std::vector<unsigned> widths;
  Values values;
  for (size_t j = 0; j < direct.arguments.size(); ++j)
    if (j != mask && !origins.passes(kernel_, region, j, node(from).edges[inside], direct.arguments[j])) {
      kept.push_back(j);
      values.push_back(direct.arguments[j]);
    }
  if (mask)
    values.push_back(direct.arguments[*mask]);
  for (ValueId v : values)
    widths.push_back(width(v));
  const ValueId enters = both(from, active_[from], taken(from, inside));
  const std::map<NodeId, Values> carried = carry(region, widths, "skipped");
  for (NodeId n : region.nodes)
    for (size_t e = 0; e < node(n).edges.size(); ++e)
      if (node(n).edges[e].target == target)
        rejoin(n, e, mask, kept, carried.at(n));
  Edge enter = node(from).edges[inside];
  // Not only the mask itself: a loop that begins there keeps it for those behind.
  std::replace(enter.arguments.begin(), enter.arguments.end(), active_[from], enters);
  enter.arguments.insert(enter.arguments.end(), values.begin(), values.end());
  enter.condition = append(from, Opcode::Any, 1, {enters});
  Edge past = direct;
  past.condition = kNone;
  node(from).edges = {std::move(enter), std::move(past)};
  parting_.erase(from);
  narrowed_.insert(region.nodes.begin(), region.nodes.end());
}

void Linearising::rejoin(NodeId n, size_t e, std::optional<size_t> mask, const std::vector<size_t> &kept,
                         const Values &carried) {
  Edge edge = node(n).edges[e];
  for (size_t i = 0; i < kept.size(); ++i)
    edge.arguments[kept[i]] = select(n, mask ? edge.arguments[*mask] : active_[n], edge.arguments[kept[i]], carried[i]);
  if (mask)
    edge.arguments[*mask] = carried.back();
  node(n).edges[e] = std::move(edge);
}

/// A branch with two regions becomes one that some skip, and behind it one that the others skip.
void Linearising::oneAfterTheOther(const Region &region) {
  const NodeId from = region.branch, join = region.join, second = region.otherwise;
  const auto middle = NodeId(kernel_.nodes.size());
  Node made;
  made.name = kernel_.nodes[from].name + ".else";
  made.location = kernel_.nodes[from].location;
  const std::set<ValueId> masks = masksOf(from, 1);
  std::map<ValueId, ValueId> same = handedOnByBoth(kernel_, region), there;
  std::erase_if(same, [&](const auto &pair) { return pair.second == active_[second] || masks.count(pair.second); });
  for (NodeId target : {second, join})
    for (ValueId v : node(target).parameters)
      if (v != active_[target] && !masks.count(v)) {
        const auto shared = same.find(v);
        there[v] = shared == same.end() ? makeValue(width(v), kernel_.values[v].name) : there.at(shared->second);
        if (shared == same.end())
          made.parameters.push_back(there[v]);
      }
  const ValueId took = makeValue(1, "took"), mask = makeValue(1, "active");
  made.parameters.push_back(took);
  made.parameters.push_back(mask);
  for (NodeId target : {second, join}) {
    Edge edge;
    edge.target = target;
    for (ValueId v : node(target).parameters)
      edge.arguments.push_back(v == active_[target] || masks.count(v) ? mask : there.at(v));
    made.edges.push_back(std::move(edge));
  }
  kernel_.nodes.push_back(std::move(made));
  active_.push_back(mask);
  node(middle).edges[0].condition = append(middle, Opcode::Not, 1, {took});
  const Redirection all{middle, second, join, masks, same};
  redirect(from, 1, all, false);
  for (NodeId n : region.nodes)
    for (size_t e = 0; e < node(n).edges.size(); ++e)
      if (node(n).edges[e].target == join)
        redirect(n, e, all, true);
  parting_.insert(middle);
}

/// Parameters of an edge's target that get the mask from it.
std::set<ValueId> Linearising::masksOf(NodeId n, size_t e) const {
  const Edge &edge = kernel_.nodes[n].edges[e];
  std::set<ValueId> masks;
  for (size_t p = 0; p < edge.arguments.size(); ++p)
    if (edge.arguments[p] == active_[n])
      masks.insert(kernel_.nodes[edge.target].parameters[p]);
  return masks;
}

/// Sends an edge to `second` or to `join` to the node that leads to either.
void Linearising::redirect(NodeId n, size_t e, const Redirection &all, bool toJoin) {
  Edge edge = node(n).edges[e];
  Values arguments;
  const Values &behind = node(all.join).parameters;
  for (NodeId target : {all.second, all.join})
    for (size_t p = 0; p < node(target).parameters.size(); ++p) {
      const ValueId v = node(target).parameters[p];
      if (v == active_[target] || all.masks.count(v) || all.same.count(v))
        continue;
      const auto gets = [&](ValueId j) { return all.same.count(j) && all.same.at(j) == v; };
      const auto j = toJoin ? std::find_if(behind.begin(), behind.end(), gets) : behind.end();
      if ((target == all.join) == toJoin)
        arguments.push_back(edge.arguments[p]);
      else
        arguments.push_back(j == behind.end() ? poison(n, width(v)) : edge.arguments[size_t(j - behind.begin())]);
    }
  const std::optional<size_t> mask = maskIndex(edge.target);
  arguments.push_back(constant(n, toJoin));
  arguments.push_back(mask ? edge.arguments[*mask] : active_[n]);
  edge.target = all.middle;
  edge.arguments = std::move(arguments);
  node(n).edges[e] = std::move(edge);
}

}  // namespace weft::graph
