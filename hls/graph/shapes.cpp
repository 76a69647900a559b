// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/shapes.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "hls/graph/bits.h"
#include "hls/graph/cfg.h"
#include "hls/graph/groups.h"
#include "hls/graph/lane_range.h"

namespace weft::graph {
namespace {

constexpr int64_t kMostStep = int64_t(1) << 40;

struct State {
  bool visited = false;
  LaneShape shape;
  std::optional<LaneRange> range = {};

  bool isUniform() const { return shape.lanes.shape == Lanes::Shape::Uniform; }
  bool isVarying() const { return shape.lanes.shape == Lanes::Shape::Varying; }
  bool jumps() const { return shape.jump.step != 0; }
};

State varying(LaneShape::Crossing crossing = {}) { return {true, {{Lanes::Shape::Varying, 0}, 0, 0, crossing}}; }

State jumping(int64_t step, unsigned bit, unsigned zeros) {
  if (step <= 0 || step >= kMostStep)
    return varying();
  return {true, {{Lanes::Shape::Varying, 0}, zeros, 0, {}, {step, bit}}};
}

State linear(int64_t step, unsigned zeros, unsigned span = 0) {
  if (step <= -kMostStep || step >= kMostStep)
    return varying();
  return {true, {{step ? Lanes::Shape::Linear : Lanes::Shape::Uniform, step}, zeros, step > 0 ? span : 0}};
}

unsigned trailingZeros(const Bits &bits) {
  unsigned zeros = 0;
  while (zeros < bits.width() && !bits.bit(zeros))
    ++zeros;
  return zeros;
}

class Analysis {
public:
  Analysis(const Kernel &kernel, unsigned lanes)
      : kernel_(kernel), lanes_(lanes), states_(kernel.values.size()), stored_(kernel.memories.size()),
        constants_(kernel.values.size()), isBuffer_(kernel.values.size()) {
    for (const Node &node : kernel.nodes)
      for (const Op &op : node.ops)
        if (op.opcode == Opcode::Const)
          constants_[op.result] = Bits::fromHex(width(op.result), op.constant);
        else if (op.opcode == Opcode::Arg)
          isBuffer_[op.result] = argumentZeros(op) != 0;
    enter();
    const std::vector<NodeId> order = reversePostOrder(kernel);
    while (pass(order)) {
    }
  }

  std::vector<LaneShape> result() const {
    std::vector<LaneShape> shapes;
    for (const State &state : states_)
      shapes.push_back(state.visited ? state.shape : varying().shape);
    return shapes;
  }

private:
  void enter() {
    const bool inGroups = needsGroups(kernel_) || looksAtGroups(kernel_);
    for (size_t i = 0; i < kernel_.entryValues.size(); ++i) {
      State &state = states_[kernel_.nodes[0].parameters[i]] = entering(kernel_.entryValues[i], inGroups);
      if (kernel_.entryValues[i] == EntryValue::GlobalIdX)
        state.range = LaneRange{0, (int64_t(1) << kernel_.idBits) - 1};
    }
  }

  /// Packets in groups begin at local ids that are multiples of W, others at such global ids.
  State entering(EntryValue value, bool inGroups) const {
    const auto packet = unsigned(std::countr_zero(lanes_));
    switch (value) {
    case EntryValue::GlobalIdX:
      return inGroups ? linear(1, 0, kernel_.idBits) : linear(1, packet);  // ids of a launch do not wrap
    case EntryValue::LocalIdX:
      return linear(1, packet);
    case EntryValue::LinearLocalId: {
      const bool wholeRows = kernel_.requiredSize[0] && *kernel_.requiredSize[0] % lanes_ == 0;
      return linear(1, wholeRows ? packet : 0, unsigned(std::bit_width(kernel_.maxWorkGroupSize - 1)));
    }
    case EntryValue::Active:
      return varying();
    default:
      return linear(0, 0);
    }
  }

  bool pass(const std::vector<NodeId> &order) {
    bool changed = false;
    for (NodeId n : order) {
      const Node &node = kernel_.nodes[n];
      for (const Op &op : node.ops)
        if (op.result != kNone) {
          states_[op.result] = stateOf(op);
          states_[op.result].range = laneRangeOf(kernel_, op, constants_, [&](ValueId v) { return states_[v].range; });
        } else if (op.opcode == Opcode::MemWrite)
          changed |= meet(stored_[op.index], written(op));
      for (const Edge &edge : node.edges)
        for (size_t a = 0; a < edge.arguments.size(); ++a)
          changed |= meet(states_[kernel_.nodes[edge.target].parameters[a]], states_[edge.arguments[a]]);
    }
    return changed;
  }

  bool meet(State &to, const State &from) const {
    if (!from.visited || (to.isVarying() && to.shape.crossing.step == 0 && !to.jumps()))
      return false;
    if (!to.visited) {
      to = from;
      return true;
    }
    if (to.shape.lanes != from.shape.lanes || to.shape.crossing != from.shape.crossing ||
        to.shape.jump != from.shape.jump) {
      to = varying();
      return true;
    }
    const bool losesRange = to.range && to.range != from.range;
    if (losesRange)
      to.range = std::nullopt;
    const LaneShape before = to.shape;
    to.shape.zeros = std::min(before.zeros, from.shape.zeros);
    to.shape.span = commonSpan(before, from.shape);
    return to.shape.zeros != before.zeros || to.shape.span != before.span || losesRange;
  }

  /// Of a value that is one or the other, with the zeros of both.
  unsigned commonSpan(const LaneShape &a, const LaneShape &b) const {
    const std::optional<unsigned> one = spanOf(a, lanes_), other = spanOf(b, lanes_);
    return one && other ? std::max(*one, *other) : 0;
  }

  unsigned width(ValueId id) const { return kernel_.values[id].width; }
  const State &in(const Op &op, size_t i) const { return states_[op.operands[i]]; }

  State stateOf(const Op &op) const {
    switch (op.opcode) {
    case Opcode::Const:
      return linear(0, trailingZeros(*constants_[op.result]));
    case Opcode::Arg:
      return linear(0, argumentZeros(op));
    case Opcode::Apart:
    case Opcode::Poison:
      return linear(0, 0);
    case Opcode::Slot:  // of the packet
      return linear(0, 0);
    case Opcode::Atomic:
    case Opcode::MemAtomic:
      return varying();
    case Opcode::MemRead:
      return memRead(op);
    case Opcode::Any:
    case Opcode::Pick:
      return linear(0, 0);
    case Opcode::Spread:
      return in(op, 0);
    case Opcode::Load:  // what lanes get that do not load is not looked at
      return !in(op, 0).visited ? State() : in(op, 0).isUniform() ? linear(0, 0) : varying();
    default:
      return stateOfPure(op);
    }
  }

  /// What a variable of one word holds behind a write. Bits beside those that are written stay as they were, and so
  /// does all of it in lanes that do not write.
  State written(const Op &op) const {
    const State &value = in(op, 1);
    for (size_t i = 0; i < op.operands.size(); ++i)
      if (!in(op, i).visited)
        return {};
    if (op.masked || !in(op, 0).isUniform() || (op.predicated && !in(op, op.operands.size() - 1).isUniform()))
      return varying();
    if (kernel_.memories[op.index].bytes * 8 == width(op.operands[1]))
      return value;
    return value.isUniform() ? linear(0, 0) : varying();
  }

  /// A work-item's variable of one word is what was stored; elements of arrays have nothing in common.
  State memRead(const Op &op) const {
    const Memory &memory = kernel_.memories[op.index];
    const State &address = in(op, 0);
    if (!address.visited)
      return {};
    if (memory.kind == Memory::Kind::Private)
      return memory.bytes * 8 == width(op.result) && address.isUniform() ? stored_[op.index] : varying();
    return address.isUniform() ? linear(0, 0) : varying();
  }

  unsigned argumentZeros(const Op &op) const {
    if (op.lo == 0)
      for (const Argument &argument : kernel_.arguments)
        if (argument.kind != Argument::Kind::Value && argument.word == op.index)
          return unsigned(std::countr_zero(kernel::kMemoryAlignment));
    return 0;
  }

  State stateOfPure(const Op &op) const {
    bool uniform = true;
    for (size_t i = 0; i < op.operands.size(); ++i) {
      if (!in(op, i).visited)
        return {};
      uniform &= in(op, i).isUniform();
    }
    State state = known(op);
    if (!state.isVarying())
      return state;
    return uniform ? linear(0, 0) : state.shape.crossing.step || state.jumps() ? state : varying(crossingOf(op));
  }

  /// Operands that are all the same, but where one linear value passes a multiple.
  LaneShape::Crossing crossingOf(const Op &op) const {
    LaneShape::Crossing common;
    for (size_t i = 0; i < op.operands.size(); ++i) {
      const LaneShape::Crossing &crossing = in(op, i).shape.crossing;
      if (in(op, i).isUniform())
        continue;
      if (crossing.step == 0 || (common.step && common != crossing))
        return {};
      common = crossing;
    }
    return common;
  }

  /// Uniform operands may give Varying here: nothing more than that is known.
  State known(const Op &op) const {
    switch (op.opcode) {
    case Opcode::Add:
    case Opcode::Sub:
      return sum(op);
    case Opcode::Mul:
      return product(op);
    case Opcode::Trunc:
    case Opcode::Slice:
      return slice(op);
    case Opcode::Zext:
    case Opcode::Sext:
      return extension(op);
    case Opcode::Concat:
      return concat(op);
    case Opcode::And:
      return masked(op);
    case Opcode::Or:
    case Opcode::Xor:
      return joined(op);
    case Opcode::Select:
      return selection(op);
    default:
      return varying();
    }
  }

  State sum(const Op &op) const {
    const State &a = in(op, 0), &b = in(op, 1);
    for (size_t i = 0; i < 2 && op.opcode == Opcode::Add; ++i)
      if (const LaneShape::Jump &jump = in(op, i).shape.jump; jump.step && isBuffer_[op.operands[1 - i]])
        return jumping(jump.step, jump.bit, std::min(a.shape.zeros, b.shape.zeros));
    if (a.isVarying() || b.isVarying())
      return varying();
    const int64_t other = op.opcode == Opcode::Add ? b.shape.lanes.step : -b.shape.lanes.step;
    return linear(a.shape.lanes.step + other, std::min(a.shape.zeros, b.shape.zeros), spanOfSum(op));
  }

  /// Nothing is carried out of bits that are zero in the other operand.
  unsigned spanOfSum(const Op &op) const {
    for (size_t i = 0; i < (op.opcode == Opcode::Add ? 2U : 1U); ++i) {
      const std::optional<unsigned> span = spanOf(in(op, i).shape, lanes_);
      if (!in(op, i).isUniform() && in(op, 1 - i).isUniform() && span && in(op, 1 - i).shape.zeros >= *span)
        return *span;
    }
    return 0;
  }

  State product(const Op &op) const {
    const State &a = in(op, 0), &b = in(op, 1);
    if (a.isUniform() && b.isUniform())
      return linear(0, std::min(a.shape.zeros + b.shape.zeros, width(op.result)));
    for (size_t i = 0; i < 2; ++i) {
      const std::optional<Bits> factor = constants_[op.operands[i]];
      const State &other = in(op, 1 - i);
      if (!factor || other.isVarying() || factor->width() > 64)
        continue;
      int64_t step = 0;
      if (__builtin_mul_overflow(other.shape.lanes.step, factor->signedLow(), &step))
        return varying();
      return linear(step, std::min(other.shape.zeros + trailingZeros(*factor), width(op.result)));
    }
    return varying();
  }

  /// Bits from `lo` on. Those below are the same in all lanes, or all that differs.
  State slice(const Op &op) const {
    const State &a = in(op, 0);
    if (a.jumps() && op.lo == 0 && a.shape.jump.bit >= width(op.result))
      return linear(a.shape.jump.step, std::min(a.shape.zeros, width(op.result)));
    if (a.isVarying())
      return a.jumps() && op.lo != 0 ? varying() : a;
    const unsigned zeros = std::min(a.shape.zeros > op.lo ? a.shape.zeros - op.lo : 0, width(op.result));
    const std::optional<unsigned> span = spanOf(a.shape, lanes_);
    if (op.lo == 0)
      return linear(a.shape.lanes.step, zeros, span && *span <= width(op.result) ? *span : 0);
    if (a.isUniform())
      return linear(0, zeros);
    const int64_t step = a.shape.lanes.step;
    const bool whole = step % (int64_t(1) << std::min(op.lo, 62u)) == 0;
    if (a.shape.zeros >= op.lo && whole)
      return linear(step >> op.lo, zeros, span && *span - op.lo <= width(op.result) ? *span - op.lo : 0);
    if (span && *span <= op.lo)
      return linear(0, zeros);
    return varying({step, op.lo});
  }

  /// No lane's value wraps where the bits that differ are not the highest.
  State extension(const Op &op) const {
    const State &a = in(op, 0);
    if (a.isUniform())
      return linear(0, a.shape.zeros);
    const std::optional<unsigned> span = spanOf(a.shape, lanes_);
    const unsigned bits = width(op.operands[0]) - (op.opcode == Opcode::Sext ? 1 : 0);
    if (span && *span <= bits)
      return linear(a.shape.lanes.step, a.shape.zeros, *span);
    if (a.range && !a.isVarying() && a.range->fits(width(op.operands[0]), op.opcode == Opcode::Sext))
      return linear(a.shape.lanes.step, a.shape.zeros);
    const bool once = a.shape.lanes.step * int64_t(lanes_ - 1) < int64_t(1) << std::min(bits, 61u);
    if (op.opcode == Opcode::Sext && !a.isVarying() && once)
      return jumping(a.shape.lanes.step, width(op.operands[0]), a.shape.zeros);
    return varying();
  }

  /// Whether a step is not too large with so many bits below it; a part of a wide value may have more than a number.
  static bool canMove(int64_t step, unsigned bits) { return bits < 40 && std::abs(step) < kMostStep >> bits; }

  State concat(const Op &op) const {
    unsigned at = 0, zeros = 0, span = 0;
    int64_t step = 0;
    bool allZero = true;
    for (size_t i = 0; i < op.operands.size(); ++i) {
      const State &part = in(op, i);
      const unsigned bits = width(op.operands[i]);
      const bool top = i + 1 == op.operands.size();
      if (const LaneShape::Jump &jump = part.shape.jump; jump.step && top && step == 0 && canMove(jump.step, at))
        return jumping(jump.step * (int64_t(1) << at), jump.bit + at, allZero ? at + part.shape.zeros : zeros);
      if (part.isVarying())
        return varying();
      if (!part.isUniform()) {
        const std::optional<unsigned> ofPart = spanOf(part.shape, lanes_);
        const bool stays = ofPart && *ofPart <= bits;
        if ((!top && !stays) || !canMove(part.shape.lanes.step, at))
          return varying();
        step += part.shape.lanes.step * (int64_t(1) << at);
        span = stays ? at + *ofPart : 0;
      }
      if (allZero)
        zeros = at + std::min(part.shape.zeros, bits);
      allZero &= part.shape.zeros >= bits && part.isUniform();
      at += bits;
    }
    return linear(step, zeros, span);
  }

  /// A mask that leaves all low bits that differ, or none.
  State masked(const Op &op) const {
    for (size_t i = 0; i < 2; ++i) {
      const State &a = in(op, i);
      const std::optional<Bits> mask = constants_[op.operands[1 - i]];
      if (!mask || a.isVarying())
        continue;
      const unsigned zeros = std::min(std::max(a.shape.zeros, trailingZeros(*mask)), width(op.result));
      if (a.isUniform())
        return linear(0, zeros);
      const std::optional<unsigned> span = spanOf(a.shape, lanes_);
      if (!span)
        continue;
      const Bits low = mask->slice(0, std::min(*span, mask->width()));
      if (low.isZero())
        return linear(0, zeros);
      if (low.isOnes())
        return linear(a.shape.lanes.step, a.shape.zeros, *span);
    }
    return varying();
  }

  /// Bits that differ beside others that do not reach them.
  State joined(const Op &op) const {
    const State &a = in(op, 0), &b = in(op, 1);
    if (a.isVarying() || b.isVarying())
      return varying();
    const unsigned zeros = std::min(a.shape.zeros, b.shape.zeros);
    if (a.isUniform() && b.isUniform())
      return linear(0, zeros);
    if (!a.isUniform() && !b.isUniform())
      return varying();
    const State &moving = a.isUniform() ? b : a, &fixed = a.isUniform() ? a : b;
    const std::optional<unsigned> span = spanOf(moving.shape, lanes_);
    if (!span || fixed.shape.zeros < *span)
      return varying();
    return linear(moving.shape.lanes.step, zeros, *span);
  }

  State selection(const Op &op) const {
    const State &yes = in(op, 1), &no = in(op, 2);
    if (!in(op, 0).isUniform() || yes.isVarying() || yes.shape.lanes != no.shape.lanes)
      return varying();
    return linear(yes.shape.lanes.step, std::min(yes.shape.zeros, no.shape.zeros), commonSpan(yes.shape, no.shape));
  }

  const Kernel &kernel_;
  unsigned lanes_;
  std::vector<State> states_;
  std::vector<State> stored_;                   // by memory: what is written to it
  std::vector<std::optional<Bits>> constants_;  // by value
  std::vector<bool> isBuffer_;                  // by value: it is where a buffer begins
};

/// Lanes that jump are out of bounds where the jump is longer than a buffer, and would be where the step leads them:
/// that is what is reported then.
LaneShape withoutJump(const Kernel &kernel, const LaneShape &shape) {
  const bool isLong = kernel.bufferBits && shape.jump.bit > kernel.bufferBits && shape.jump.bit < kernel.addressBits;
  return shape.jump.step && isLong ? LaneShape{{Lanes::Shape::Linear, shape.jump.step}, shape.zeros} : shape;
}

}  // namespace

std::vector<LaneShape> shapesOf(const Kernel &kernel, unsigned lanes) { return Analysis(kernel, lanes).result(); }

LaneShape addressShape(const Kernel &kernel, const Node &node, const Op &access, const std::vector<LaneShape> &shapes) {
  const ValueId address = access.operands[0];
  const LaneShape whole = shapes[address];
  if (kernel.values[address].width == kernel.addressBits || whole.lanes.shape != Lanes::Shape::Varying)
    return withoutJump(kernel, whole);
  const auto definition =
      std::find_if(node.ops.begin(), node.ops.end(), [&](const Op &op) { return op.result == address; });
  if (definition == node.ops.end() || definition->opcode != Opcode::Concat || definition->operands.size() != 2 ||
      kernel.values[definition->operands[0]].width != kernel.addressBits)
    return whole;
  const LaneShape &bytes = shapes[definition->operands[0]], &beyond = shapes[definition->operands[1]];
  if (beyond.lanes.shape == Lanes::Shape::Uniform)
    return bytes;
  // Where it is not the same in all lanes, the index is at the end of what addresses hold. An index of one term is half
  // the address space away from the buffer then, where there is no memory: lanes are out of bounds whatever it says.
  // One of several, of which each may go a part of that way, is no index of a buffer either (docs/adr/0040).
  constexpr unsigned kTermBits = 3;
  const LaneShape::Crossing &crossing = beyond.crossing;
  const int64_t step = bytes.lanes.step;
  if (crossing.step <= 0 || bytes.lanes.shape != Lanes::Shape::Linear || step <= 0 || step % crossing.step != 0 ||
      !std::has_single_bit(uint64_t(step / crossing.step)))
    return whole;
  const unsigned half = kernel.addressBits - 1;
  const unsigned away = crossing.bit + unsigned(std::countr_zero(uint64_t(step / crossing.step)));
  return away <= half && away + kTermBits >= half ? bytes : whole;
}

std::optional<unsigned> spanOf(const LaneShape &shape, unsigned lanes) {
  if (shape.lanes.shape == Lanes::Shape::Uniform)
    return 0;
  if (onlyLowBits(shape, lanes))
    return unsigned(std::bit_width(uint64_t(shape.lanes.step) * (lanes - 1)));
  return shape.span ? std::optional(shape.span) : std::nullopt;
}

bool onlyLowBits(const LaneShape &shape, unsigned lanes) {
  if (shape.lanes.shape == Lanes::Shape::Uniform)
    return true;
  const int64_t step = shape.lanes.step;
  return shape.lanes.shape == Lanes::Shape::Linear && step > 0 && shape.zeros < 62 &&
         step * int64_t(lanes - 1) < int64_t(1) << shape.zeros;
}

}  // namespace weft::graph
