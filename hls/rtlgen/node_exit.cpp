// SPDX-License-Identifier: Apache-2.0
// The end of a node: which edge is taken, and one FIFO for the tokens of all edges.
#include "hls/rtlgen/node_emitter.h"

#include <algorithm>

namespace weft::rtlgen {

using namespace graph;

namespace {

/// Part of the last FIFO's entries. Values that no edge carries together share one.
struct Field {
  unsigned width = 0;
  std::vector<ValueId> values;
  std::vector<std::vector<bool>> edges;  // by value: the edges that carry it
  std::vector<bool> taken;               // edges that already use the field
};

void place(std::vector<Field> &fields, ValueId value, unsigned width, const std::vector<bool> &edges) {
  for (Field &f : fields) {
    bool free = f.width == width;
    for (size_t e = 0; free && e < edges.size(); ++e)
      free = !(edges[e] && f.taken[e]);
    if (!free)
      continue;
    f.values.push_back(value);
    f.edges.push_back(edges);
    for (size_t e = 0; e < edges.size(); ++e)
      f.taken[e] = f.taken[e] || edges[e];
    return;
  }
  fields.push_back({width, {value}, {edges}, edges});
}

}  // namespace

void NodeEmitter::exit() {
  unsigned s = last(), latency = plan_.schedule.latency[s];
  size_t edges = node_.edges.size();
  // Which edge: conditions in order.
  std::string none;
  if (edges > 1)
    line("logic [{}:0] select_in, select_out;", edges - 1);
  for (size_t e = 0; e < edges && edges > 1; ++e) {
    std::string condition = node_.edges[e].condition == kNone ? "" : at(node_.edges[e].condition, s, latency);
    std::string select = condition.empty() ? none : none.empty() ? condition : none + " & " + condition;
    line("assign select_in[{}] = {};", e, select.empty() ? "1'b1" : select);
    if (!condition.empty())
      none += (none.empty() ? "~" : " & ~") + condition;
  }

  std::map<ValueId, std::vector<bool>> carried;
  std::vector<ValueId> order;
  for (size_t e = 0; e < edges; ++e)
    for (ValueId argument : node_.edges[e].arguments)
      for (ValueId v : leavesOf(plan_.problem, argument)) {
        OpId op = plan_.problem.producer[v];
        if (op != kNone && plan_.problem.tasks[op].treatment == Treatment::Token)
          continue;
        auto [it, isNew] = carried.try_emplace(v, edges, false);
        if (isNew)
          order.push_back(v);
        it->second[e] = true;
      }
  // Values on most edges first: the rest then fits round them.
  std::vector<ValueId> byUse;
  for (size_t uses = edges; uses > 0; --uses)
    for (ValueId v : order)
      if (size_t(std::count(carried[v].begin(), carried[v].end(), true)) == uses)
        byUse.push_back(v);
  std::vector<Field> fields;
  for (ValueId v : byUse)
    place(fields, v, width(v), carried[v]);

  unsigned total = kernelPlan_.slotBits + (edges > 1 ? unsigned(edges) : 0);
  std::string payload = slotAt(s, latency), unpacked = "slot_out", declared;
  if (edges > 1) {
    payload = "select_in, " + payload;
    unpacked = "select_out, " + unpacked;
  }
  line("logic {}slot_out;", range(kernelPlan_.slotBits));
  for (size_t i = 0; i < fields.size(); ++i) {
    const Field &f = fields[i];
    std::string name = base(f.values[0]) + "_out", value = stage(f.values.back(), s, latency);
    for (size_t k = f.values.size() - 1; k-- > 0;) {
      std::string taken;
      for (size_t e = 0; e < edges; ++e)
        if (f.edges[k][e])
          taken += (taken.empty() ? "" : " | ") + fmt::format("select_in[{}]", e);
      value = fmt::format("({}) ? {} : {}", taken, stage(f.values[k], s, latency), value);
    }
    if (f.values.size() > 1)
      value = "(" + value + ")";
    line("logic {}{};", range(f.width), name);
    for (ValueId v : f.values)
      outputs_[v] = name;
    payload = value + ", " + payload;
    unpacked = name + ", " + unpacked;
    total += f.width;
  }
  std::string name = fmt::format("token_s{}", s + 1);
  line("logic {}_valid, {}_ready;", name, name);
  line("credit_fifo #(.Width({}), .Depth({})) u_{} (.clk_i, .rst_i, .credit_o({}_credit), .reserve_i(valid_s{}[0]),",
       total, plan_.outputDepth, name, name, s);
  line("    .push_i(valid_s{}[{}]), .data_i({{{}}}), .release_i(1'b0),", s, latency, payload);
  line("    .valid_o({0}_valid), .ready_i({0}_ready), .data_o({{{1}}}));", name, unpacked);

  if (edges == 1) {
    line("assign e0_valid_o = {}_valid;", name);
    line("assign {}_ready = e0_ready_i;", name);
  } else {
    std::string valids, readies;
    for (size_t e = 0; e < edges; ++e) {
      valids = fmt::format("e{}_valid_o{}{}", e, valids.empty() ? "" : ", ", valids);
      readies = fmt::format("e{}_ready_i{}{}", e, readies.empty() ? "" : ", ", readies);
    }
    // The data need no branch: each edge picks its fields.
    line("stream_branch #(.Width(1), .NumOutputs({})) u_branch (.in_valid_i({}_valid), .in_ready_o({}_ready),", edges,
         name, name);
    line("    .in_data_i(1'b0), .in_select_i(select_out), .out_valid_o({{{}}}), .out_ready_i({{{}}}), .out_data_o());",
         valids, readies);
  }
  for (size_t e = 0; e < edges; ++e) {
    std::string data = "slot_out";
    for (ValueId v : node_.edges[e].arguments)
      data = at(v, s + 1, 0) + ", " + data;
    line("assign e{}_data_o = {{{}}};", e, data);
  }
}

}  // namespace weft::rtlgen
