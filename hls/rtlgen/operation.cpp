// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/operation.h"

#include <array>

#include <fmt/format.h>

#include "hls/graph/operations/operation.h"

namespace weft::rtlgen {

using namespace graph;
using netlist::Builder;
using netlist::ExprId;
using netlist::InstanceBuilder;
using netlist::NetId;

void addOperator(Builder &builder, const Op &op, const char *module, unsigned latency, const std::string &name,
                 const std::vector<ExprId> &operands, NetId result, NetId other, const netlist::Origin &origin) {
  static constexpr std::array ports = {"a_i", "b_i", "c_i"};
  const Operation &operation = operationOf(op.opcode);
  InstanceBuilder instance = builder.instance(module, name, origin);
  instance.lanes(builder.net(result).lanes);
  for (const Setting &setting : operation.settings(op, builder.net(result).width, builder.width(operands[0])))
    instance.set(setting.name, setting.value);
  instance.set("Latency", latency);
  for (size_t i = 0; i < operands.size(); ++i)
    instance.in(ports.at(i), operands[i]);
  instance.out(operation.output, {result});
  if (operation.sibling)
    instance.out(operation.sibling, other == netlist::kNone ? std::vector<NetId>() : std::vector<NetId>{other});
  instance.add();
}

graph::SourceLocation knownPlace(const graph::SourceLocation &location) {
  return location.line ? location : graph::SourceLocation();
}

netlist::Origin originOf(const Op &op) {
  std::string text = mnemonic(op.opcode);
  if (op.predicate != Predicate::None)
    text += fmt::format(" {}", nameOf(op.predicate));
  if (op.atomic != AtomicOp::None)
    text += fmt::format(" {}", nameOf(op.atomic));
  return {text, knownPlace(op.location)};
}

}  // namespace weft::rtlgen
