// SPDX-License-Identifier: Apache-2.0
#include "hls/graph/evaluate.h"

#include "hls/graph/operations/operation.h"

namespace weft::graph {

std::optional<Bits> evaluate(const Op &op, const std::vector<Bits> &operands, unsigned width) {
  const Operation &operation = operationOf(op.opcode);
  return operation.evaluate ? operation.evaluate(op, operands, width) : std::nullopt;
}

}  // namespace weft::graph
