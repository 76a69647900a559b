// SPDX-License-Identifier: Apache-2.0
// Random operations with random and special operands, for tests of what tools make of them.
#pragma once
#include <catch2/catch.hpp>

#include <random>

#include "hls/graph/evaluate.h"
#include "hls/graph/operations/operation.h"

namespace weft::graph::test {

inline std::vector<Opcode> opcodes(bool pure) {
  std::vector<Opcode> result;
  for (unsigned i = 0; i <= unsigned(Opcode::Fence); ++i)
    if ((kindOf(Opcode(i)) == OpKind::Pure) == pure)
      result.push_back(Opcode(i));
  return result;
}

class Random {
public:
  explicit Random(unsigned seed) : engine_(seed) {}
  unsigned below(unsigned n) { return unsigned(engine_() % n); }
  bool oneIn(unsigned n) { return below(n) == 0; }
  unsigned width() {
    static const unsigned widths[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 31, 32, 33, 63, 64, 65, 100};
    return widths[below(std::size(widths))];
  }
  Bits anyBits(unsigned width) {
    Bits result(width);
    for (unsigned lo = 0; lo < width; lo += 64)
      result.insert(lo, Bits(std::min(64u, width - lo), engine_()));
    return result;
  }
  /// Limits, powers of two and small numbers as often as others; of floating-point formats also NaN and infinity.
  Bits bits(unsigned width) {
    Bits power(width);
    power.insert(below(width), Bits(1, 1));
    switch (below(10)) {
    case 0:
      return Bits(width);
    case 1:
      return Bits::ones(width);
    case 2:
      return power;
    case 3:
      return power - Bits(width, 1);
    case 4:
      return Bits(width, below(width + 2));
    case 5:
      return Bits(width, width == 64 ? 0x7ff0000000000000 + below(2) : 0x7f800000 + below(2));
    default:
      return anyBits(width);
    }
  }

private:
  std::mt19937_64 engine_;
};

struct Case {
  Op op;
  unsigned width = 0;
  std::vector<unsigned> operands;
};

/// An op with widths that its entry allows.
inline Case randomCase(Opcode opcode, Random &random) {
  const Operation &operation = operationOf(opcode);
  const unsigned count = operandCount(opcode) < 0 ? 1 + random.below(4) : unsigned(operandCount(opcode));
  for (unsigned attempt = 0; attempt < 100000; ++attempt) {
    Case result;
    const unsigned width = random.width();
    unsigned sum = 0;
    for (unsigned i = 0; i < count; ++i) {
      result.operands.push_back(random.oneIn(3) ? random.width() : width);
      sum += result.operands.back();
    }
    const unsigned results[] = {width, random.width(), sum, 1};
    result.width = results[random.below(4)];
    result.op.opcode = opcode;
    if (opcode == Opcode::Slice)
      result.op.lo = random.below(result.operands[0]);
    const Predicates &p = operation.predicates;
    result.op.predicate = Predicate(unsigned(p.first) + random.below(unsigned(p.last) - unsigned(p.first) + 1));
    if (operation.checkWidths({result.width, result.operands, result.op.lo}).empty())
      return result;
  }
  FAIL("no widths found for " << mnemonic(opcode));
  return {};
}

inline bool isBelow(const Bits &index, unsigned elements) {
  return index.low() < elements && index.zext(64).zext(index.width()) == index;
}

/// Whether the source leaves the result open: a division by zero, an element past the end.
inline bool isUnspecified(const Case &c, const std::vector<Bits> &in) {
  switch (c.op.opcode) {
  case Opcode::UDiv:
  case Opcode::SDiv:
  case Opcode::URem:
  case Opcode::SRem:
    return in[1].isZero();
  case Opcode::DynSlice:
    return !isBelow(in[1], c.operands[0] / c.width);
  case Opcode::DynInsert:
    return !isBelow(in[1], c.width / c.operands[2]);
  default:
    return false;
  }
}

}  // namespace weft::graph::test
