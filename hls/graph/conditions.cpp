// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/conditions.h"

#include <algorithm>

#include "hls/graph/build.h"

namespace weft::graph {

Conditions::Conditions(const Kernel &kernel, const Node &node) : definitions_(definitionsIn(kernel, node)) {
  for (const Op &op : node.ops)
    if (op.result != kNone && kernel.values[op.result].width == 1)
      addRule(op);
}

Conditions::Literal Conditions::literalOf(ValueId value) const {
  bool holds = true;
  const auto unspread = [&](ValueId v) {
    const Op *op = definitions_[v];
    return op && op->opcode == Opcode::Spread ? op->operands[0] : v;
  };
  value = unspread(value);
  const Op *op = definitions_[value];
  for (; op && op->opcode == Opcode::Not; op = definitions_[value]) {
    value = unspread(op->operands[0]);
    holds = !holds;
  }
  Key key = {Opcode::Const, Predicate::None, {value}};
  if (op && (op->opcode == Opcode::ICmp || op->opcode == Opcode::FCmp)) {
    Predicate one = op->predicate;
    std::vector<ValueId> operands = {unspread(op->operands[0]), unspread(op->operands[1])};
    if (operands[1] < operands[0]) {
      std::swap(operands[0], operands[1]);
      one = swapped(one);
    }
    const Predicate other = inverse(one);
    holds = holds == (one < other);
    key = {op->opcode, std::min(one, other), std::move(operands)};
  }
  return {numbers_.try_emplace(std::move(key), numbers_.size()).first->second, holds};
}

void Conditions::addRule(const Op &op) {
  if (op.opcode != Opcode::And && op.opcode != Opcode::Or && op.opcode != Opcode::Xor && op.opcode != Opcode::Select)
    return;
  Rule rule{op.opcode, literalOf(op.result), {}};
  for (ValueId operand : op.operands)
    rule.operands.push_back(literalOf(operand));
  rulesOf_.resize(numbers_.size());
  rulesOf_[rule.result.condition].push_back(rules_.size());
  for (const Literal &operand : rule.operands)
    rulesOf_[operand.condition].push_back(rules_.size());
  rules_.push_back(std::move(rule));
}

std::optional<bool> Conditions::Known::of(const Literal &literal) const {
  const size_t word = literal.condition / 64;
  const uint64_t bit = uint64_t(1) << (literal.condition % 64);
  if (!((hold[word] | fail[word]) & bit))
    return std::nullopt;
  return ((hold[word] & bit) != 0) == literal.holds;
}

/// Of what contradicts itself nothing follows that would not hold.
void Conditions::Known::learn(const Literal &literal, bool value) {
  if (of(literal))
    return;
  (value == literal.holds ? hold : fail)[literal.condition / 64] |= uint64_t(1) << (literal.condition % 64);
  fresh.push_back(literal.condition);
}

/// And, Or: one operand may decide the result, the result may decide both, or with one the other.
void Conditions::applyJunction(Known &known, const Rule &rule) {
  const bool deciding = rule.opcode == Opcode::Or;
  for (size_t i = 0; i < 2; ++i) {
    const Literal &one = rule.operands[i], &other = rule.operands[1 - i];
    if (known.of(one) == deciding)
      known.learn(rule.result, deciding);
    else if (known.of(rule.result) == !deciding)
      known.learn(one, !deciding);
    else if (known.of(one) == !deciding && known.of(other) == !deciding)
      known.learn(rule.result, !deciding);
    else if (known.of(one) == !deciding && known.of(rule.result) == deciding)
      known.learn(other, deciding);
  }
}

void Conditions::applySelect(Known &known, const Rule &rule) {
  const Literal &condition = rule.operands[0];
  for (const bool way : {true, false}) {
    const Literal &chosen = rule.operands[way ? 1 : 2], &other = rule.operands[way ? 2 : 1];
    const std::optional<bool> value = known.of(chosen), result = known.of(rule.result);
    if (known.of(condition) == way) {
      if (value)
        known.learn(rule.result, *value);
      else if (result)
        known.learn(chosen, *result);
    } else if (value && value == known.of(other))
      known.learn(rule.result, *value);
    else if (value && result && value != result)
      known.learn(condition, !way);
  }
}

void Conditions::apply(Known &known, const Rule &rule) {
  if (rule.opcode == Opcode::Select)
    return applySelect(known, rule);
  if (rule.opcode != Opcode::Xor)
    return applyJunction(known, rule);
  const Literal *const all[] = {&rule.result, &rule.operands[0], &rule.operands[1]};
  for (size_t i = 0; i < 3; ++i) {
    const std::optional<bool> a = known.of(*all[(i + 1) % 3]), b = known.of(*all[(i + 2) % 3]);
    if (a && b)
      known.learn(*all[i], *a != *b);
  }
}

const Conditions::Known &Conditions::impliedBy(ValueId value) const {
  const auto [entry, isNew] = implied_.try_emplace(value);
  Known &known = entry->second;
  if (!isNew)
    return known;
  const Literal literal = literalOf(value);
  known.hold.resize(numbers_.size() / 64 + 1);
  known.fail.resize(numbers_.size() / 64 + 1);
  known.learn(literal, true);
  while (!known.fresh.empty()) {
    const size_t condition = known.fresh.back();
    known.fresh.pop_back();
    if (condition < rulesOf_.size())
      for (const size_t rule : rulesOf_[condition])
        apply(known, rules_[rule]);
  }
  return known;
}

bool Conditions::exclude(ValueId a, ValueId b) const {
  const Known &x = impliedBy(a), &y = impliedBy(b);
  for (size_t w = 0; w < std::min(x.hold.size(), y.hold.size()); ++w)
    if ((x.hold[w] & y.fail[w]) | (x.fail[w] & y.hold[w]))
      return true;
  return false;
}

}  // namespace weft::graph
