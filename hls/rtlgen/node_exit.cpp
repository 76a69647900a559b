// SPDX-License-Identifier: Apache-2.0
// The end of a node: which edge is taken, and one FIFO for the tokens of all edges.
#include <algorithm>
#include <fmt/format.h>

#include "hls/components/cost.h"
#include "hls/rtlgen/node_builder.h"
#include "hls/schedule/make_problem.h"

namespace weft::rtlgen {

using namespace graph;

/// What the edges carry, each value once, in the order in which they name them, with the edges that carry it.
std::vector<std::pair<ValueId, Bits>> NodeBuilder::leaving() const {
  std::vector<std::pair<ValueId, Bits>> values;
  std::map<ValueId, size_t> index;
  for (size_t e = 0; e < node_.edges.size(); ++e)
    for (ValueId argument : node_.edges[e].arguments)
      for (ValueId v : schedule::leavesOf(nodePlan_.problem, argument)) {
        const OpId o = nodePlan_.problem.producer[v];
        if (o != kNone && task(o).kind == TaskKind::Slot)
          continue;
        const auto [it, isNew] = index.try_emplace(v, values.size());
        if (isNew)
          values.emplace_back(v, Bits(unsigned(node_.edges.size())));
        values[it->second].second.insert(unsigned(e), Bits(1, 1));
      }
  return values;
}

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

/// Whether the last FIFO, made of distributed memory, needs a register behind it: where tokens meet those of other
/// nodes the multiplexer that joins them leaves the next node less of the cycle.
bool NodeBuilder::registersExit() const {
  const auto meets = [&](const Edge &edge) { return plan_.incoming[edge.target].size() > 1; };
  return nodePlan_.outputDepth <= kDistributedDepth && components::hasDistributedMemory(plan_.board->family) &&
         std::any_of(node_.edges.begin(), node_.edges.end(), meets);
}

void NodeBuilder::exit() {
  const unsigned s = last();
  const size_t edges = node_.edges.size();
  std::vector<ExprId> in = {slotAt(s, latency(s))};
  slots_.push_back(b_.wire("slot_out", plan_.admission.slotBits));
  std::vector<netlist::Stream::Field> fields = {{"slot", slots_.back(), {}}};
  if (edges > 1) {
    const NetId select = b_.staged("select", unsigned(edges), s, latency(s));
    b_.assign(select, b_.concat(selects(s)));
    in.push_back(b_.use(select));
    fields.push_back({"select", b_.wire("select_out", unsigned(edges)), {}});
  }
  for (const auto &[v, when] : leaving()) {
    outputs_[v] = b_.wire(base(v) + "_out", width(v), lanes(v));
    in.push_back(flat(v, s, latency(s)));
    fields.push_back({base(v), outputs_[v], edges > 1 ? when : Bits()});
  }
  const std::string name = fmt::format("token_s{}", s + 1);
  const StreamId token = b_.streamOf(name, std::move(fields));
  if (edges > 1)
    b_.setSelect(token, "select");
  endFifo(s, nodePlan_.outputDepth, registersExit(), b_.concat(in), token);
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
    const Edge &edge = node_.edges[e];
    for (size_t a = 0; a < edge.arguments.size(); ++a) {
      const unsigned wanted = lanes(kernel_.nodes[edge.target].parameters[a]);
      data.push_back(b_.reshape(lanesOf(edge.arguments[a], wanted, last() + 1, 0), 1));
    }
    b_.assign(b_.fieldOf(result_.edges[e], "data"), b_.concat(data));
  }
}

}  // namespace weft::rtlgen
