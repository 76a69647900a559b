// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/operators.h"

namespace weft::schedule {

namespace {

struct Row {
  graph::Opcode opcode;
  unsigned minWidth, maxWidth;
  Operator op;
};

constexpr Row kRows[] = {
#define WEFT_OPERATOR(opcode, minWidth, maxWidth, module, latency, delayPs)                                            \
  {graph::Opcode::opcode, minWidth, maxWidth, {module, latency, delayPs}},
#include "hls/operators.def"
};

}  // namespace

std::optional<Operator> findOperator(graph::Opcode opcode, unsigned width) {
  for (const Row &row : kRows)
    if (row.opcode == opcode && row.minWidth <= width && width <= row.maxWidth)
      return row.op;
  return std::nullopt;
}

}  // namespace weft::schedule
