// SPDX-License-Identifier: Apache-2.0
// Rules that several families share.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hls/graph/operations/operation.h"

namespace weft::graph {

using Operands = std::vector<Bits>;

// Widths: what is wrong, or nothing.
std::string allEqual(const Shape &shape);        // operands and result
std::string equalOperands(const Shape &shape);   // the two operands
std::string comparedWidths(const Shape &shape);  // the two operands; the result is a bit
inline bool isFloatWidth(unsigned width) { return width == 16 || width == 32 || width == 64; }

// Settings of modules.
inline std::vector<Setting> widthOnly(const Op &, unsigned, unsigned operand) { return {{"Width", operand}}; }

/// log2, if there is one.
inline std::optional<unsigned> logOfPowerOfTwo(const Bits &value) {
  std::optional<unsigned> log;
  for (unsigned i = 0; i < value.width(); ++i)
    if (value.bit(i)) {
      if (log)
        return std::nullopt;
      log = i;
    }
  return log;
}

bool compareIntegers(Predicate predicate, const Bits &a, const Bits &b);

// Active bits.
inline unsigned mostActive(const ActiveBits &op) { return std::max(op.active(0), op.active(1)); }
inline unsigned leastActive(const ActiveBits &op) { return std::min(op.active(0), op.active(1)); }
inline unsigned firstActive(const ActiveBits &op) { return op.active(0); }
inline bool mayBeNegative(const ActiveBits &op) {  // one of two operands
  return op.active(0) == op.width(0) || op.active(1) == op.width(1);
}

// Demanded bits.
inline unsigned sameDemanded(const ActiveBits &, unsigned demanded, size_t) { return demanded; }

// Narrowing.
inline ValueId narrowToResult(Narrowing &op) { return op.atWidth(op.bits); }
inline ValueId narrowToOperands(Narrowing &op) { return op.atWidth(op.common()); }
/// A signed operation is its unsigned counterpart where no operand is negative.
template <Opcode Unsigned> ValueId narrowSigned(Narrowing &op) {
  return op.neverNegative(0) && op.neverNegative(1) ? op.atWidth(Unsigned, op.common()) : op.atWidth(op.full);
}

}  // namespace weft::graph
