// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/node.h"

#include <fmt/format.h>

#include "hls/rtlgen/node_builder.h"
#include "hls/schedule/lifetimes.h"

namespace weft::rtlgen {

using namespace graph;

NodeBuilder::NodeBuilder(const Plan &plan, NodeId id)
    : plan_(plan), kernel_(*plan.kernel), id_(id), node_(plan.kernel->nodes[id]), nodePlan_(plan.nodes[id]),
      lastCycles_(schedule::lastCycles(nodePlan_.problem, nodePlan_.schedule)),
      crossing_(schedule::crossings(nodePlan_.problem, nodePlan_.schedule)), placed_(nodePlan_.schedule.segments()),
      b_(fmt::format("node_{}_{}", id, netlist::identifier(node_.name, "node"))), partners_(node_.ops.size(), kNone) {
  for (OpId o = OpId(node_.ops.size()); o-- > 0;)
    if (const OpId first = task(o).sharedWith; first != kNone && position(o) == position(first))
      partners_[first] = o;
  for (OpId o = 0; o < node_.ops.size(); ++o)
    if (task(o).placed())
      placed_[position(o).segment].push_back(o);
  // Names the builder uses itself; values get others.
  for (const char *name : {"slot", "group_slot", "valid", "select", "token", "operand"})
    names_.unique(name);
}

void NodeBuilder::ports() {
  b_.input("clk_i");
  b_.input("rst_i");
  result_.in = b_.streamPort("in", {{"data", nodePlan_.inputWidth}}, false);
  tokens_ = {result_.in};
  for (size_t e = 0; e < node_.edges.size(); ++e)
    result_.edges.push_back(
        b_.streamPort(fmt::format("e{}", e), {{"data", plan_.nodes[node_.edges[e].target].inputWidth}}, true));
  for (const Op &op : node_.ops) {
    const bool apart = op.opcode == Opcode::Apart;
    if (op.opcode != Opcode::Arg && !apart)
      continue;
    const unsigned bits = width(op.result);
    const auto [port, isNew] = arguments_.try_emplace({op.opcode, op.index, op.lo, bits}, netlist::kNone);
    if (isNew) {
      using Kind = NodeModule::LaunchInput::Kind;
      port->second = b_.input(apart ? fmt::format("apart_{}_{}_i", op.index, op.lo)
                                    : fmt::format("arg_w{}_{}_{}_i", op.index, op.lo, bits),
                              bits);
      result_.launchInputs.push_back({apart ? Kind::Apart : Kind::Argument, op.index, op.lo, port->second});
    }
    uniform_[op.result] = port->second;
  }
}

netlist::NetId NodeBuilder::launchInput(NodeModule::LaunchInput::Kind kind, const char *name) {
  for (const NodeModule::LaunchInput &input : result_.launchInputs)
    if (input.kind == kind)
      return input.port;
  result_.launchInputs.push_back({kind, 0, 0, b_.input(name, 32)});
  return result_.launchInputs.back().port;
}

/// Operations on values that are the same for a whole launch: computed before the first work-item enters.
void NodeBuilder::uniformValues() {
  for (OpId o = 0; o < node_.ops.size(); ++o) {
    if (task(o).kind != TaskKind::Uniform || kindOf(op(o).opcode) == OpKind::Source)
      continue;
    const std::vector<ExprId> in = operands(op(o), 0, 0);
    const std::string name = base(op(o).result) + "_u";
    const NetId result = b_.wire(name, width(op(o).result));
    uniform_[op(o).result] = result;
    if (operatorOf(o).latency) {
      addOperator(b_, op(o), operatorOf(o).module, operatorOf(o).latency, "u_" + name, in, result, netlist::kNone,
                  originOf(op(o)));
      continue;
    }
    const NetId next = b_.wire(name + "_d", width(op(o).result));
    b_.assign(next, b_.operation(op(o).opcode, width(op(o).result), in, op(o).predicate, op(o).lo), originOf(op(o)));
    b_.reg(result, b_.use(next));
  }
}

NodeModule NodeBuilder::run() {
  b_.comment(fmt::format("Node '{}': {} segment(s), {} register bits.", node_.name, nodePlan_.schedule.segments(),
                         schedule::registerBits(nodePlan_.problem, nodePlan_.schedule)));
  ports();
  uniformValues();
  for (unsigned s = 0; s < nodePlan_.schedule.segments(); ++s)
    segment(s);
  result_.module = b_.take();
  return std::move(result_);
}

NodeModule makeNode(const Plan &plan, NodeId node) { return NodeBuilder(plan, node).run(); }

}  // namespace weft::rtlgen
