// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>

#include "hls/graph/build.h"

namespace weft::graph {

/// An op that is rebuilt with those bits of its operands and result that can be set and are demanded.
class Narrowing {
public:
  Narrowing(Builder &build, const Op &op, unsigned full, unsigned bits)
      : build(build), op(op), full(full), bits(bits) {}
  Narrowing(const Narrowing &) = delete;
  Narrowing &operator=(const Narrowing &) = delete;
  virtual ~Narrowing() = default;

  /// Operand i with `width` bits. Bits above those kept are zero or not demanded.
  virtual ValueId operand(size_t i, unsigned width) = 0;
  virtual unsigned width(size_t i) const = 0;   // before narrowing
  virtual unsigned active(size_t i) const = 0;  // bits that can be set
  virtual unsigned kept(size_t i) const = 0;    // active and demanded; at least 1

  bool neverNegative(size_t i) const { return active(i) < width(i); }
  /// Width at which two operands that are not negative hold all they have.
  unsigned common() const { return std::max(kept(0), kept(1)); }
  ValueId finish(ValueId value) { return build.zextOrTrunc(value, bits); }
  /// The op, or another of its operands, with operands and result of `width` bits.
  ValueId atWidth(Opcode opcode, unsigned width) {
    const ValueId a = operand(0, width);
    return finish(build.binary(opcode, a, operand(1, width)));
  }
  ValueId atWidth(unsigned width) { return atWidth(op.opcode, width); }

  Builder &build;
  const Op &op;
  const unsigned full;  // the result's width before
  const unsigned bits;  // bits of the result that are kept
};

}  // namespace weft::graph
