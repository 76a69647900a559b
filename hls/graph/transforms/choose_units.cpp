// SPDX-License-Identifier: Apache-2.0
// A coalescing unit pays where work-items that follow each other access neighbouring bytes: where the address is linear
// in the x id with a small stride, or the same for all. It keeps a line until a write that may come before is done, so
// there is none where such writes go on all the time.
#include <cstdlib>
#include <optional>

#include "hls/graph/alias.h"
#include "hls/graph/cfg.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

/// How a value differs between neighbouring work-items: by a constant, or unknown.
struct Stride {
  enum { Unvisited, Linear, Unknown } state = Unvisited;
  int64_t step = 0;
  // Unknown: the operation behind which it is. None: one of the node's parameters, to which its edges bring values
  // that differ otherwise.
  const Op *cause = nullptr;
  const Node *merge = nullptr;

  bool isUniform() const { return state == Linear && step == 0; }
  /// At a parameter of a node; null: what is stored to a memory, by a work-item's paths together.
  bool meet(const Stride &other, const Node *node) {
    if (other.state == Unvisited || state == Unknown || (state == other.state && step == other.step))
      return false;
    if (state == Unvisited || other.state == Unknown)
      *this = other;
    else
      *this = {Unknown, 0, nullptr, node};
    return true;
  }
};
constexpr Stride kUnknown = {Stride::Unknown};
constexpr int64_t kMostStep = int64_t(1) << 40;  // addresses have no more bits; sums and products do not overflow
constexpr int64_t kMostFactor = 1 << 20;
Stride linear(int64_t step) { return std::abs(step) < kMostStep ? Stride{Stride::Linear, step} : kUnknown; }
Stride unknownBehind(const Op &op) { return {Stride::Unknown, 0, &op}; }

class Strides {
public:
  explicit Strides(const Kernel &kernel)
      : kernel_(kernel), strides_(kernel.values.size()), stored_(kernel.memories.size()),
        constants_(kernel.values.size()) {
    for (const Node &node : kernel.nodes)
      for (const Op &op : node.ops)
        if (op.opcode == Opcode::Const)
          constants_[op.result] = Bits::fromHex(kernel.values[op.result].width, op.constant).signedLow();
    for (size_t i = 0; i < kernel.entryValues.size(); ++i) {
      EntryValue v = kernel.entryValues[i];
      bool alongX = v == EntryValue::GlobalIdX || v == EntryValue::LocalIdX || v == EntryValue::LinearLocalId;
      strides_[kernel.nodes[0].parameters[i]] = linear(alongX);
    }
    const std::vector<NodeId> order = reversePostOrder(kernel);
    for (bool changed = true; changed;) {
      changed = false;
      for (NodeId n : order) {
        const Node &node = kernel.nodes[n];
        for (const Op &op : node.ops)
          if (op.result != kNone)
            strides_[op.result] = strideOf(op);
          else if (op.opcode == Opcode::MemWrite)
            changed |= stored_[op.index].meet(strides_[op.operands[1]], nullptr);
        for (const Edge &edge : node.edges)
          for (size_t a = 0; a < edge.arguments.size(); ++a)
            changed |= strides_[kernel.nodes[edge.target].parameters[a]].meet(strides_[edge.arguments[a]],
                                                                              &kernel.nodes[edge.target]);
      }
    }
  }
  Stride of(ValueId id) const { return strides_[id]; }

private:
  Stride strideOf(const Op &op) const {
    if (op.opcode == Opcode::Slot)
      return linear(1);
    if (isAtomic(op))
      return unknownBehind(op);
    bool unvisited = false, uniform = true;
    const bool reads = op.opcode == Opcode::Load || op.opcode == Opcode::MemRead;
    for (size_t i = 0; i < op.operands.size(); ++i) {
      unvisited |= strides_[op.operands[i]].state == Stride::Unvisited;
      uniform &= strides_[op.operands[i]].isUniform() || (reads && i != 0);  // whether it reads makes no other element
    }
    if (unvisited)
      return {};
    if (op.opcode == Opcode::MemRead) {
      // A spilled scalar is what was stored; elements of arrays have nothing in common.
      const Memory &memory = kernel_.memories[op.index];
      if (memory.kind == Memory::Kind::Private)
        return memory.bytes * 8 == kernel_.values[op.result].width ? stored_[op.index] : unknownBehind(op);
      return uniform ? linear(0) : unknownBehind(op);
    }
    if (uniform)
      return linear(0);
    const Stride stride = strideOfPure(op);
    return stride.state == Stride::Unknown ? becauseOf(op) : stride;
  }

  /// The first of its operands that is unknown already says why, but for a selection's condition; else it is the
  /// operation.
  Stride becauseOf(const Op &op) const {
    if (op.opcode != Opcode::Load)
      for (size_t i = op.opcode == Opcode::Select; i < op.operands.size(); ++i)
        if (strides_[op.operands[i]].state == Stride::Unknown)
          return strides_[op.operands[i]];
    return unknownBehind(op);
  }

  Stride strideOfPure(const Op &op) const {
    auto in = [&](size_t i) { return strides_[op.operands[i]]; };
    switch (op.opcode) {
    case Opcode::Add:
    case Opcode::Sub:
      if (in(0).state != Stride::Linear || in(1).state != Stride::Linear)
        return kUnknown;
      return linear(op.opcode == Opcode::Add ? in(0).step + in(1).step : in(0).step - in(1).step);
    case Opcode::Zext:
    case Opcode::Sext:
    case Opcode::Trunc:
      return in(0);
    case Opcode::Select:  // clamps at the border of a range, mostly: away from it one arm is always taken
      return clamped(in(1), in(2));
    case Opcode::SMin:
    case Opcode::SMax:
    case Opcode::UMin:
    case Opcode::UMax:
      return clamped(in(0), in(1));
    case Opcode::Mul:
      return strideOfProduct(op);
    case Opcode::Concat:
      return strideOfConcat(op);
    default:
      return kUnknown;
    }
  }

  Stride strideOfProduct(const Op &op) const {
    for (unsigned i = 0; i < 2; ++i) {
      const std::optional<int64_t> factor = constants_[op.operands[i]];
      const Stride other = strides_[op.operands[1 - i]];
      if (factor && other.state == Stride::Linear && *factor > -kMostFactor && *factor < kMostFactor)
        return linear(other.step * *factor);
    }
    return kUnknown;
  }

  /// Uniform low bits below one linear part: a shift.
  Stride strideOfConcat(const Op &op) const {
    unsigned at = 0;
    Stride result = linear(0);
    for (ValueId part : op.operands) {
      const Stride s = strides_[part];
      if (s.state != Stride::Linear || (s.step && (result.step || at > 32 || std::abs(s.step) >= kMostStep >> at)))
        return kUnknown;
      if (s.step)
        result = linear(s.step * (int64_t(1) << at));
      at += kernel_.values[part].width;
    }
    return result;
  }

  static Stride clamped(const Stride &a, const Stride &b) {
    if (a.state != Stride::Linear || b.state != Stride::Linear || (a.step && b.step && a.step != b.step))
      return kUnknown;
    return a.step ? a : b;
  }

  const Kernel &kernel_;
  std::vector<Stride> strides_;
  std::vector<Stride> stored_;                     // by memory: what is written to it
  std::vector<std::optional<int64_t>> constants_;  // by value
};

UnitReason irregular(const Stride &stride) {
  if (stride.cause)
    return {UnitReason::Kind::Irregular, 0, mnemonic(stride.cause->opcode), stride.cause->location};
  return {UnitReason::Kind::Irregular, 0, "merge", stride.merge ? stride.merge->location : SourceLocation()};
}

UnitReason reasonFor(const Stride &stride, unsigned lineBytes) {
  if (stride.state != Stride::Linear)
    return irregular(stride);
  // A step of a line or more never shares a line.
  const bool dense = std::abs(stride.step) < int64_t(lineBytes);
  return {dense ? UnitReason::Kind::Neighbours : UnitReason::Kind::Apart, stride.step, "", {}};
}

}  // namespace

bool chooseUnits(Kernel &kernel, unsigned lineBytes) {
  Strides strides(kernel);
  for (NodeId n = 0; n < kernel.nodes.size(); ++n) {
    const NodeAliases aliases(kernel, kernel.nodes[n]);
    for (const Op &op : kernel.nodes[n].ops) {
      if (op.opcode != Opcode::Load && op.opcode != Opcode::Store)
        continue;
      Site &site = kernel.sites[op.index];
      site.reason = reasonFor(strides.of(aliases.addressOf(op)), lineBytes);
      if (op.opcode == Opcode::Load && site.isVolatile)
        site.reason = {UnitReason::Kind::Volatile, 0, "", {}};
      else if (op.opcode == Opcode::Load && site.reason.kind == UnitReason::Kind::Neighbours &&
               (site.order.kind == SiteOrder::Kind::Always || site.order.kind == SiteOrder::Kind::Fence))
        site.reason = {site.order.kind == SiteOrder::Kind::Fence ? UnitReason::Kind::Fence : UnitReason::Kind::Store, 0,
                       "", site.order.location};
      site.unit = site.reason.kind == UnitReason::Kind::Neighbours ? Site::Unit::Stream : Site::Unit::Scatter;
    }
  }
  return true;
}

}  // namespace weft::graph
