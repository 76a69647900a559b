// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/evaluate.h"

#include "hls/graph/operations/operation.h"

namespace weft::graph {

std::optional<Bits> evaluate(const Op &op, const std::vector<Bits> &operands, unsigned width) {
  const Operation &operation = operationOf(op.opcode);
  return operation.evaluate ? operation.evaluate(op, operands, width) : std::nullopt;
}

Bits evaluateAtomic(AtomicOp atomic, const Bits &old, const std::vector<Bits> &operands) {
  const Bits &data = operands[1];
  switch (atomic) {
  case AtomicOp::Add:
    return old + data;
  case AtomicOp::And:
    return old & data;
  case AtomicOp::Or:
    return old | data;
  case AtomicOp::Xor:
    return old ^ data;
  case AtomicOp::SMin:
    return old.signedLow() < data.signedLow() ? old : data;
  case AtomicOp::SMax:
    return old.signedLow() > data.signedLow() ? old : data;
  case AtomicOp::UMin:
    return old.low() < data.low() ? old : data;
  case AtomicOp::UMax:
    return old.low() > data.low() ? old : data;
  case AtomicOp::CmpXchg:  // operands: address, new value, compare value
    return old == operands[2] ? data : old;
  default:  // Xchg
    return data;
  }
}

}  // namespace weft::graph
