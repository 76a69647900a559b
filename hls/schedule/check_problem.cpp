// SPDX-License-Identifier: Apache-2.0
// Has the problem every dependence that the node's operands, edges and orders of accesses mean?
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "hls/schedule/check.h"

namespace weft::schedule {

using namespace graph;

namespace {

using Kind = Dependence::Kind;

hls::Diagnostic defect(const Problem &problem, const std::string &why, OpId o = kNone) {
  const Node &node = *problem.node;
  const bool placed = o != kNone && node.ops[o].location.line != 0;
  return hls::internalDefect(fmt::format("scheduling problem of node '{}': {}", node.name, why), problem.kernel->name,
                             placed ? node.ops[o].location : node.location);
}

class ProblemChecker {
public:
  explicit ProblemChecker(const Problem &problem)
      : problem_(problem), node_(*problem.node), definition_(problem.kernel->values.size(), kNone),
        parameter_(problem.kernel->values.size(), false), origins_(problem.tasks.size()) {
    for (const Dependence &d : problem.dependences)
      if (d.distance == 0)
        known_.push_back(&d);
    std::sort(known_.begin(), known_.end(), [](auto *a, auto *b) { return keyOf(*a) < keyOf(*b); });
    for (ValueId v : node_.parameters)
      parameter_[v] = true;
  }

  std::optional<hls::Diagnostic> run() {
    for (OpId o = 0; o < node_.ops.size(); ++o) {
      if (std::string why = checkOp(o); !why.empty())
        return defect(problem_, fmt::format("op {} ({}) {}", o, mnemonic(node_.ops[o].opcode), why), o);
      if (node_.ops[o].result != kNone)
        definition_[node_.ops[o].result] = o;
    }
    for (const Edge &edge : node_.edges) {
      std::vector<ValueId> values = edge.arguments;
      if (edge.condition != kNone)
        values.push_back(edge.condition);
      if (std::string why = checkValues(kNone, values); !why.empty())
        return defect(problem_, "the end of the node " + why);
    }
    return std::nullopt;
  }

private:
  static std::tuple<OpId, ValueId, OpId, Kind> keyOf(const Dependence &d) { return {d.to, d.value, d.from, d.kind}; }

  std::string checkOp(OpId o) {
    const Op &op = node_.ops[o];
    const Task &task = problem_.tasks[o];
    if (task.type >= problem_.operators.size())
      return "has no operator";
    switch (task.kind) {
    case TaskKind::Slot:
      return {};
    case TaskKind::Uniform:
      return std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId v) { return originsOf(v).empty(); })
                 ? ""
                 : "is not the same for all work-items";
    case TaskKind::Wires:
      for (ValueId v : op.operands)
        for (ValueId origin : originsOf(v))
          origins_[o].push_back(origin);
      std::sort(origins_[o].begin(), origins_[o].end());
      origins_[o].erase(std::unique(origins_[o].begin(), origins_[o].end()), origins_[o].end());
      return {};
    default:
      break;
    }
    std::string why = checkValues(o, op.operands);
    if (why.empty() && task.responds && op.predicated && !task.inOrder)
      why = checkPredicate(o, op.operands.back());
    for (OpId before : op.after)
      if (why.empty() && !has(expectedOrder(before, o)))
        why = fmt::format("has no dependence on op {}, which it must come after", before);
    return why;
  }

  /// What a value is made of by wires alone; nothing where it is uniform.
  std::vector<ValueId> originsOf(ValueId v) const {
    const OpId o = definition_[v];
    if (o == kNone)
      return {v};
    switch (problem_.tasks[o].kind) {
    case TaskKind::Uniform:
      return {};
    case TaskKind::Wires:
      return origins_[o];
    default:
      return {v};
    }
  }

  /// The store to the same memory before this one, of those that are served in the order of tokens.
  OpId storeBefore(OpId store) const {
    for (OpId o = store; o-- > 0;)
      if (problem_.tasks[o].inOrder && node_.ops[o].index == node_.ops[store].index)
        return o;
    return kNone;
  }

  /// By way of the stores between, where they are served in the order of tokens.
  Dependence expectedOrder(OpId before, OpId o) const {
    if (problem_.tasks[before].kind != TaskKind::Request)
      return {Kind::Order, before, o, kNone, 1};
    if (problem_.tasks[o].inOrder && problem_.tasks[before].inOrder && node_.ops[o].index == node_.ops[before].index)
      return {Kind::Order, storeBefore(o), o};
    return {Kind::Answer, before, o};
  }

  Dependence expected(ValueId v, OpId to) const {
    const OpId o = definition_[v];
    if (o == kNone || problem_.tasks[o].kind == TaskKind::Slot)
      return {Kind::Value, kNone, to, v};
    if (problem_.tasks[o].kind == TaskKind::Request)
      return {Kind::Answer, o, to, v};
    return {Kind::Value, o, to, v, problem_.operatorOf(o).latency};
  }

  std::string checkValues(OpId to, const std::vector<ValueId> &values) const {
    for (ValueId value : values)
      for (ValueId v : originsOf(value)) {
        if (definition_[v] == kNone && !parameter_[v])
          return fmt::format("needs value {}, which is not defined before it in this node", v);
        if (!has(expected(v, to)))
          return fmt::format("has no dependence on value {}", v);
      }
    return {};
  }

  std::string checkPredicate(OpId to, ValueId predicate) const {
    for (ValueId v : originsOf(predicate)) {
      Dependence d = expected(v, to);
      d.kind = Kind::Predicate;
      if (!has(d))
        return fmt::format("has no dependence on value {} of its predicate", v);
    }
    return {};
  }

  bool has(const Dependence &wanted) const {
    const auto found = std::lower_bound(known_.begin(), known_.end(), keyOf(wanted),
                                        [](const Dependence *d, const auto &key) { return keyOf(*d) < key; });
    return found != known_.end() && keyOf(**found) == keyOf(wanted) && (*found)->latency >= wanted.latency;
  }

  const Problem &problem_;
  const Node &node_;
  std::vector<OpId> definition_;               // by value
  std::vector<bool> parameter_;                // by value
  std::vector<std::vector<ValueId>> origins_;  // by op: Wires
  std::vector<const Dependence *> known_;      // within a token, sorted
};

}  // namespace

std::optional<hls::Diagnostic> checkProblem(const Problem &problem) {
  if (problem.tasks.size() != problem.node->ops.size())
    return defect(problem, "the problem is not one of this node");
  return ProblemChecker(problem).run();
}

}  // namespace weft::schedule
