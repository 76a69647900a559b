// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/transforms/width_analysis.h"

#include <algorithm>
#include <bit>

#include "hls/graph/bits.h"
#include "hls/graph/numbers.h"
#include "hls/graph/operations/operation.h"
#include "hls/graph/transforms/edge_bounds.h"
#include "weft_abi.h"

namespace weft::graph {
namespace {

unsigned activeBits(const Op &constant, unsigned width) {
  Bits bits = Bits::fromHex(width, constant.constant);
  unsigned n = width;
  while (n > 0 && !bits.bit(n - 1))
    --n;
  return n;
}

class Analysis {
public:
  explicit Analysis(const Kernel &kernel) : kernel_(kernel) {
    widths_.active.resize(kernel.values.size());
    widths_.demanded.resize(kernel.values.size());
  }

  Widths run() {
    forward();
    for (bool changed = true; changed;)
      changed = backward();
    return std::move(widths_);
  }

private:
  unsigned width(ValueId id) const { return kernel_.values[id].width; }
  unsigned active(ValueId id) const { return widths_.active[id]; }

  void forward() {
    for (size_t i = 0; i < kernel_.entryValues.size(); ++i) {
      ValueId p = kernel_.nodes[0].parameters[i];
      widths_.active[p] = std::min(width(p), entryBits(kernel_.entryValues[i]));
    }
    auto raise = [&](ValueId id, unsigned to) {
      if (to <= widths_.active[id])
        return false;
      widths_.active[id] = to;
      return true;
    };
    // From below: a loop's counter grows by a bit a round until the loop's condition or its width stops it.
    for (bool changed = true; changed;) {
      changed = false;
      for (const Node &node : kernel_.nodes) {
        EdgeBounds bounds(kernel_, node, widths_.active);
        for (const Op &op : node.ops)
          if (op.result != kNone)
            raise(op.result, std::min(width(op.result), activeOf(op)));
        for (size_t e = 0; e < node.edges.size(); ++e) {
          const Edge &edge = node.edges[e];
          for (size_t a = 0; a < edge.arguments.size(); ++a) {
            ValueId parameter = kernel_.nodes[edge.target].parameters[a];
            changed |= raise(parameter, std::min(active(edge.arguments[a]), bounds.of(e, a)));
            if (node.kind == NodeKind::Barrier)  // hands on what it got, unchanged: one width on both sides
              changed |= raise(edge.arguments[a], active(parameter));
          }
        }
      }
    }
  }

  /// Ids within a group are bounded by the group's size, others by what a launch may have.
  unsigned entryBits(EntryValue value) const {
    uint64_t size = 0;
    if (value == EntryValue::LinearLocalId)
      size = kernel_.maxWorkGroupSize;
    else if (value >= EntryValue::LocalIdX && value <= EntryValue::LocalIdZ)
      size = kernel_.requiredSize[unsigned(value) - unsigned(EntryValue::LocalIdX)].value_or(kernel_.maxWorkGroupSize);
    return size ? unsigned(std::bit_width(size - 1)) : kernel_.idBits;
  }

  unsigned activeOf(const Op &op) const {
    const unsigned w = width(op.result);
    switch (op.opcode) {
    case Opcode::Const:
      return activeBits(op, w);
    case Opcode::Arg:
      if (op.lo == 0 && (op.index - abi::word::LOCAL_SIZE_X < 3 || op.index - abi::word::ENQUEUED_SIZE_X < 3))
        return unsigned(std::bit_width(kernel_.maxWorkGroupSize));
      return w;
    case Opcode::Poison:
      return 0;
    default: {
      const auto active = operationOf(op.opcode).active;
      return active ? active(ActiveBits(kernel_, op, widths_.active)) : w;
    }
    }
  }

  bool demand(ValueId id, unsigned bits) {
    bits = std::min(bits, width(id));
    if (bits <= widths_.demanded[id])
      return false;
    widths_.demanded[id] = bits;
    return true;
  }

  bool backward() {
    bool changed = false;
    for (size_t n = kernel_.nodes.size(); n-- > 0;) {
      const Node &node = kernel_.nodes[n];
      for (const Edge &edge : node.edges) {
        if (edge.condition != kNone)
          changed |= demand(edge.condition, 1);
        for (size_t a = 0; a < edge.arguments.size(); ++a)
          changed |= demand(edge.arguments[a], widths_.demanded[kernel_.nodes[edge.target].parameters[a]]);
      }
      for (size_t i = node.ops.size(); i-- > 0;)
        changed |= demandOperands(node.ops[i]);
    }
    return changed;
  }

  bool demandOperands(const Op &op) {
    if (kindOf(op.opcode) == OpKind::Memory)
      return demandAccess(op);
    if (op.operands.empty() || widths_.demanded[op.result] == 0)
      return false;
    const auto demanded = operationOf(op.opcode).demanded;
    const ActiveBits bits(kernel_, op, widths_.active);
    bool changed = false;
    for (size_t i = 0; i < op.operands.size(); ++i)
      changed |= demand(op.operands[i], demanded ? demanded(bits, widths_.demanded[op.result], i) : bits.width(i));
    return changed;
  }

  /// All bits of a memory op's operands, but of an offset in an on-chip object only those that it can have.
  bool demandAccess(const Op &op) {
    const bool onChip = isOnChip(op);
    bool changed = false;
    for (size_t i = 0; i < op.operands.size(); ++i)
      changed |= demand(op.operands[i],
                        onChip && i == 0 ? indexBits(kernel_.memories[op.index].bytes) : width(op.operands[i]));
    return changed;
  }

  const Kernel &kernel_;
  Widths widths_;
};

}  // namespace

Widths analyseWidths(const Kernel &kernel) { return Analysis(kernel).run(); }

}  // namespace weft::graph
