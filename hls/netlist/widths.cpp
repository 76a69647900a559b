// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/widths.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace weft::netlist {

using graph::Opcode;
using graph::Predicate;

namespace {

/// -1: any number from one on.
int operandsOf(Opcode opcode) {
  switch (opcode) {
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
  case Opcode::Not:
  case Opcode::Shl:
  case Opcode::LShr:
  case Opcode::AShr:
  case Opcode::Zext:
  case Opcode::Sext:
  case Opcode::Trunc:
  case Opcode::Slice:
  case Opcode::Concat:
  case Opcode::DynSlice:
  case Opcode::DynInsert:
  case Opcode::Select:
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::ICmp:
  case Opcode::UMin:
  case Opcode::UMax:
  case Opcode::SMin:
  case Opcode::SMax:
    return graph::operandCount(opcode);
  default:
    return -2;
  }
}

bool widthsAgree(const Expr &expr, const std::vector<unsigned> &in) {
  const unsigned width = expr.width;
  switch (expr.opcode) {
  case Opcode::Shl:
  case Opcode::LShr:
  case Opcode::AShr:
    return in[0] == width;
  case Opcode::Zext:
  case Opcode::Sext:
    return in[0] <= width;
  case Opcode::Trunc:
    return in[0] >= width;
  case Opcode::Slice:
    return uint64_t(expr.lo) + width <= in[0];
  case Opcode::Concat: {
    uint64_t sum = 0;
    for (unsigned w : in)
      sum += w;
    return sum == width;
  }
  case Opcode::DynSlice:
    return in[0] >= width;
  case Opcode::DynInsert:
    return in[0] == width && in[2] <= width;
  case Opcode::Select:
    return in[0] == 1 && in[1] == width && in[2] == width;
  case Opcode::ICmp:
    return width == 1 && in[0] == in[1] && expr.predicate >= Predicate::Eq && expr.predicate <= Predicate::Sle;
  default:
    return std::all_of(in.begin(), in.end(), [&](unsigned w) { return w == width; });
  }
}

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
  if (expr.width == 0)
    return "has no bits";
  switch (expr.kind) {
  case Expr::Kind::Net:
    if (expr.net >= module.nets.size())
      return "names no net";
    return module.nets[expr.net].width == expr.width ? "" : "is not as wide as its net";
  case Expr::Kind::Constant:
    return expr.constant.width() == expr.width ? "" : "is not as wide as its constant";
  case Expr::Kind::Operation:
    break;
  }
  const int count = operandsOf(expr.opcode);
  if (count == -2)
    return fmt::format("{} needs a module", graph::mnemonic(expr.opcode));
  if (expr.operands.empty() || (count >= 0 && expr.operands.size() != size_t(count)))
    return fmt::format("{} has {} operands", graph::mnemonic(expr.opcode), expr.operands.size());
  std::vector<unsigned> widths;
  std::string text;
  for (ExprId operand : expr.operands) {
    widths.push_back(module.exprs[operand].width);
    text += fmt::format("{}{}", text.empty() ? "" : ", ", widths.back());
  }
  if (!widthsAgree(expr, widths))
    return fmt::format("{} of {} bits cannot have {} bits", graph::mnemonic(expr.opcode), text, expr.width);
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
