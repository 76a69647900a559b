// SPDX-License-Identifier: Apache-2.0
// Barriers in loops whose tokens have nothing to do in some rounds (ADR 64).
#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "hls/graph/build.h"
#include "hls/graph/cfg.h"
#include "hls/graph/definitions.h"
#include "hls/graph/group_values.h"
#include "hls/graph/numbers.h"
#include "hls/graph/transforms/transforms.h"
#include "weft_abi.h"

namespace weft::graph {
namespace {

/// Work-items beyond it have nothing to do: those whose id is not less, or greater.
struct Bound {
  ValueId value = kNone;  // of a node of the round
  bool included = false;  // the work-item with this id may have something to do
  auto operator<=>(const Bound &) const = default;
};
using Bounds = std::set<Bound>;

/// What a token would do from one barrier to where it comes to the same again, if no guard let it in. What is computed
/// of the group's values on the way is made again where a token comes to the barrier.
class Round {
public:
  /// For tokens that come by `edge`, into whose node `build` writes.
  Round(const Kernel &before, const GroupValues &group, const std::vector<bool> &ids, EdgeRef edge, Builder &build)
      : kernel_(before), group_(group), ids_(ids), build_(build),
        barrier_(before.nodes[edge.from].edges[edge.edge].target), loops_(enclosingLoops(before)),
        definitions_(definitionsIn(before)) {
    const Node &barrier = before.nodes[barrier_];
    for (size_t p = 0; p < barrier.parameters.size(); ++p)
      made_[barrier.parameters[p]] = before.nodes[edge.from].edges[edge.edge].arguments[p];
  }

  /// The last token of a group that has something to do until it comes again; nothing: all have.
  std::optional<ValueId> run() { return follow(kernel_.nodes[barrier_].edges[0], {}); }

  /// The barrier's parameters that change from round to round.
  const std::set<ValueId> &changing() const { return changing_; }

private:
  unsigned width(ValueId v) const { return kernel_.values[v].width; }
  bool isCommon(ValueId v) const { return group_.common[v]; }

  /// What a parameter is on this way. Those of the barrier are what a token leaves it with.
  ValueId origin(ValueId v) const {
    for (auto found = brought_.find(v); found != brought_.end(); found = brought_.find(v))
      v = found->second;
    return v;
  }

  std::optional<ValueId> follow(const Edge &edge, const Bounds &bounds) {
    constexpr unsigned kMostNodes = 32;
    const Node &target = kernel_.nodes[edge.target];
    if (edge.target == barrier_)
      return arrive(edge, bounds);
    const bool leaves = !isInLoop(loops_, edge.target, loops_[barrier_].back());
    if (target.kind != NodeKind::Pipeline || leaves || onWay_.count(edge.target) || ++nodes_ > kMostNodes)
      return std::nullopt;
    for (size_t a = 0; a < edge.arguments.size(); ++a)
      brought_[target.parameters[a]] = edge.arguments[a];
    onWay_.insert(edge.target);
    std::optional<ValueId> last = pass(target, bounds);
    onWay_.erase(edge.target);
    for (ValueId v : target.parameters)
      brought_.erase(v);
    return last;
  }

  std::optional<ValueId> pass(const Node &node, Bounds bounds) {
    for (const Op &op : node.ops)
      if (kindOf(op.opcode) == OpKind::Memory && !isIdle(op, bounds))
        return std::nullopt;
    return branch(node, 0, bounds);
  }

  std::optional<ValueId> branch(const Node &node, size_t e, const Bounds &bounds) {
    const Edge &edge = node.edges[e];
    if (edge.condition == kNone)
      return follow(edge, bounds);
    if (const std::optional<ValueId> condition = make(edge.condition)) {
      const std::optional<ValueId> yes = follow(edge, bounds), no = branch(node, e + 1, bounds);
      if (!yes && !no)
        return std::nullopt;
      const ValueId ifTrue = yes ? *yes : all(), ifFalse = no ? *no : all();
      return build_.select(*condition, ifTrue, ifFalse);
    }
    Bounds more = bounds;
    if (is(edge.condition, false, more))
      return branch(node, e + 1, more);
    more = bounds;
    return is(edge.condition, true, more) ? follow(edge, more) : std::nullopt;
  }

  /// Whether the op has no effect for tokens beyond the bounds, to which it may add. Nobody sees what is read on chip
  /// unless something else has an effect.
  bool isIdle(const Op &op, Bounds &bounds) const {
    if (op.opcode == Opcode::MemRead)
      return true;
    for (size_t i = op.plainOperands(); i < op.operands.size(); ++i)
      if (is(op.operands[i], false, bounds))
        return true;
    return false;
  }

  /// The token comes to the barrier again: with what it left with, but for values of the group.
  std::optional<ValueId> arrive(const Edge &edge, Bounds bounds) {
    const Node &barrier = kernel_.nodes[barrier_];
    for (size_t p = 0; p < barrier.parameters.size(); ++p) {
      const ValueId parameter = barrier.parameters[p];
      if (kept(edge.arguments[p], bounds) == parameter)
        continue;
      if (!isCommon(parameter) || kernel_.values[parameter].lanes != Lanes())
        return std::nullopt;
      changing_.insert(parameter);
    }
    std::optional<ValueId> last;
    for (const Bound &bound : bounds) {
      const ValueId other = lastOf(bound);
      last = last ? build_.select(build_.icmp(Predicate::Ugt, other, *last), other, *last) : other;
    }
    return last ? *last : build_.constant(lastBits(), 0);
  }

  /// What a value is where nobody does anything.
  ValueId kept(ValueId v, Bounds &bounds) const {
    for (;;) {
      v = origin(v);
      const Op *op = definitions_[v];
      const std::optional<ValueId> same = op && goOn() ? operandKept(*op, bounds) : std::nullopt;
      if (!same)
        return v;
      v = *same;
    }
  }

  /// The operand that the result then is.
  std::optional<ValueId> operandKept(const Op &op, Bounds &bounds) const {
    switch (op.opcode) {
    case Opcode::Select:
      if (is(op.operands[0], false, bounds))
        return op.operands[2];
      return is(op.operands[0], true, bounds) ? std::optional(op.operands[1]) : std::nullopt;
    case Opcode::Add:
    case Opcode::Or:
    case Opcode::Xor:
      for (size_t i = 0; i < 2; ++i) {
        Bounds more = bounds;
        if (isZero(kept(op.operands[i], more))) {
          bounds = std::move(more);
          return op.operands[1 - i];
        }
      }
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }

  bool isZero(ValueId v) const {
    const Op *op = definitions_[v];
    return op && op->opcode == Opcode::Const && Bits::fromHex(width(v), op->constant).isZero();
  }

  /// Whether a bit is `wanted` in all lanes of tokens beyond the bounds. They become more only if it is.
  bool is(ValueId v, bool wanted, Bounds &bounds, bool before = false) const {
    v = before ? v : origin(v);
    // What is carried round the loop may be a guard that the launch alone decides.
    before = before || !definitions_[v];
    const ValueId root = definitions_[v] ? v : group_.roots[v];
    const Op *op = root == kNone ? nullptr : definitions_[root];
    if (!op || width(root) != 1 || !goOn())
      return false;
    const auto both = [&](bool operands) {
      Bounds more = bounds;
      const bool holds = is(op->operands[0], operands, more, before) && is(op->operands[1], operands, more, before);
      if (holds)
        bounds = std::move(more);
      return holds;
    };
    const auto one = [&](bool operands) {
      return is(op->operands[0], operands, bounds, before) || is(op->operands[1], operands, bounds, before);
    };
    switch (op->opcode) {
    case Opcode::Const:
      return (Bits::fromHex(1, op->constant).low() != 0) == wanted;
    case Opcode::Not:
      return is(op->operands[0], !wanted, bounds, before);
    case Opcode::And:
      return wanted ? both(true) : one(false);
    case Opcode::Or:
      return wanted ? one(true) : both(false);
    case Opcode::Select:
      return choose(*op, wanted, bounds, before);
    case Opcode::Any:  // of no lane
      return !wanted && is(op->operands[0], false, bounds, before);
    case Opcode::ICmp:
      return compare(*op, wanted, bounds, before);
    default:
      return false;
    }
  }

  bool choose(const Op &op, bool wanted, Bounds &bounds, bool before) const {
    Bounds more = bounds;
    bool holds = is(op.operands[0], true, more, before) && is(op.operands[1], wanted, more, before);
    if (!holds) {
      more = bounds;
      holds = is(op.operands[2], wanted, more, before) &&
              (is(op.operands[0], false, more, before) || is(op.operands[1], wanted, more, before));
    }
    if (holds)
      bounds = std::move(more);
    return holds;
  }

  /// A comparison of the id, or of what is not less, with a value of the group, such that those beyond a bound find it
  /// `wanted`.
  bool compare(const Op &op, bool wanted, Bounds &bounds, bool before) const {
    Predicate predicate = wanted ? inverse(op.predicate) : op.predicate;  // what does not hold beyond
    ValueId id = op.operands[0], bound = op.operands[1];
    if (!isAtLeastId(id)) {
      std::swap(id, bound);
      predicate = swapped(predicate);
    }
    const bool isSigned = predicate == Predicate::Slt || predicate == Predicate::Sle;
    if (!(isSigned ? isId(id) && width(id) > idBits() : isAtLeastId(id)) ||
        !(before ? isOfLaunch(bound) : canMake(bound)))
      return false;
    switch (predicate) {
    case Predicate::Ult:
    case Predicate::Slt:  // of a negative bound more is said than need be: it is a large one
      bounds.insert({before ? bound : origin(bound), false});
      return true;
    case Predicate::Ule:
    case Predicate::Sle:
    case Predicate::Eq:
      bounds.insert({before ? bound : origin(bound), true});
      return true;
    default:
      return false;
    }
  }

  /// Whether it is never less than the id, without signs.
  bool isAtLeastId(ValueId v) const {
    if (isId(v))
      return true;
    const ValueId root = definitions_[v] ? v : group_.roots[v];
    const Op *op = root == kNone ? nullptr : definitions_[root];
    return op && goOn() && (op->opcode == Opcode::Or || op->opcode == Opcode::UMax) &&
           (isAtLeastId(op->operands[0]) || isAtLeastId(op->operands[1]));
  }

  unsigned idBits() const { return indexBits(kernel_.maxWorkGroupSize); }

  bool isId(ValueId v) const { return ids_[v] && kernel_.values[v].lanes.shape != Lanes::Shape::First; }

  /// Whether it is computed of what the group has in common at the barrier, with few operations.
  bool canMake(ValueId v) const {
    constexpr unsigned kMostOps = 16;
    unsigned ops = 0;
    return isCommon(v) && canMake(v, ops) && ops <= kMostOps;
  }

  /// Whether an operation is made a second time.
  static bool isCheap(Opcode opcode) {
    const bool divides = opcode >= Opcode::UDiv && opcode <= Opcode::SRem;
    const bool isFloat = opcode >= Opcode::FAdd && opcode <= Opcode::FConvert;
    return kindOf(opcode) == OpKind::Pure && !divides && !isFloat;
  }

  static bool isLaunchSource(Opcode opcode) {
    return opcode == Opcode::Const || opcode == Opcode::Arg || opcode == Opcode::Apart;
  }

  bool canMake(ValueId v, unsigned &ops) const {
    v = origin(v);
    const Op *op = definitions_[v];
    if (!op)
      return made_.count(v) && isCommon(v);
    if (isLaunchSource(op->opcode))
      return true;
    constexpr unsigned kTooMany = 64;
    if (!isCheap(op->opcode) || !isCommon(v) || ++ops > kTooMany)
      return false;
    return std::all_of(op->operands.begin(), op->operands.end(),
                       [&](ValueId operand) { return canMake(operand, ops); });
  }

  /// Whether it is the same whenever it is computed.
  bool isOfLaunch(ValueId v) const {
    const Op *op = definitions_[v];
    if (!op || !goOn())
      return false;
    return isLaunchSource(op->opcode) ||
           (isCheap(op->opcode) && isCommon(v) &&
            std::all_of(op->operands.begin(), op->operands.end(), [&](ValueId o) { return isOfLaunch(o); }));
  }

  std::optional<ValueId> make(ValueId v) { return canMake(v) ? std::optional(copy(v)) : std::nullopt; }

  /// The value where a token comes to the barrier, as it will be behind it.
  ValueId copy(ValueId v) {
    v = origin(v);
    const Op *op = definitions_[v];
    if (!op)
      return made_.at(v);
    if (kindOf(op->opcode) == OpKind::Source)
      return build_.source(*op, width(v));
    std::vector<ValueId> operands;
    for (ValueId operand : op->operands)
      operands.push_back(copy(operand));
    return build_.pure(op->opcode, width(v), std::move(operands), op->predicate, op->lo);
  }

  /// What takes too long is not found out.
  bool goOn() const {
    if (steps_ == 0)
      return false;
    --steps_;
    return true;
  }

  unsigned lastBits() const { return indexBits(kernel_.mostTokens()); }
  ValueId all() { return build_.constant(Bits::ones(lastBits())); }

  /// The number of the token with the last work-item below the bound; the first, if there is none.
  ValueId lastOf(const Bound &bound) {
    const ValueId value = copy(bound.value);
    const unsigned bits = build_.width(value);
    const ValueId item = bound.included ? value : build_.sub(value, build_.constant(bits, 1));
    const auto low = unsigned(std::countr_zero(kernel_.lanes));
    const unsigned wanted = lastBits(), there = bits > low ? bits - low : 0;
    ValueId token = there ? build_.slice(item, low, there) : build_.constant(1, 0);
    if (there > wanted) {
      const ValueId beyond = build_.slice(token, wanted, there - wanted);
      const ValueId fits = build_.icmp(Predicate::Eq, beyond, build_.constant(there - wanted, 0));
      const ValueId kept = build_.slice(token, 0, wanted);
      token = build_.select(fits, kept, all());
    }
    token = build_.zextOrTrunc(token, wanted);
    if (bound.included)
      return token;
    const ValueId isNone = build_.icmp(Predicate::Eq, value, build_.constant(bits, 0));
    return build_.select(isNone, build_.constant(wanted, 0), token);
  }

  const Kernel &kernel_;
  const GroupValues &group_;
  const std::vector<bool> &ids_;
  Builder &build_;
  const NodeId barrier_;
  const Loops loops_;
  const Definitions definitions_;       // of all nodes
  std::map<ValueId, ValueId> made_;     // the barrier's parameters, where the token comes to it
  std::map<ValueId, ValueId> brought_;  // parameters of nodes on the way
  std::set<NodeId> onWay_;
  std::set<ValueId> changing_;
  unsigned nodes_ = 0;
  mutable unsigned steps_ = 4096;  // that are left
};

/// `last`, in groups of one dimension: in others, tokens are not in the order of their ids in x.
ValueId ofRow(const Kernel &before, Builder &build, ValueId last) {
  for (const auto &[dimension, word] : {std::pair(1, abi::word::LOCAL_SIZE_Y), {2, abi::word::LOCAL_SIZE_Z}})
    if (before.requiredSize[dimension] != 1u) {
      const ValueId size = build.arg(32, word), isOne = build.icmp(Predicate::Eq, size, build.constant(32, 1));
      last = build.select(isOne, last, build.constant(Bits::ones(build.width(last))));
    }
  return last;
}

/// Whether tokens without work stay in the barrier from now on.
bool keepIdleAt(Kernel &kernel, const GroupValues &group, NodeId barrier) {
  const std::vector<EdgeRef> incoming = incomingEdges(kernel)[barrier];
  const bool computed = std::all_of(incoming.begin(), incoming.end(), [&](const EdgeRef &edge) {
    return kernel.nodes[edge.from].kind == NodeKind::Pipeline;
  });
  if (!group.together[barrier] || !computed || enclosingLoops(kernel)[barrier].empty())
    return false;
  const std::vector<bool> ids = localIds(kernel);
  const unsigned bits = indexBits(kernel.mostTokens());
  Kernel kept = kernel;
  std::set<ValueId> changing;
  bool some = false;
  for (const EdgeRef &edge : incoming) {
    Builder build(kept, kept.nodes[edge.from]);
    build.setLocation(kernel.nodes[barrier].location);
    Round round(kernel, group, ids, edge, build);
    const std::optional<ValueId> last = round.run();
    some |= last.has_value();
    kept.nodes[edge.from].edges[edge.edge].arguments.push_back(last ? ofRow(kernel, build, *last)
                                                                    : build.constant(Bits::ones(bits)));
    changing.insert(round.changing().begin(), round.changing().end());
  }
  if (!some)
    return false;
  Node &node = kept.nodes[barrier];
  node.last = ValueId(kept.values.size());
  kept.values.push_back({bits, "last"});
  node.parameters.push_back(node.last);
  node.ofGroup.assign(changing.begin(), changing.end());
  kernel = std::move(kept);
  return true;
}

}  // namespace

bool keepIdle(Kernel &kernel) {
  bool changed = false;
  std::optional<GroupValues> group;  // of the kernel as it is now
  for (NodeId n = 0; n < kernel.nodes.size() && kernel.mostTokens() > 1; ++n) {
    if (kernel.nodes[n].kind != NodeKind::Barrier)
      continue;
    if (!group)
      group = groupValues(kernel);
    if (keepIdleAt(kernel, *group, n)) {
      changed = true;
      group.reset();
    }
  }
  if (changed)
    compactValues(kernel);
  return changed;
}

}  // namespace weft::graph
