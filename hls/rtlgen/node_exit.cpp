// SPDX-License-Identifier: Apache-2.0
// The end of a node: which edge is taken, and one FIFO for the tokens of all edges.
#include <fmt/format.h>

#include "hls/rtlgen/field_sharing.h"
#include "hls/rtlgen/node_builder.h"
#include "hls/schedule/make_problem.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

/// What the edges carry, each value once, in the order in which they name them.
std::vector<CarriedValue> carriedValues(const Kernel &kernel, const Node &node, const schedule::Problem &problem) {
  std::vector<CarriedValue> values;
  std::map<ValueId, size_t> index;
  for (size_t e = 0; e < node.edges.size(); ++e)
    for (ValueId argument : node.edges[e].arguments)
      for (ValueId v : leavesOf(problem, argument)) {
        const OpId op = problem.producer[v];
        if (op != kNone && problem.tasks[op].kind == schedule::TaskKind::Slot)
          continue;
        const auto [it, isNew] = index.try_emplace(v, values.size());
        if (isNew)
          values.push_back({v, kernel.values[v].width, std::vector<bool>(node.edges.size(), false)});
        values[it->second].edges[e] = true;
      }
  return values;
}

}  // namespace

/// By edge: is it taken? Conditions are tried in order.
std::vector<netlist::ExprId> NodeBuilder::selects(unsigned s) {
  std::vector<ExprId> result, before;
  for (const Edge &edge : node_.edges) {
    std::vector<ExprId> terms = before;
    if (edge.condition != kNone) {
      const ExprId condition = at(edge.condition, s, latency(s));
      terms.insert(terms.begin(), condition);
      before.push_back(b_.inverse(condition));
    }
    result.push_back(b_.conjunction(terms));
  }
  return result;
}

void NodeBuilder::exit() {
  const unsigned s = last();
  const size_t edges = node_.edges.size();
  std::vector<ExprId> in = {slotAt(s, latency(s))}, taken;
  slots_.push_back(b_.wire("slot_out", plan_.slotBits));
  std::vector<netlist::Stream::Field> fields = {{"slot", slots_.back()}};
  if (edges > 1) {
    taken = selects(s);
    const NetId select = b_.staged("select", unsigned(edges), s, latency(s));
    b_.assign(select, b_.concat(taken));
    for (size_t e = 0; e < edges; ++e)
      taken[e] = b_.slice(b_.use(select), unsigned(e), 1);
    in.push_back(b_.use(select));
    fields.push_back({"select", b_.wire("select_out", unsigned(edges))});
  }
  for (const SharedField &field : shareFields(carriedValues(kernel_, node_, nodePlan_.problem))) {
    ExprId value = at(field.values.back().value, s, latency(s));
    for (size_t k = field.values.size() - 1; k-- > 0;) {
      std::vector<ExprId> on;
      for (size_t e = 0; e < edges; ++e)
        if (field.values[k].edges[e])
          on.push_back(taken[e]);
      value = b_.select(b_.disjunction(on), at(field.values[k].value, s, latency(s)), value);
    }
    const NetId out = b_.wire(base(field.values[0].value) + "_out", field.width);
    for (const CarriedValue &carried : field.values)
      outputs_[carried.value] = out;
    in.push_back(value);
    fields.push_back({b_.net(out).name, out});
  }
  const std::string name = fmt::format("token_s{}", s + 1);
  const StreamId token = b_.stream(name, b_.wire(name + "_valid"), b_.wire(name + "_ready"), std::move(fields));
  endFifo(s, nodePlan_.outputDepth, b_.concat(in), token);
  leave(token);
}

void NodeBuilder::leave(StreamId token) {
  if (result_.edges.size() == 1) {
    b_.claim(result_.edges[0], true);
    b_.assign(b_.at(result_.edges[0]).valid, b_.use(b_.at(token).valid));
    b_.consume(token, b_.use(b_.at(result_.edges[0]).ready));
  } else {
    // The data need no branch: each edge picks its fields.
    b_.instance("stream_branch", "u_branch")
        .set("Width", 1)
        .set("NumOutputs", result_.edges.size())
        .in("in_data_i", b_.constant(1, 0))
        .out("out_data_o", {})
        .stream("in", {token})
        .stream("out", result_.edges)
        .add();
  }
  for (size_t e = 0; e < result_.edges.size(); ++e) {
    std::vector<ExprId> data = {slotAt(last() + 1, 0)};
    for (ValueId v : node_.edges[e].arguments)
      data.push_back(at(v, last() + 1, 0));
    b_.assign(b_.fieldOf(result_.edges[e], "data"), b_.concat(data));
  }
}

}  // namespace weft::rtlgen
