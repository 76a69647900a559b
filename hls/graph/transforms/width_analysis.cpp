// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/transforms/width_analysis.h"

#include <algorithm>
#include <bit>

#include "hls/graph/bits.h"
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

unsigned logCeil(uint64_t n) { return n <= 1 ? 1 : unsigned(std::bit_width(n - 1)); }

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

  /// Ids within a group are bounded by the group's size.
  unsigned entryBits(EntryValue value) const {
    uint64_t size = 0;
    if (value == EntryValue::LinearLocalId)
      size = kernel_.maxWorkGroupSize;
    else if (value >= EntryValue::LocalIdX && value <= EntryValue::LocalIdZ)
      size = kernel_.requiredSize[unsigned(value) - unsigned(EntryValue::LocalIdX)].value_or(kernel_.maxWorkGroupSize);
    return size ? unsigned(std::bit_width(size - 1)) : 32;
  }

  unsigned activeOf(const Op &op) const {
    const unsigned w = width(op.result);
    auto a = [&](size_t i) { return active(op.operands[i]); };
    switch (op.opcode) {
    case Opcode::Const:
      return activeBits(op, w);
    case Opcode::Arg:
      if (op.index >= abi::word::LOCAL_SIZE_X && op.index < abi::word::LOCAL_SIZE_X + 3 && op.lo == 0)
        return unsigned(std::bit_width(kernel_.maxWorkGroupSize));
      return w;
    case Opcode::Poison:
      return 0;
    case Opcode::And:
    case Opcode::UMin:
      return std::min(a(0), a(1));
    case Opcode::URem:  // division by zero is free
      return std::min(a(0), a(1));
    case Opcode::Or:
    case Opcode::Xor:
    case Opcode::UMax:
      return std::max(a(0), a(1));
    case Opcode::LShr:
    case Opcode::UDiv:
    case Opcode::Zext:
    case Opcode::Trunc:
      return a(0);
    case Opcode::AShr:
      return a(0);
    case Opcode::Sext:
      return a(0) < width(op.operands[0]) ? a(0) : w;
    case Opcode::Slice:
      return a(0) > op.lo ? a(0) - op.lo : 0;
    case Opcode::Concat: {
      unsigned at = 0, result = 0;
      for (ValueId part : op.operands) {
        if (active(part))
          result = at + active(part);
        at += width(part);
      }
      return result;
    }
    case Opcode::Select:
      return std::max(a(1), a(2));
    case Opcode::Add:
      return std::max(a(0), a(1)) + 1;
    case Opcode::Mul:
      return a(0) + a(1);
    case Opcode::UMulHi:
    case Opcode::SMulHi: {
      const unsigned from = width(op.operands[0]), drop = 2 * from - w;
      if (op.opcode == Opcode::SMulHi && (a(0) == from || a(1) == from))
        return w;
      return a(0) + a(1) > drop ? a(0) + a(1) - drop : 0;
    }
    case Opcode::UAddSat:
      return std::max(a(0), a(1)) + 1;
    case Opcode::SAddSat:
      return a(0) == w || a(1) == w ? w : std::max(a(0), a(1)) + (std::max(a(0), a(1)) + 1 < w);
    case Opcode::USubSat:
      return a(0);
    case Opcode::SDiv:
    case Opcode::SRem:
    case Opcode::SMin:
    case Opcode::SMax:
      if (a(0) == w || a(1) == w)
        return w;
      return op.opcode == Opcode::SDiv ? a(0) : op.opcode == Opcode::SMax ? std::max(a(0), a(1)) : std::min(a(0), a(1));
    case Opcode::Ctlz:
    case Opcode::Cttz:
    case Opcode::Ctpop:
      return unsigned(std::bit_width(w));
    default:
      return w;
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
    bool changed = false;
    auto need = [&](size_t i, unsigned bits) { changed |= demand(op.operands[i], bits); };
    auto needAll = [&](size_t first = 0) {
      for (size_t i = first; i < op.operands.size(); ++i)
        need(i, width(op.operands[i]));
    };
    if (kindOf(op.opcode) == OpKind::Memory) {
      bool onChip = op.opcode == Opcode::MemRead || op.opcode == Opcode::MemWrite || op.opcode == Opcode::MemAtomic;
      if (onChip)
        need(0, logCeil(kernel_.memories[op.index].bytes));
      needAll(onChip ? 1 : 0);
      return changed;
    }
    if (op.operands.empty() || widths_.demanded[op.result] == 0)
      return false;
    const unsigned d = widths_.demanded[op.result];
    switch (op.opcode) {
    case Opcode::And:  // the other operand hides what lies above it
      need(0, std::min(d, active(op.operands[1])));
      need(1, std::min(d, active(op.operands[0])));
      break;
    case Opcode::Or:
    case Opcode::Xor:
    case Opcode::Not:
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Mul:
    case Opcode::Zext:
    case Opcode::Sext:
    case Opcode::Trunc:
      for (size_t i = 0; i < op.operands.size(); ++i)
        need(i, d);
      break;
    case Opcode::Select:
      need(0, 1);
      need(1, d);
      need(2, d);
      break;
    case Opcode::Slice:
      need(0, op.lo + d);
      break;
    case Opcode::Concat: {
      unsigned at = 0;
      for (size_t i = 0; i < op.operands.size(); ++i) {
        if (at < d)
          need(i, d - at);
        at += width(op.operands[i]);
      }
      break;
    }
    case Opcode::Shl:
    case Opcode::LShr:
    case Opcode::AShr: {
      const unsigned w = width(op.result);
      need(0, op.opcode == Opcode::Shl ? d : w);
      need(1, std::has_single_bit(w) ? logCeil(w) : w);
      break;
    }
    case Opcode::DynSlice:
      need(0, width(op.operands[0]));
      need(1, logCeil(width(op.operands[0]) / width(op.result)));
      break;
    case Opcode::DynInsert:
      need(0, d);
      need(1, logCeil(width(op.result) / width(op.operands[2])));
      need(2, width(op.operands[2]));
      break;
    default:
      needAll();
    }
    return changed;
  }

  const Kernel &kernel_;
  Widths widths_;
};

}  // namespace

Widths analyseWidths(const Kernel &kernel) { return Analysis(kernel).run(); }

}  // namespace weft::graph
