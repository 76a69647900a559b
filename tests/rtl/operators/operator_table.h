// SPDX-License-Identifier: Apache-2.0
// hls/operators.def as data.
#pragma once
#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

/// Of `measured` rows `opcode` is a name that no opcode uses, and minWidth = maxWidth.
struct OperatorRow {
  std::string_view family, opcode;
  unsigned minWidth, maxWidth;
  std::string_view module, parameters;
  unsigned latency, interval;
  double mhz;
  unsigned inPs, outPs, lut, ff, dsp;
};

/// Rows of operators, in the table's order.
inline const std::vector<OperatorRow> &operatorTable() {
  static const std::vector<OperatorRow> table = {
#define WEFT_OPERATOR(family, opcode, minWidth, maxWidth, module, latency, interval, mhz, inPs, outPs, lut, ff, dsp)   \
  {#family, #opcode, minWidth, maxWidth, module, "", latency, interval, mhz, inPs, outPs, lut, ff, dsp},
#include "hls/operators.def"
  };
  return table;
}

/// Rows of what no opcode uses: iterative forms, other rounding modes, no subnormals.
inline const std::vector<OperatorRow> &measuredTable() {
  static const std::vector<OperatorRow> table = {
#define WEFT_MEASURED(family, name, width, module, parameters, latency, interval, mhz, inPs, outPs, lut, ff, dsp)      \
  {#family, #name, width, width, module, parameters, latency, interval, mhz, inPs, outPs, lut, ff, dsp},
#include "hls/operators.def"
  };
  return table;
}

struct RefusedRow {
  std::string_view family, opcode;
  unsigned minWidth, maxWidth;
  std::string_view reason;
};

inline const std::vector<RefusedRow> &refusedTable() {
  static const std::vector<RefusedRow> table = {
#define WEFT_REFUSED(family, opcode, minWidth, maxWidth, reason) {#family, #opcode, minWidth, maxWidth, reason},
#include "hls/operators.def"
  };
  return table;
}

/// The row that the scheduler takes on `family` at `mhz`; none if there is none.
inline std::optional<OperatorRow> findOperator(std::string_view family, double mhz, std::string_view opcode,
                                               unsigned width) {
  std::optional<OperatorRow> best;
  for (const OperatorRow &row : operatorTable())
    if (row.family == family && row.opcode == opcode && row.minWidth <= width && width <= row.maxWidth &&
        row.mhz >= mhz && (!best || row.latency < best->latency))
      best = row;
  return best;
}

/// The row that the simulated card takes: 100 MHz on ECP5.
inline std::optional<OperatorRow> findOperator(std::string_view opcode, unsigned width) {
  return findOperator("ecp5", 100, opcode, width);
}

/// All latencies in the table for `opcode` at `width`, on whatever family, rising.
inline std::vector<unsigned> latenciesOf(std::string_view opcode, unsigned width) {
  std::vector<unsigned> latencies;
  for (const OperatorRow &row : operatorTable())
    if (row.opcode == opcode && row.minWidth <= width && width <= row.maxWidth)
      latencies.push_back(row.latency);
  std::sort(latencies.begin(), latencies.end());
  latencies.erase(std::unique(latencies.begin(), latencies.end()), latencies.end());
  return latencies;
}
