// SPDX-License-Identifier: Apache-2.0
// The work of linearise.h. linearise.cpp has the order in which regions come, and what is made of nodes before;
// linearise_loops.cpp and linearise_branches.cpp have what is made of the two kinds of regions.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hls/graph/graph.h"
#include "hls/graph/transforms/regions.h"

namespace weft::graph {

/// One attempt, for conditions of edges that are known to part packets.
class Linearising {
public:
  using Values = std::vector<ValueId>;

  Linearising(Kernel &kernel, Values &active, std::set<ValueId> conditions)
      : kernel_(kernel), active_(active), conditions_(std::move(conditions)) {}

  LimitReason run();

private:
  // Nodes that part packets get two edges.
  void findParting(NodeId n);
  void meet(NodeId n);
  void split(NodeId n);
  void moveTo(Node &made, Edge &there, NodeId n);
  void leadOnFromBarriers(Region &region);
  void leadOn(NodeId barrier);

  // Loops.
  void leaveTogether(const Region &loop);
  void enterLoop(NodeId n, size_t e, size_t kept, const std::vector<unsigned> &widths);
  bool leaves(const Region &loop, NodeId n) const;
  void leave(const Region &loop, NodeId n, const std::vector<size_t> &kept, const Values &carried);
  Edge leavingEdge(const Region &loop, NodeId n, size_t stay);

  // Branches.
  struct Redirection {
    NodeId middle, second, join;
    const std::set<ValueId> &masks;
    const std::map<ValueId, ValueId> &same;  // what both regions hand on has one parameter
  };
  void skip(const Region &region);
  void rejoin(NodeId n, size_t e, std::optional<size_t> mask, const std::vector<size_t> &kept, const Values &carried);
  void oneAfterTheOther(const Region &region);
  std::set<ValueId> masksOf(NodeId n, size_t e) const;
  void redirect(NodeId n, size_t e, const Redirection &all, bool toJoin);

  // Masks.
  std::optional<size_t> maskIndex(NodeId target) const;
  std::map<NodeId, Values> carry(const Region &region, const std::vector<unsigned> &widths, const char *name);
  ValueId taken(NodeId n, size_t edge);
  ValueId takenOneOf(NodeId n, const std::vector<size_t> &edges);
  void maskVariables();

  // Values and operations.
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

  Kernel &kernel_;
  Values &active_;
  std::set<ValueId> conditions_, poisons_;
  std::set<NodeId> parting_, narrowed_;
};

}  // namespace weft::graph
