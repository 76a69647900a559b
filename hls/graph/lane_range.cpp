// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/lane_range.h"

#include <algorithm>

namespace weft::graph {
namespace {

constexpr int64_t kMost = int64_t(1) << 50;

std::optional<LaneRange> sum(const std::optional<LaneRange> &a, const std::optional<LaneRange> &b) {
  if (!a || !b)
    return std::nullopt;
  const LaneRange both{a->low + b->low, a->high + b->high};
  return both.low > -kMost && both.high < kMost ? std::optional(both) : std::nullopt;
}

std::optional<LaneRange> shifted(const std::optional<LaneRange> &range, unsigned bits) {
  constexpr unsigned kFewBits = 10;  // of elements and of rows' strides
  const int64_t factor = int64_t(1) << std::min(bits, kFewBits);
  if (!range || bits > kFewBits || range->low <= -kMost / factor || range->high >= kMost / factor)
    return std::nullopt;
  return LaneRange{range->low * factor, range->high * factor};
}

}  // namespace

bool LaneRange::fits(unsigned bits, bool isSigned) const {
  const int64_t end = int64_t(1) << std::min(bits - unsigned(isSigned), 62U);
  return low >= (isSigned ? -end : 0) && high < end;
}

std::optional<LaneRange> laneRangeOf(const Kernel &kernel, const Op &op,
                                     const std::vector<std::optional<Bits>> &constants,
                                     const std::function<std::optional<LaneRange>(ValueId)> &operand) {
  switch (op.opcode) {
  case Opcode::Const: {
    const Bits &number = *constants[op.result];
    return number.width() < 50 ? std::optional(LaneRange{number.signedLow(), number.signedLow()}) : std::nullopt;
  }
  case Opcode::Add:
    return sum(operand(op.operands[0]), operand(op.operands[1]));
  case Opcode::Trunc:
    return operand(op.operands[0]);
  case Opcode::Zext:
  case Opcode::Sext: {
    const std::optional<LaneRange> range = operand(op.operands[0]);
    const bool same = range && range->fits(kernel.values[op.operands[0]].width, op.opcode == Opcode::Sext);
    return same ? range : std::nullopt;
  }
  case Opcode::Concat: {  // above zeros: a multiple
    const std::optional<Bits> &low = constants[op.operands[0]];
    return op.operands.size() == 2 && low && low->isZero() ? shifted(operand(op.operands[1]), low->width())
                                                           : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

}  // namespace weft::graph
