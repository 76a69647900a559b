// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/signals.h"

#include <algorithm>

namespace weft::instant {

using graph::Bits;
using graph::Opcode;
using Kind = Signal::Kind;

/// Segment, stage, uniformity and dependence on valids follow from the operands.
SignalId Signals::add(Signal signal) {
  if (signal.kind == Kind::Operation || signal.kind == Kind::Operator) {
    signal.uniform = true;
    for (SignalId operand : signal.operands) {
      const Signal &from = at(operand);
      signal.uniform = signal.uniform && from.uniform;
      signal.ofValid = signal.ofValid || from.ofValid;
      if (from.segment == kNone)
        continue;
      if (signal.segment != kNone && signal.segment != from.segment)
        throw std::logic_error("an operation of tokens of two segments");
      signal.segment = from.segment;
      signal.stage = std::max(signal.stage, from.stage);
    }
  }
  circuit_.signals.push_back(std::move(signal));
  return SignalId(circuit_.signals.size() - 1);
}

SignalId Signals::constant(const Bits &value) {
  Signal signal;
  signal.width = value.width();
  signal.uniform = true;
  signal.constant = value;
  return add(std::move(signal));
}

SignalId Signals::storage(StorageId id) {
  const auto [it, isNew] = storages_.try_emplace(id, kNone);
  if (isNew) {
    Signal signal;
    signal.kind = Kind::Storage;
    signal.width = circuit_.storages[id].width;
    signal.uniform = circuit_.storages[id].uniform;
    signal.storage = id;
    it->second = add(std::move(signal));
  }
  return it->second;
}

SignalId Signals::capture(SignalId value, uint32_t segment, unsigned stage) {
  if (at(value).uniform)
    return value;
  if (at(value).segment != kNone)
    throw std::logic_error("a token's value is captured");
  const auto [it, isNew] = captures_.try_emplace({value, segment, stage}, kNone);
  if (isNew) {
    Signal signal;
    signal.kind = Kind::Capture;
    signal.width = width(value);
    signal.segment = segment;
    signal.stage = stage;
    signal.operands = {value};
    it->second = add(std::move(signal));
  }
  return it->second;
}

SignalId Signals::valid(uint32_t segment, unsigned stage) {
  const auto [it, isNew] = valids_.try_emplace({0, segment, stage}, kNone);
  if (isNew) {
    Signal signal;
    signal.kind = Kind::Valid;
    signal.segment = segment;
    signal.stage = stage;
    signal.ofValid = true;
    it->second = add(std::move(signal));
  }
  return it->second;
}

SignalId Signals::slice(SignalId value, unsigned lo, unsigned bits) {
  if (lo == 0 && bits == width(value))
    return value;
  const auto [it, isNew] = slices_.try_emplace({value, lo, bits}, kNone);
  if (!isNew)
    return it->second;
  const Signal from = at(value);
  SignalId result = kNone;
  if (from.kind == Kind::Constant) {
    result = constant(from.constant.slice(lo, bits));
  } else if (from.kind == Kind::Capture) {
    result = capture(slice(from.operands[0], lo, bits), from.segment, from.stage);
  } else if (from.kind == Kind::Operation && from.opcode == Opcode::Slice) {
    result = slice(from.operands[0], from.lo + lo, bits);
  } else if (from.kind == Kind::Operation && from.opcode == Opcode::Concat) {
    std::vector<SignalId> parts;
    unsigned at = 0;
    for (SignalId part : from.operands) {
      const unsigned end = at + width(part), first = std::max(at, lo), last = std::min(end, lo + bits);
      if (first < last)
        parts.push_back(slice(part, first - at, last - first));
      at = end;
    }
    result = concat(std::move(parts));
  } else if (from.kind == Kind::Operation && from.opcode == Opcode::Select) {
    result = select(from.operands[0], slice(from.operands[1], lo, bits), slice(from.operands[2], lo, bits));
  } else {
    result = add(Opcode::Slice, bits, {value});
    circuit_.signals[result].lo = lo;
  }
  return slices_[{value, lo, bits}] = result;
}

SignalId Signals::concat(std::vector<SignalId> parts) {
  if (parts.size() == 1)
    return parts[0];
  Signal signal;
  signal.kind = Kind::Operation;
  signal.opcode = Opcode::Concat;
  signal.width = 0;
  for (SignalId part : parts)
    signal.width += width(part);
  signal.operands = std::move(parts);
  return add(std::move(signal));
}

SignalId Signals::add(Opcode opcode, unsigned width, std::vector<SignalId> operands) {
  Signal signal;
  signal.kind = Kind::Operation;
  signal.opcode = opcode;
  signal.width = width;
  signal.operands = std::move(operands);
  return add(std::move(signal));
}

SignalId Signals::binary(Opcode opcode, SignalId a, SignalId b) { return add(opcode, width(a), {a, b}); }
SignalId Signals::inverse(SignalId value) { return add(Opcode::Not, width(value), {value}); }

SignalId Signals::isZero(SignalId value) {
  if (width(value) == 1)
    return inverse(value);
  const SignalId test = add(Opcode::ICmp, 1, {value, constant(Bits(width(value)))});
  circuit_.signals[test].predicate = graph::Predicate::Eq;
  return test;
}

SignalId Signals::select(SignalId condition, SignalId yes, SignalId no) {
  return add(Opcode::Select, width(yes), {condition, yes, no});
}

SignalId Signals::operation(const netlist::Expr &expr, std::vector<SignalId> operands) {
  if (expr.kind == netlist::Expr::Kind::Reshape)
    return operands[0];
  if (expr.kind == netlist::Expr::Kind::Broadcast)
    return concat(std::vector<SignalId>(expr.lanes, operands[0]));
  if (expr.lanes != 1) {
    netlist::Expr one = expr;
    one.lanes = 1;
    return eachLane(expr.lanes, operands, [&](std::vector<SignalId> of) { return operation(one, std::move(of)); });
  }
  switch (expr.opcode) {
  case Opcode::Slice:
    return slice(operands[0], expr.lo, expr.width);
  case Opcode::Trunc:
    return slice(operands[0], 0, expr.width);
  case Opcode::Concat:
    return concat(std::move(operands));
  case Opcode::Zext:
    if (const unsigned more = expr.width - width(operands[0]))
      return concat({operands[0], constant(Bits(more))});
    return operands[0];
  default:
    break;
  }
  Signal signal;
  signal.kind = Kind::Operation;
  signal.opcode = expr.opcode;
  signal.predicate = expr.predicate;
  signal.width = expr.width;
  signal.operands = std::move(operands);
  return add(std::move(signal));
}

SignalId Signals::oper(const netlist::Instance *instance, uint32_t port, unsigned width,
                       const std::vector<SignalId> &operands) {
  return eachLane(instance->lanes, operands, [&](std::vector<SignalId> of) {
    Signal signal;
    signal.kind = Kind::Operator;
    signal.width = width / instance->lanes;
    signal.instance = instance;
    signal.port = port;
    signal.operands = std::move(of);
    return add(std::move(signal));
  });
}

template <class Make> SignalId Signals::eachLane(unsigned lanes, const std::vector<SignalId> &operands, Make make) {
  std::vector<SignalId> results;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    std::vector<SignalId> of;
    for (SignalId operand : operands) {
      const unsigned bits = width(operand) / lanes;
      of.push_back(slice(operand, lane * bits, bits));
    }
    results.push_back(make(std::move(of)));
  }
  return concat(std::move(results));
}

bool Signals::zeroWithoutToken(SignalId id) const {
  const Signal &signal = at(id);
  if (signal.kind == Kind::Valid)
    return true;
  if (signal.ofValid && signal.kind == Kind::Operation && signal.opcode == Opcode::And)
    return zeroWithoutToken(signal.operands[at(signal.operands[0]).ofValid ? 0 : 1]);
  if (signal.ofValid)
    throw Unsupported("a value that leaves a segment is set although no token is there");
  return false;
}

}  // namespace weft::instant
