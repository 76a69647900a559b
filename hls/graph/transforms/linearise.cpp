// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/transforms/linearise.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "hls/graph/cfg.h"
#include "hls/graph/shapes.h"
#include "hls/graph/transforms/regions.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {
using Values = std::vector<ValueId>;

/// One attempt, for conditions of edges that are known to part packets.
class Linearising {
public:
  Linearising(Kernel &kernel, Values &active, std::set<ValueId> conditions)
      : kernel_(kernel), active_(active), conditions_(std::move(conditions)) {}

  /// Inner regions before those around them: what leaves one carries the mask that the one around it has.
  LimitReason run() {
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

private:
  /// A loop may be all that a branch leads around.
  static bool isInside(const Region &a, const Region &b) {
    return std::pair(a.nodes.size(), !a.isLoop) < std::pair(b.nodes.size(), !b.isLoop);
  }

  /// A branch is made one of two ways.
  void findParting(NodeId n) {
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
  void meet(NodeId n) {
    Edge edge = node(n).edges[1];
    for (size_t a = 0; a < edge.arguments.size(); ++a)
      edge.arguments[a] = select(n, node(n).edges[0].condition, node(n).edges[0].arguments[a], edge.arguments[a]);
    node(n).edges = {std::move(edge)};
  }

  /// Some edges become those of a node that one edge leads to: those that meet before the others do if the first is
  /// among them, or else all but the first.
  void split(NodeId n) {
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
  void moveTo(Node &made, Edge &there, NodeId n) {
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

  Node &node(NodeId n) { return kernel_.nodes[n]; }
  unsigned width(ValueId v) const { return kernel_.values[v].width; }

  ValueId makeValue(unsigned bits, const std::string &name) {
    kernel_.values.push_back({bits, name});
    return ValueId(kernel_.values.size() - 1);
  }
  ValueId append(NodeId n, Opcode opcode, unsigned bits, Values operands) {
    Op op;
    op.opcode = opcode;
    op.operands = std::move(operands);
    op.result = makeValue(bits, "");
    op.location = node(n).location;
    node(n).ops.push_back(std::move(op));
    return node(n).ops.back().result;
  }
  ValueId both(NodeId n, ValueId a, ValueId b) { return append(n, Opcode::And, 1, {a, b}); }
  ValueId select(NodeId n, ValueId condition, ValueId yes, ValueId no) {
    if (poisons_.count(yes) || yes == no)
      return no;
    return poisons_.count(no) ? yes : append(n, Opcode::Select, width(yes), {condition, yes, no});
  }
  ValueId poison(NodeId n, unsigned bits) { return *poisons_.insert(append(n, Opcode::Poison, bits, {})).first; }
  ValueId constant(NodeId n, bool bit) {
    const ValueId value = append(n, Opcode::Const, 1, {});
    node(n).ops.back().constant = bit ? "1" : "0";
    return value;
  }

  /// Where the mask comes among the target's parameters; none in the exit.
  std::optional<size_t> maskIndex(NodeId target) const {
    const Values &parameters = kernel_.nodes[target].parameters;
    const auto found = std::find(parameters.begin(), parameters.end(), active_[target]);
    return found == parameters.end() ? std::nullopt : std::optional(size_t(found - parameters.begin()));
  }

  /// Parameters that go through all nodes of a region: by node, one for each value.
  std::map<NodeId, Values> carry(const Region &region, const std::vector<unsigned> &widths, const char *name) {
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
  ValueId taken(NodeId n, size_t edge) {
    ValueId result = node(n).edges[edge].condition;
    for (size_t e = 0; e < edge; ++e) {
      const ValueId other = append(n, Opcode::Not, 1, {node(n).edges[e].condition});
      result = result == kNone ? other : both(n, result, other);
    }
    return result == kNone ? constant(n, true) : result;
  }

  ValueId takenOneOf(NodeId n, const std::vector<size_t> &edges) {
    ValueId result = taken(n, edges[0]);
    for (size_t i = 1; i < edges.size(); ++i)
      result = append(n, Opcode::Or, 1, {result, taken(n, edges[i])});
    return result;
  }

  /// A loop that is left in one place by all, when the last one leaves. Until then a lane that has left keeps what it
  /// leaves with, and what else it computes nobody looks at.
  void leaveTogether(const Region &loop) {
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
    parted(loop.nodes);
  }

  /// A barrier has no operations: where it leads into a loop or out of another region, a node behind it makes what is
  /// handed on there.
  void leadOnFromBarriers(Region &region) {
    const NodeId target = region.isLoop ? region.entry : region.join;
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
      if (node(n).kind != NodeKind::Barrier || node(n).edges[0].target != target || region.holds(n) == region.isLoop)
        continue;
      leadOn(n);
      if (!region.isLoop)
        region.nodes.push_back(node(n).edges[0].target);
    }
  }

  void leadOn(NodeId barrier) {
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

  void enterLoop(NodeId n, size_t e, size_t kept, const std::vector<unsigned> &widths) {
    const size_t entryMask = *maskIndex(node(n).edges[e].target);
    for (size_t i = 0; i < widths.size(); ++i) {
      const ValueId value = i < kept ? poison(n, widths[i]) : node(n).edges[e].arguments[entryMask];
      node(n).edges[e].arguments.push_back(value);
    }
  }

  bool leaves(const Region &loop, NodeId n) const {
    const std::vector<Edge> &edges = kernel_.nodes[n].edges;
    return std::any_of(edges.begin(), edges.end(), [&](const Edge &edge) { return !loop.holds(edge.target); });
  }

  /// The edges of a node that leaves a loop: another round for those that stay, if there are any.
  void leave(const Region &loop, NodeId n, const std::vector<size_t> &kept, const Values &carried) {
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
  Edge leavingEdge(const Region &loop, NodeId n, size_t stay) {
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

  /// A region that only some enter: passed by if it is none of them.
  void skip(const Region &region) {
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

  void rejoin(NodeId n, size_t e, std::optional<size_t> mask, const std::vector<size_t> &kept, const Values &carried) {
    Edge edge = node(n).edges[e];
    for (size_t i = 0; i < kept.size(); ++i)
      edge.arguments[kept[i]] =
          select(n, mask ? edge.arguments[*mask] : active_[n], edge.arguments[kept[i]], carried[i]);
    if (mask)
      edge.arguments[*mask] = carried.back();
    node(n).edges[e] = std::move(edge);
  }

  /// A branch with two regions becomes one that some skip, and behind it one that the others skip.
  void oneAfterTheOther(const Region &region) {
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
  std::set<ValueId> masksOf(NodeId n, size_t e) const {
    const Edge &edge = kernel_.nodes[n].edges[e];
    std::set<ValueId> masks;
    for (size_t p = 0; p < edge.arguments.size(); ++p)
      if (edge.arguments[p] == active_[n])
        masks.insert(kernel_.nodes[edge.target].parameters[p]);
    return masks;
  }

  struct Redirection {
    NodeId middle, second, join;
    const std::set<ValueId> &masks;
    const std::map<ValueId, ValueId> &same;  // what both regions hand on has one parameter
  };

  /// Sends an edge to `second` or to `join` to the node that leads to either.
  void redirect(NodeId n, size_t e, const Redirection &all, bool toJoin) {
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

  void parted(const std::vector<NodeId> &loop) {
    for (NodeId n : loop)
      parting_.erase(n);
    narrowed_.insert(loop.begin(), loop.end());
  }

  /// A work-item that is not there leaves its variables as they are.
  void maskVariables() {
    for (NodeId n : narrowed_)
      for (Op &op : node(n).ops)
        if (op.opcode == Opcode::MemWrite && kernel_.memories[op.index].kind == Memory::Kind::Private)
          op.addMask(active_[n]);
  }

  Kernel &kernel_;
  Values &active_;
  std::set<ValueId> conditions_, poisons_;
  std::set<NodeId> parting_, narrowed_;
};

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
