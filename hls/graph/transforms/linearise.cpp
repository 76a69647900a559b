// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/transforms/linearise.h"

#include <algorithm>

#include "hls/graph/cfg.h"
#include "hls/graph/shapes.h"
#include "hls/graph/transforms/linearising.h"

namespace weft::graph {
namespace {

/// A loop may be all that a branch leads around.
bool isInside(const Region &a, const Region &b) {
  return std::pair(a.nodes.size(), !a.isLoop) < std::pair(b.nodes.size(), !b.isLoop);
}

std::set<ValueId> partingConditions(const Kernel &kernel, unsigned lanes) {
  const std::vector<LaneShape> shapes = shapesOf(kernel, lanes);
  std::set<ValueId> result;
  for (const Node &node : kernel.nodes)
    for (const Edge &edge : node.edges)
      if (edge.condition != kNone && shapes[edge.condition].lanes.shape != Lanes::Shape::Uniform)
        result.insert(edge.condition);
  return result;
}

}  // namespace

/// Inner regions before those around them: what leaves one carries the mask that the one around it has.
LimitReason Linearising::run() {
  for (NodeId n = 0; n < kernel_.nodes.size(); ++n)  // those that are added are looked at, too
    findParting(n);
  while (!parting_.empty()) {
    const Ways ways(kernel_);
    std::optional<Region> smallest;
    for (NodeId n : parting_) {
      std::optional<Region> region = findRegion(kernel_, ways, n);
      if (!region)
        return {"neighbouring work-items take ways that do not meet again in one place", node(n).location, true};
      if (!smallest || isInside(*region, *smallest))
        smallest = std::move(region);
    }
    leadOnFromBarriers(*smallest);
    if (smallest->isLoop)
      leaveTogether(*smallest);
    else if (smallest->otherwise == kNone)
      skip(*smallest);
    else
      oneAfterTheOther(*smallest);
  }
  maskVariables();
  return {};
}

/// A branch is made one of two ways.
void Linearising::findParting(NodeId n) {
  const auto parts = [&](const Edge &edge) { return conditions_.count(edge.condition) != 0; };
  if (std::none_of(node(n).edges.begin(), node(n).edges.end(), parts))
    return;
  if (node(n).edges.size() == 2 && node(n).edges[0].target == node(n).edges[1].target)
    return meet(n);
  while (node(n).edges.size() > 2 && !leavesItsLoop(kernel_, n))
    split(n);
  if (parts(node(n).edges[0]) || node(n).edges.size() > 2)
    parting_.insert(n);
}

/// Two edges to one node.
void Linearising::meet(NodeId n) {
  Edge edge = node(n).edges[1];
  for (size_t a = 0; a < edge.arguments.size(); ++a)
    edge.arguments[a] = select(n, node(n).edges[0].condition, node(n).edges[0].arguments[a], edge.arguments[a]);
  node(n).edges = {std::move(edge)};
}

/// Some edges become those of a node that one edge leads to: those that meet before the others do if the first is
/// among them, or else all but the first.
void Linearising::split(NodeId n) {
  const std::vector<size_t> meeting = edgesThatMeet(kernel_, n);
  Node made;
  made.name = kernel_.nodes[n].name + (meeting.empty() ? ".rest" : ".meeting");
  made.location = kernel_.nodes[n].location;
  Edge there;
  there.target = NodeId(kernel_.nodes.size());
  std::vector<Edge> left;
  for (size_t e = 0; e < node(n).edges.size(); ++e) {
    const bool moves = meeting.empty() ? e != 0 : std::binary_search(meeting.begin(), meeting.end(), e);
    (moves ? made.edges : left).push_back(node(n).edges[e]);
  }
  if (!meeting.empty()) {
    there.condition = takenOneOf(n, meeting);
    conditions_.insert(there.condition);
    left.back().condition = made.edges.back().condition = kNone;
  }
  moveTo(made, there, n);
  left.insert(meeting.empty() ? left.end() : left.begin(), std::move(there));
  node(n).edges = std::move(left);
  kernel_.nodes.push_back(std::move(made));
}

/// Gives a node that has edges of `n`, and that `there` leads to, parameters for what they use.
void Linearising::moveTo(Node &made, Edge &there, NodeId n) {
  std::map<ValueId, ValueId> inside;
  const auto bring = [&](ValueId v) {
    const auto [it, isNew] = inside.try_emplace(v, kNone);
    if (isNew) {
      it->second = makeValue(width(v), kernel_.values[v].name);
      made.parameters.push_back(it->second);
      there.arguments.push_back(v);
      if (conditions_.count(v))
        conditions_.insert(it->second);
    }
    return it->second;
  };
  active_.push_back(bring(active_[n]));
  for (Edge &edge : made.edges) {
    if (edge.condition != kNone)
      edge.condition = bring(edge.condition);
    for (ValueId &argument : edge.arguments)
      argument = bring(argument);
  }
}

/// A barrier has no operations: where it leads into a loop or out of another region, a node behind it makes what is
/// handed on there.
void Linearising::leadOnFromBarriers(Region &region) {
  const NodeId target = region.isLoop ? region.entry : region.join;
  for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
    if (node(n).kind != NodeKind::Barrier || node(n).edges[0].target != target || region.holds(n) == region.isLoop)
      continue;
    leadOn(n);
    if (!region.isLoop)
      region.nodes.push_back(node(n).edges[0].target);
  }
}

void Linearising::leadOn(NodeId barrier) {
  Edge &there = node(barrier).edges[0];
  Node made;
  made.name = node(barrier).name + ".behind";
  made.location = node(barrier).location;
  made.edges.push_back(there);
  const size_t handedOn = there.arguments.size(), mask = maskIndex(there.target).value_or(handedOn);
  if (mask == handedOn)
    there.arguments.push_back(active_[barrier]);
  for (const ValueId v : there.arguments)
    made.parameters.push_back(makeValue(width(v), kernel_.values[v].name));
  std::copy_n(made.parameters.begin(), handedOn, made.edges[0].arguments.begin());
  active_.push_back(made.parameters[mask]);
  there.target = NodeId(kernel_.nodes.size());
  kernel_.nodes.push_back(std::move(made));
}

/// Where the mask comes among the target's parameters; none in the exit.
std::optional<size_t> Linearising::maskIndex(NodeId target) const {
  const Values &parameters = kernel_.nodes[target].parameters;
  const auto found = std::find(parameters.begin(), parameters.end(), active_[target]);
  return found == parameters.end() ? std::nullopt : std::optional(size_t(found - parameters.begin()));
}

/// Parameters that go through all nodes of a region: by node, one for each value.
std::map<NodeId, Linearising::Values> Linearising::carry(const Region &region, const std::vector<unsigned> &widths,
                                                         const char *name) {
  std::map<NodeId, Values> carried;
  for (NodeId n : region.nodes) {
    Values &values = carried[n];
    for (unsigned bits : widths)
      values.push_back(makeValue(bits, name));
    node(n).parameters.insert(node(n).parameters.end(), values.begin(), values.end());
  }
  for (NodeId n : region.nodes)
    for (Edge &edge : node(n).edges)
      if (region.holds(edge.target))
        edge.arguments.insert(edge.arguments.end(), carried[n].begin(), carried[n].end());
  return carried;
}

/// Whether the token takes this edge.
ValueId Linearising::taken(NodeId n, size_t edge) {
  ValueId result = node(n).edges[edge].condition;
  for (size_t e = 0; e < edge; ++e) {
    const ValueId other = append(n, Opcode::Not, 1, {node(n).edges[e].condition});
    result = result == kNone ? other : both(n, result, other);
  }
  return result == kNone ? constant(n, true) : result;
}

ValueId Linearising::takenOneOf(NodeId n, const std::vector<size_t> &edges) {
  ValueId result = taken(n, edges[0]);
  for (size_t i = 1; i < edges.size(); ++i)
    result = append(n, Opcode::Or, 1, {result, taken(n, edges[i])});
  return result;
}

/// A work-item that is not there leaves its variables as they are.
void Linearising::maskVariables() {
  for (NodeId n : narrowed_)
    for (Op &op : node(n).ops)
      if (op.opcode == Opcode::MemWrite && kernel_.memories[op.index].kind == Memory::Kind::Private)
        op.addMask(active_[n]);
}

std::vector<ValueId> addActive(Kernel &kernel) {
  std::vector<ValueId> active;
  for (Node &node : kernel.nodes) {
    active.push_back(kNone);
    if (node.kind == NodeKind::Exit)
      continue;
    active.back() = ValueId(kernel.values.size());
    kernel.values.push_back({1, "active"});
    node.parameters.push_back(active.back());
  }
  kernel.entryValues.push_back(EntryValue::Active);
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    for (Edge &edge : kernel.nodes[n].edges)
      if (active[edge.target] != kNone)
        edge.arguments.push_back(active[n]);
  return active;
}

LimitReason linearise(Kernel &kernel, unsigned lanes, std::vector<ValueId> &active) {
  const Kernel before = kernel;
  const std::vector<ValueId> activeBefore = active;
  std::set<ValueId> parting = partingConditions(kernel, lanes);
  while (!parting.empty()) {
    kernel = before;
    active = activeBefore;
    if (LimitReason reason = Linearising(kernel, active, parting).run(); !reason.what.empty())
      return reason;
    // What lanes bring from their ways may part them elsewhere: then all again, from the inside.
    const size_t known = parting.size();
    for (ValueId condition : partingConditions(kernel, lanes))
      if (condition < before.values.size())
        parting.insert(condition);
    if (parting.size() == known)
      break;
  }
  return {};
}

}  // namespace weft::graph
