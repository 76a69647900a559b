// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/widths.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "hls/graph/operations/operation.h"

namespace weft::netlist {

using graph::Opcode;

namespace {

const Stream::Field *find(const Stream &stream, const std::string &field) {
  for (const Stream::Field &f : stream.fields)
    if (f.name == field)
      return &f;
  return nullptr;
}

bool connected(const Instance &instance, uint32_t port) {
  return std::any_of(instance.connections.begin(), instance.connections.end(),
                     [&](const Connection &c) { return c.port == port; });
}

uint32_t portOf(const Module &module, NetId net) {
  if (module.nets[net].port == kNone)
    throw std::logic_error("module " + module.name + " has a stream port whose nets are no ports");
  return module.nets[net].port;
}

StreamWiring wiringOfModule(const Module &module, const StreamConnection &connection) {
  const StreamPort &port = module.streamPorts.at(connection.port);
  const Stream &inside = module.streams[port.stream];
  StreamWiring wiring{&connection.streams,
                      portOf(module, inside.valid),
                      inside.ready == kNone ? kNone : portOf(module, inside.ready),
                      port.output,
                      false,
                      {}};
  for (const Stream::Field &field : inside.fields)
    wiring.fields.push_back({portOf(module, field.net), field.name});
  return wiring;
}

}  // namespace

std::string checkExpr(const Module &module, const Expr &expr) {
  if (expr.width == 0 || expr.lanes == 0)
    return "has no bits";
  const auto operand = [&]() -> const Expr & { return module.exprs[expr.operands[0]]; };
  switch (expr.kind) {
  case Expr::Kind::Net:
    if (expr.net >= module.nets.size())
      return "names no net";
    return module.nets[expr.net].width == expr.width && module.nets[expr.net].lanes == expr.lanes
               ? ""
               : "is not as wide as its net";
  case Expr::Kind::Constant:
    return expr.constant.width() == expr.width && expr.lanes == 1 ? "" : "is not as wide as its constant";
  case Expr::Kind::Broadcast:
    return expr.operands.size() == 1 && operand().lanes == 1 && operand().width == expr.width && expr.lanes > 1
               ? ""
               : "broadcasts what is not one lane of its width";
  case Expr::Kind::Reshape:
    return expr.operands.size() == 1 && operand().bits() == expr.bits() ? "" : "reshapes other bits than it has";
  case Expr::Kind::Operation:
    break;
  }
  const graph::Operation &operation = graph::operationOf(expr.opcode);
  const char *name = graph::mnemonic(expr.opcode);
  if (!operation.expression)
    return fmt::format("{} needs a module", name);
  const int count = graph::operandCount(expr.opcode);
  if (expr.operands.empty() || (count >= 0 && expr.operands.size() != size_t(count)))
    return fmt::format("{} has {} operands", name, expr.operands.size());
  if (expr.predicate < operation.predicates.first || expr.predicate > operation.predicates.last)
    return fmt::format("{} has the wrong kind of predicate", name);
  std::vector<unsigned> widths;
  for (ExprId operand : expr.operands) {
    widths.push_back(module.exprs[operand].width);
    if (module.exprs[operand].lanes != expr.lanes)
      return fmt::format("{} of {} lanes has an operand of {}", name, expr.lanes, module.exprs[operand].lanes);
  }
  if (expr.opcode == Opcode::Shl || expr.opcode == Opcode::LShr || expr.opcode == Opcode::AShr)
    widths[1] = expr.width;  // an amount may have fewer bits than what it shifts
  const std::string wrong = operation.checkWidths({expr.width, widths, expr.lo});
  if (!wrong.empty())
    return fmt::format("{} of {} bits cannot have {} bits: {}", name, fmt::join(widths, ", "), expr.width, wrong);
  return {};
}

std::optional<unsigned> bitsOnPort(const Instance &instance, unsigned width, unsigned lanes, bool output) {
  if (instance.lanes == 1)
    return width * lanes;
  if (lanes == instance.lanes || (lanes == 1 && !output))
    return width;
  return std::nullopt;
}

std::string checkSelect(const Module &module, const Stream &stream) {
  if (stream.select != kNone && stream.select >= stream.fields.size())
    return fmt::format("the select of stream {} is none of its fields", stream.name);
  const unsigned kinds = stream.select == kNone ? 0 : module.nets[stream.fields[stream.select].net].bits();
  for (size_t f = 0; f < stream.fields.size(); ++f) {
    const Stream::Field &field = stream.fields[f];
    if (!field.conditional())
      continue;
    if (f == stream.select)
      return fmt::format("the select of stream {} does not always count", stream.name);
    if (field.when.width() != kinds)
      return fmt::format("field {} of stream {} has a condition of {} bits, and the select has {}", field.name,
                         stream.name, field.when.width(), kinds);
    if (field.when.isZero())
      return fmt::format("field {} of stream {} counts in no token", field.name, stream.name);
  }
  return {};
}

StreamWiring wiringOf(const Design *design, const Instance &instance, const StreamConnection &connection) {
  if (!instance.component)
    return wiringOfModule(design->modules.at(instance.module), connection);
  const components::StreamPort &port = instance.component->streams.at(connection.port);
  StreamWiring wiring{&connection.streams, port.valid, port.ready, port.output, port.fields.size() == 1, {}};
  for (const auto &field : port.fields)
    if (!connected(instance, field.port))
      wiring.fields.push_back({field.port, field.name});
  return wiring;
}

std::vector<NetId> netsOn(const Module &module, const StreamWiring &wiring, uint32_t port) {
  std::vector<NetId> nets;
  for (StreamId id : *wiring.streams) {
    const Stream &stream = module.streams.at(id);
    if (port == wiring.valid) {
      nets.push_back(stream.valid);
    } else if (port == wiring.ready) {
      nets.push_back(stream.ready);
    } else {
      for (const StreamWiring::Field &field : wiring.fields) {
        if (field.port != port)
          continue;
        if (wiring.packed) {
          for (const Stream::Field &each : stream.fields)
            nets.push_back(each.net);
        } else {
          const Stream::Field *one = find(stream, field.name);
          nets.push_back(one ? one->net : kNone);
        }
      }
    }
  }
  return nets;
}

}  // namespace weft::netlist
