// SPDX-License-Identifier: Apache-2.0
// Nets and expressions as signals: of the cycle (now), of a token (token), of the token that may enter (arriving).
#include "sim/instant/circuit_builder.h"

namespace weft::instant {

using Kind = netlist::Expr::Kind;

bool CircuitBuilder::isStaged(FlatNet net) const { return flat_.net(net).segment != netlist::kNone; }

std::optional<CircuitBuilder::Position> CircuitBuilder::positionOf(FlatNet net) {
  const Scope &scope = flat_.scopes[flat_.scopeOfNet[net]];
  if (isStaged(net))
    return Position{scope.firstSegment + flat_.net(net).segment, flat_.net(net).stage};
  const Driver &driver = flat_.drivers[net];
  if (driver.kind == Driver::Kind::Valid)
    return Position{driver.segment, 0};
  if (driver.kind != Driver::Kind::Expression || driver.place.scope != flat_.scopeOfNet[net])
    return std::nullopt;
  const auto [it, isNew] = positions_.try_emplace(net);
  if (isNew)
    positions_[net] = positionOf(driver.place);
  return positions_[net];
}

std::optional<CircuitBuilder::Position> CircuitBuilder::positionOf(Place place) {
  const netlist::Expr &e = expr(place);
  if (e.kind == Kind::Net) {
    std::optional<Position> position = positionOf(netOf(place));
    if (position)
      position->stage += e.delay;
    return position;
  }
  for (netlist::ExprId operand : e.operands)
    if (std::optional<Position> position = positionOf(Place{place.scope, operand})) {
      if (e.opcode == graph::Opcode::Slice && expr({place.scope, operand}).kind == Kind::Net &&
          flat_.drivers[netOf({place.scope, operand})].kind == Driver::Kind::Valid)
        position->stage = e.lo;
      return position;
    }
  return std::nullopt;
}

SignalId CircuitBuilder::token(Place place, Position at) {
  const netlist::Expr &e = expr(place);
  if (e.kind == Kind::Constant)
    return signals_.constant(e.constant);
  if (!positionOf(place))
    return signals_.capture(now(place), at.segment, at.stage);
  if (e.kind == Kind::Net) {
    const FlatNet net = netOf(place);
    if (flat_.drivers[net].kind == Driver::Kind::Valid)
      return signals_.valid(at.segment, at.stage);
    return isStaged(net) ? token(net) : token(flat_.drivers[net].place, at);
  }
  if (e.opcode == graph::Opcode::Slice && expr({place.scope, e.operands[0]}).kind == Kind::Net &&
      flat_.drivers[netOf({place.scope, e.operands[0]})].kind == Driver::Kind::Valid)
    return signals_.valid(at.segment, at.stage);
  std::vector<SignalId> operands;
  for (netlist::ExprId operand : e.operands)
    operands.push_back(token(Place{place.scope, operand}, at));
  return signals_.operation(e, std::move(operands));
}

SignalId CircuitBuilder::token(FlatNet net) {
  if (const auto known = token_.find(net); known != token_.end())
    return known->second;
  const Driver &driver = flat_.drivers[net];
  const Position at = *positionOf(net);
  SignalId result = kNone;
  if (driver.kind == Driver::Kind::Expression && driver.place.scope == flat_.scopeOfNet[net])
    result = token(driver.place, at);
  else if (driver.kind == Driver::Kind::Operator)
    result = operatorOf(driver, net);
  else
    result = signals_.capture(drivenNow(net), at.segment, at.stage);
  return token_[net] = result;
}

SignalId CircuitBuilder::operatorOf(const Driver &driver, FlatNet net) {
  const FlatOperator &oper = flat_.operators[driver.index];
  Position at = *positionOf(net);
  at.stage -= oper.latency;
  std::vector<SignalId> operands;
  for (netlist::ExprId operand : oper.operands)
    operands.push_back(token(Place{oper.scope, operand}, at));
  return signals_.oper(oper.instance, driver.port, flat_.net(net).bits(), operands);
}

SignalId CircuitBuilder::operatorNow(const Driver &driver, unsigned width) {
  const FlatOperator &oper = flat_.operators[driver.index];
  std::vector<SignalId> operands;
  for (netlist::ExprId operand : oper.operands)
    operands.push_back(now(Place{oper.scope, operand}));
  const SignalId result = signals_.oper(oper.instance, driver.port, width, operands);
  if (!signals_.at(result).uniform)
    throw Unsupported(oper.instance->name + ": an operator outside a segment, of values that change");
  return result;
}

SignalId CircuitBuilder::arriving(Place place) {
  const netlist::Expr &e = expr(place);
  if (!positionOf(place))
    return now(place);
  if (e.kind == Kind::Net) {
    if (e.delay)
      throw Unsupported("a token waits for a value of a later stage");
    return arriving(netOf(place));
  }
  std::vector<SignalId> operands;
  for (netlist::ExprId operand : e.operands)
    operands.push_back(arriving(Place{place.scope, operand}));
  return signals_.operation(e, std::move(operands));
}

SignalId CircuitBuilder::arriving(FlatNet net) {
  const Driver &driver = flat_.drivers[net];
  if (flat_.net(net).stage != 0 || driver.kind == Driver::Kind::Valid || driver.kind == Driver::Kind::Operator)
    throw Unsupported("a token waits for " + flat_.nameOf(net) + ", which is not there when it comes");
  return driver.kind == Driver::Kind::Expression && driver.place.scope == flat_.scopeOfNet[net] ? arriving(driver.place)
                                                                                                : drivenNow(net);
}

SignalId CircuitBuilder::now(Place place) {
  const netlist::Expr &e = expr(place);
  if (e.kind == Kind::Constant)
    return signals_.constant(e.constant);
  if (e.kind == Kind::Net)
    return now(netOf(place));
  std::vector<SignalId> operands;
  for (netlist::ExprId operand : e.operands)
    operands.push_back(now(Place{place.scope, operand}));
  return signals_.operation(e, std::move(operands));
}

SignalId CircuitBuilder::now(FlatNet net) {
  if (const auto [known, isNew] = now_.try_emplace(net, kNone); !isNew) {
    if (known->second != kNone)
      return known->second;
    if (flat_.drivers[net].kind == Driver::Kind::Register)  // it was looked at whether it is a wire (registerValue)
      return drivenNow(net);
    throw Unsupported(flat_.nameOf(net) + " depends on itself within a cycle");
  }
  const Driver &driver = flat_.drivers[net];
  const bool inside = driver.kind == Driver::Kind::Expression && driver.place.scope == flat_.scopeOfNet[net];
  SignalId result = kNone;
  if (const auto at = positionOf(net); at && (inside || driver.kind == Driver::Kind::Operator))
    result = signals_.storage(leave(isStaged(net) ? token(net) : token(driver.place, *at), *at, flat_.nameOf(net)));
  else
    result = drivenNow(net);
  return now_[net] = result;
}

/// What drives it from outside the stages of a segment.
SignalId CircuitBuilder::drivenNow(FlatNet net) {
  const Driver &driver = flat_.drivers[net];
  const unsigned width = flat_.net(net).bits();
  switch (driver.kind) {
  case Driver::Kind::Input:
    return signals_.storage(inputs_.at(net));
  case Driver::Kind::Expression: {
    const auto at = positionOf(driver.place);
    return at ? signals_.storage(leave(token(driver.place, *at), *at, flat_.nameOf(net))) : now(driver.place);
  }
  case Driver::Kind::Nets: {
    std::vector<SignalId> parts;
    for (FlatNet part : driver.nets)
      parts.push_back(now(part));
    return signals_.concat(std::move(parts));
  }
  case Driver::Kind::Part:
    return signals_.slice(now(driver.nets[0]), driver.lo, width);
  case Driver::Kind::Output:
    return output(driver, width);
  case Driver::Kind::Register:
    return registerValue(net);
  case Driver::Kind::Operator:
    return operatorNow(driver, width);
  case Driver::Kind::Valid:
  case Driver::Kind::None:
    break;
  }
  throw Unsupported(flat_.nameOf(net) + " has no value outside its segment");
}

SignalId CircuitBuilder::output(const Driver &driver, unsigned width) {
  if (isWired(*flat_.components[driver.component].instance->component))
    return wiredOutput(driver, width);
  std::vector<SignalId> parts;
  for (const Request &request : requests_[driver.component].pins) {
    if (!request.output || request.port != driver.port)
      continue;
    const unsigned begin = request.share * request.width, end = begin + request.width;
    const unsigned first = std::max(begin, driver.lo), last = std::min(end, driver.lo + width);
    if (first < last)
      parts.push_back(signals_.slice(signals_.storage(request.storage), first - begin, last - first));
  }
  if (parts.empty())
    return signals_.constant(graph::Bits(width));
  return signals_.concat(std::move(parts));
}

/// A register of what is the same for a whole launch is a wire: no work-item starts before it has settled.
SignalId CircuitBuilder::registerValue(FlatNet net) {
  const uint32_t index = flat_.drivers[net].index;
  const FlatRegister &reg = flat_.registers[index];
  const Place next{reg.scope, reg.reg->next};
  if (registers_.find(index) == registers_.end() && !open_[index] && !reg.reg->reset && !positionOf(next)) {
    open_[index] = true;
    const SignalId value = now(next);
    open_[index] = false;
    if (registers_.find(index) == registers_.end() && signals_.at(value).uniform)
      return value;
  }
  const auto [it, isNew] = registers_.try_emplace(index, kNone);
  if (isNew)
    it->second = newStorage(flat_.nameOf(net), flat_.net(net).bits());
  return signals_.storage(it->second);
}

StorageId CircuitBuilder::leave(SignalId value, Position at, const std::string &name) {
  const StorageId storage = newStorage(name, signals_.width(value));
  leaving_[at.segment][at.stage].push_back({storage, value, signals_.zeroWithoutToken(value)});
  return storage;
}

}  // namespace weft::instant
