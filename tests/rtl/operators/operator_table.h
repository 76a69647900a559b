// SPDX-License-Identifier: Apache-2.0
// hls/operators.def as data.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

struct OperatorRow {
  std::string_view opcode;
  unsigned minWidth, maxWidth;
  std::string_view module;
  unsigned latency, delayPs;
};

inline const std::vector<OperatorRow> &operatorTable() {
  static const std::vector<OperatorRow> table = {
#define WEFT_OPERATOR(opcode, minWidth, maxWidth, module, latency, delayPs)                                            \
  {#opcode, minWidth, maxWidth, module, latency, delayPs},
#include "hls/operators.def"
  };
  return table;
}

/// The first row of `opcode` that holds `width`; none if there is none.
inline std::optional<OperatorRow> findOperator(std::string_view opcode, unsigned width) {
  for (const OperatorRow &row : operatorTable())
    if (row.opcode == opcode && row.minWidth <= width && width <= row.maxWidth)
      return row;
  return std::nullopt;
}
