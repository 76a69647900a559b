// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/walking_loads.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "hls/graph/bits.h"
#include "hls/graph/cfg.h"
#include "hls/graph/id_dimensions.h"

namespace weft::graph {
namespace {

/// What is found of a value, from Unseen upwards; `amount` counts where it is Known.
struct Found {
  enum class State : uint8_t { Unseen, Known, Unknown } state = State::Unseen;
  uint32_t root = kNone;  // of what `amount` is the distance; unused for steps
  int64_t amount = 0;
  bool operator==(const Found &) const = default;
  bool isKnown() const { return state == State::Known; }
  bool isZero() const { return isKnown() && amount == 0; }
};

constexpr int64_t kMost = int64_t(1) << 40;  // addresses have no more bits; sums of these do not overflow

Found known(int64_t amount, uint32_t root = kNone) {
  return std::abs(amount) < kMost ? Found{Found::State::Known, root, amount} : Found{Found::State::Unknown};
}
Found unknown() { return {Found::State::Unknown}; }

Found joined(const Found &a, const Found &b) {
  if (a.state == Found::State::Unseen)
    return b;
  return b.state == Found::State::Unseen || a == b ? a : unknown();
}

/// How far values are from one round of a loop to the next. Two passes over the loop's nodes, each to its fixed point:
/// what the variables are at the end of a round, counted from what they were at its beginning, gives their steps; and
/// these give the steps of everything that is computed from them. A work-item's variable on chip is one like the
/// header's parameters, if it has one word.
class LoopSteps {
public:
  LoopSteps(const Kernel &kernel, NodeId header, std::vector<bool> inside)
      : kernel_(kernel), header_(header), inside_(std::move(inside)), constants_(kernel.values.size()) {
    for (const Node &node : kernel.nodes)
      for (const Op &op : node.ops)
        if (op.opcode == Opcode::Const && width(op.result) <= 64)
          if (const int64_t c = Bits::fromHex(width(op.result), op.constant).signedLow(); c > -kMost && c < kMost)
            constants_[op.result] = c;
    findDistances();
    findSteps();
  }

  /// nullopt: not the same each time.
  std::optional<int64_t> of(ValueId value) const {
    return steps_[value].isKnown() ? std::optional(steps_[value].amount) : std::nullopt;
  }

private:
  using Rule = Found (LoopSteps::*)(const Op &) const;

  unsigned width(ValueId value) const { return kernel_.values[value].width; }
  uint32_t rootOf(size_t parameter) const { return uint32_t(kernel_.memories.size() + parameter); }
  bool isVariable(const Memory &memory) const {
    return memory.kind == Memory::Kind::Private && memory.bytes == memory.wordBytes;
  }

  /// Raises `found` of the ops and parameters inside until nothing changes. The header's parameters stay.
  void raise(std::vector<Found> &found, Rule rule) const {
    const auto put = [&](ValueId value, const Found &more) {
      const Found before = std::exchange(found[value], joined(found[value], more));
      return found[value] != before;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
        if (!inside_[n])
          continue;
        for (const Op &op : kernel_.nodes[n].ops)
          if (op.result != kNone)
            changed |= put(op.result, (this->*rule)(op));
        for (const Edge &edge : kernel_.nodes[n].edges)
          for (size_t a = 0; a < edge.arguments.size() && inside_[edge.target] && edge.target != header_; ++a)
            changed |= put(kernel_.nodes[edge.target].parameters[a], found[edge.arguments[a]]);
      }
    }
  }

  void findDistances() {
    distances_.assign(kernel_.values.size(), {});
    const std::vector<ValueId> &parameters = kernel_.nodes[header_].parameters;
    for (size_t p = 0; p < parameters.size(); ++p)
      distances_[parameters[p]] = known(0, rootOf(p));
    raise(distances_, &LoopSteps::distance);
  }

  Found distance(const Op &op) const {
    const auto at = [&](size_t i) { return distances_[op.operands[i]]; };
    switch (op.opcode) {
    case Opcode::MemRead:
      return isVariable(kernel_.memories[op.index]) ? known(0, op.index) : unknown();
    case Opcode::Zext:
    case Opcode::Sext:
    case Opcode::Trunc:
    case Opcode::Spread:
      return at(0);
    case Opcode::Add:
    case Opcode::Sub:
      for (size_t i = 0; i < (op.opcode == Opcode::Add ? 2U : 1U); ++i)
        if (const std::optional<int64_t> by = constants_[op.operands[1 - i]]) {
          const Found from = at(i);
          return from.isKnown() ? known(from.amount + (op.opcode == Opcode::Add ? *by : -*by), from.root) : from;
        }
      return unknown();
    case Opcode::Select:  // a lane that waits for others keeps what it has, and loads nothing
      for (size_t i : {1, 2})
        if (at(i).isZero() && at(3 - i).isKnown() && at(i).root == at(3 - i).root)
          return at(3 - i);
      return joined(at(1), at(2));
    default:
      return unknown();
    }
  }

  void findSteps() {
    variables_.assign(kernel_.memories.size(), {});
    steps_.assign(kernel_.values.size(), known(0));  // what comes from outside
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
      if (!inside_[n])
        continue;
      for (const ValueId parameter : kernel_.nodes[n].parameters)
        steps_[parameter] = {};
      for (const Op &op : kernel_.nodes[n].ops) {
        if (op.result != kNone)
          steps_[op.result] = {};
        if (op.opcode == Opcode::MemWrite)
          variables_[op.index] = joined(variables_[op.index], since(op.operands[1], op.index));
      }
    }
    const std::vector<ValueId> &parameters = kernel_.nodes[header_].parameters;
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
      for (const Edge &edge : kernel_.nodes[n].edges)
        for (size_t p = 0; p < parameters.size() && inside_[n] && edge.target == header_; ++p)
          steps_[parameters[p]] = joined(steps_[parameters[p]], since(edge.arguments[p], rootOf(p)));
    raise(steps_, &LoopSteps::step);
  }

  /// How far a variable has come whose value is `now`.
  Found since(ValueId now, uint32_t variable) const {
    const Found &found = distances_[now];
    return found.isKnown() && found.root == variable ? known(found.amount) : unknown();
  }

  Found step(const Op &op) const {
    const auto at = [&](size_t i) { return steps_[op.operands[i]]; };
    const bool constantSecond = op.operands.size() > 1 && constants_[op.operands[1]];
    switch (op.opcode) {
    case Opcode::Add:
    case Opcode::Sub:
      if (!at(0).isKnown() || !at(1).isKnown())
        return joined(at(0), at(1));
      return known(op.opcode == Opcode::Add ? at(0).amount + at(1).amount : at(0).amount - at(1).amount);
    case Opcode::Zext:
    case Opcode::Sext:
    case Opcode::Trunc:
    case Opcode::Spread:
      return at(0);
    case Opcode::Slice:
      return at(0).isKnown() ? known(at(0).amount >> std::min(op.lo, 63U)) : at(0);
    case Opcode::Shl:
      if (constantSecond && at(0).isKnown())
        return scaled(at(0), unsigned(*constants_[op.operands[1]]));
      break;
    case Opcode::LShr:
    case Opcode::AShr:
      if (constantSecond && at(0).isKnown())
        return known(at(0).amount >> std::clamp<int64_t>(*constants_[op.operands[1]], 0, 63));
      break;
    case Opcode::Concat:
      return ofParts(op);
    case Opcode::Mul:
      return product(op);
    case Opcode::Select:
      return joined(at(1), at(2));
    case Opcode::MemRead:
      return ofVariable(op);
    case Opcode::And:  // these are the other operand's, most of the time
      if (!constants_[op.operands[0]] && !constants_[op.operands[1]])
        break;
      [[fallthrough]];
    case Opcode::Or:
    case Opcode::Xor:
    case Opcode::UMin:
    case Opcode::UMax:
    case Opcode::SMin:
    case Opcode::SMax:
    case Opcode::URem:
    case Opcode::SRem:
      for (size_t i : {0, 1})
        if (at(i).isZero())
          return at(1 - i);
      break;
    default:
      break;
    }
    return kindOf(op.opcode) == OpKind::Memory ? unknown() : kept(op);
  }

  /// Of what is the same in all rounds if the operands are, and otherwise may be anything.
  Found kept(const Op &op) const {
    Found all = known(0);
    for (const ValueId operand : op.operands)
      all = joined(all, steps_[operand]);
    return all.isZero() ? all : unknown();
  }

  static Found scaled(const Found &step, unsigned bits) {
    if (step.isZero())
      return step;
    return bits < 40 && std::abs(step.amount) < kMost >> bits ? known(step.amount * (int64_t(1) << bits)) : unknown();
  }

  /// Parts above the lowest one that steps are what is carried into them.
  Found ofParts(const Op &op) const {
    unsigned at = 0;
    for (const ValueId part : op.operands) {
      const Found &step = steps_[part];
      if (!step.isKnown())
        return step;
      if (step.amount != 0)
        return scaled(step, at);
      at += width(part);
    }
    return known(0);
  }

  Found product(const Op &op) const {
    for (size_t i : {0, 1})
      if (const std::optional<int64_t> factor = constants_[op.operands[i]];
          factor && steps_[op.operands[1 - i]].isKnown())
        return std::abs(*factor) < (1 << 20) && std::abs(steps_[op.operands[1 - i]].amount) < (1 << 20)
                   ? known(*factor * steps_[op.operands[1 - i]].amount)
                   : kept(op);
    return kept(op);
  }

  Found ofVariable(const Op &op) const {
    if (kernel_.memories[op.index].kind != Memory::Kind::Private)
      return unknown();
    if (variables_[op.index].state == Found::State::Unseen)
      return kept(op);  // nothing is written in the loop
    return isVariable(kernel_.memories[op.index]) ? variables_[op.index] : unknown();
  }

  const Kernel &kernel_;
  const NodeId header_;
  const std::vector<bool> inside_;                 // by node
  std::vector<std::optional<int64_t>> constants_;  // by value
  std::vector<Found> distances_, steps_;           // by value
  std::vector<Found> variables_;                   // by memory: steps
};

/// Of addresses of the ops in loops that are looked at, by site.
template <class Predicate> std::vector<std::optional<int64_t>> stepsOf(const Kernel &kernel, Predicate looksAt) {
  const Loops loops = enclosingLoops(kernel);
  std::map<NodeId, LoopSteps> steps;  // by header
  std::vector<std::optional<int64_t>> result(kernel.sites.size());
  for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
    if (loops[n].empty())
      continue;
    const NodeId header = loops[n].back();
    auto found = steps.find(header);
    if (found == steps.end()) {
      std::vector<bool> inside;
      for (NodeId other = 0; other < loops.size(); ++other)
        inside.push_back(isInLoop(loops, other, header));
      found = steps.try_emplace(header, kernel, header, std::move(inside)).first;
    }
    for (const Op &op : kernel.nodes[n].ops)
      if (looksAt(op))
        result[op.index] = found->second.of(op.operands[0]);
  }
  return result;
}

}  // namespace

std::vector<std::optional<int64_t>> stepsOfLoads(const Kernel &kernel) {
  return stepsOf(kernel, [](const Op &op) { return op.opcode == Opcode::Load; });
}

std::vector<bool> occasionalAccesses(const Kernel &kernel) {
  const auto conditional = [](const Op &op) {
    return op.predicated && (op.opcode == Opcode::Load || op.opcode == Opcode::Store);
  };
  std::vector<bool> result;
  for (const std::optional<int64_t> step : stepsOf(kernel, conditional))
    result.push_back(step == 0);
  return result;
}

std::vector<bool> walkingLoads(const Kernel &kernel, unsigned lineBytes) {
  const std::vector<std::optional<int64_t>> steps = stepsOfLoads(kernel);
  std::vector<bool> walking(steps.size());
  for (size_t s = 0; s < steps.size(); ++s) {
    const Site &site = kernel.sites[s];
    const int64_t others = hasLaneAddresses(site.unit) ? int64_t(elementsOf(site) - 1) * site.bytes : 0;
    walking[s] = steps[s] && std::abs(*steps[s]) < lineBytes + others;
  }
  return walking;
}

std::vector<bool> loadsOfOwnLines(const Kernel &kernel, unsigned lineBytes) {
  std::vector<bool> own = walkingLoads(kernel, lineBytes);
  const IdDimensions dimensions = idDimensions(kernel);
  for (const Node &node : kernel.nodes)
    for (const Op &op : node.ops)
      if (op.opcode == Opcode::Load && dimensions.of[op.operands[0]] != dimensions.all)
        own[op.index] = false;
  return own;
}

}  // namespace weft::graph
