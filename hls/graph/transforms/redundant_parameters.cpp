// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <tuple>

#include "hls/graph/build.h"
#include "hls/graph/cfg.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

/// What is known of a parameter: nothing yet, always this Source, or anything.
struct Origin {
  enum { Unknown, Known, Any } state = Unknown;
  Op source;  // Known; without result and location
  unsigned width = 0;

  bool meet(const Origin &other) {
    if (other.state == Unknown || state == Any)
      return false;
    if (state == Unknown) {
      *this = other;
      return true;
    }
    if (other.state == Known && other.source == source && other.width == width)
      return false;
    state = Any;
    return true;
  }
};

class Origins {
public:
  explicit Origins(const Kernel &kernel) : origins_(kernel.values.size()) {
    for (const Node &node : kernel.nodes)
      for (const Op &op : node.ops)
        if (op.result != kNone) {
          Origin &origin = origins_[op.result];
          origin.state = kindOf(op.opcode) == OpKind::Source ? Origin::Known : Origin::Any;
          origin.source = op;
          origin.source.result = kNone;
          origin.source.location = {};
          origin.width = kernel.values[op.result].width;
        }
    for (ValueId p : kernel.nodes[0].parameters)
      origins_[p].state = Origin::Any;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Node &node : kernel.nodes)
        for (const Edge &edge : node.edges)
          for (size_t a = 0; a < edge.arguments.size(); ++a)
            changed |= origins_[kernel.nodes[edge.target].parameters[a]].meet(origins_[edge.arguments[a]]);
    }
  }
  const Origin &of(ValueId id) const { return origins_[id]; }

private:
  std::vector<Origin> origins_;
};

/// Classes of parameters that are equal whenever their node is entered; optimistic, by partition refinement.
std::vector<uint32_t> equalParameters(const Kernel &kernel) {
  std::vector<uint32_t> classOf(kernel.values.size());
  for (ValueId v = 0; v < kernel.values.size(); ++v)
    classOf[v] = v;  // what ops make is equal to itself only
  auto incoming = incomingEdges(kernel);
  for (NodeId n = 1; n < kernel.nodes.size(); ++n)
    for (ValueId p : kernel.nodes[n].parameters)
      for (ValueId other : kernel.nodes[n].parameters)
        if (kernel.values[other].width == kernel.values[p].width) {
          classOf[p] = other;
          break;
        }
  for (bool changed = true; changed;) {
    changed = false;
    for (NodeId n = 1; n < kernel.nodes.size(); ++n) {
      std::map<std::vector<uint32_t>, ValueId> groups;
      const Node &node = kernel.nodes[n];
      for (size_t p = 0; p < node.parameters.size(); ++p) {
        std::vector<uint32_t> signature = {classOf[node.parameters[p]]};
        for (const EdgeRef &edge : incoming[n])
          signature.push_back(classOf[kernel.nodes[edge.from].edges[edge.edge].arguments[p]]);
        ValueId first = groups.try_emplace(std::move(signature), node.parameters[p]).first->second;
        if (classOf[node.parameters[p]] != first) {
          // Classes are named by their first member, so only a split changes a name.
          classOf[node.parameters[p]] = first;
          changed = true;
        }
      }
    }
  }
  return classOf;
}

}  // namespace

bool removeRedundantParameters(Kernel &kernel) {
  Origins origins(kernel);
  std::vector<uint32_t> equal = equalParameters(kernel);
  bool changed = false;
  for (NodeId n = 1; n < kernel.nodes.size(); ++n) {
    Node &node = kernel.nodes[n];
    if (node.kind != NodeKind::Pipeline)
      continue;  // a barrier's parameters die with those of its target
    std::map<ValueId, ValueId> renamed;
    Node sources;  // made first: they must stand before their users
    Builder build(kernel, sources);
    for (ValueId p : node.parameters) {
      const Origin &origin = origins.of(p);
      if (origin.state == Origin::Known)
        renamed[p] = build.append(origin.source, origin.width);
      else if (origin.state == Origin::Unknown)
        renamed[p] = build.poison(kernel.values[p].width);  // never entered
      else if (equal[p] != p)
        renamed[p] = equal[p];
    }
    if (renamed.empty())
      continue;
    auto rename = [&](ValueId &id) {
      if (auto found = renamed.find(id); found != renamed.end()) {
        id = found->second;
        changed = true;
      }
    };
    const OpId shift = OpId(sources.ops.size());
    for (Op &op : node.ops) {
      for (ValueId &operand : op.operands)
        rename(operand);
      for (OpId &other : op.after)
        other += shift;
    }
    for (Edge &edge : node.edges) {
      if (edge.condition != kNone)
        rename(edge.condition);
      for (ValueId &argument : edge.arguments)
        rename(argument);
    }
    node.ops.insert(node.ops.begin(), sources.ops.begin(), sources.ops.end());
  }
  changed |= removeDead(kernel);  // the parameters themselves
  return changed;
}

}  // namespace weft::graph
