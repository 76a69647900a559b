// SPDX-License-Identifier: Apache-2.0
// Look-up in hls/operators.def: how an operation of a given width is built, and what it costs in time.
#pragma once
#include <optional>

#include "hls/graph/graph.h"

namespace weft::schedule {

struct Operator {
  const char *module = "";  // rtl module, or "" for a SystemVerilog expression
  unsigned latency = 0;     // cycles; 0: combinational
  unsigned delayPs = 0;     // combinational: through; registered: to the first register plus from the last one
};

/// The row for a pure opcode whose widest operand has `width` bits; nothing where the width is not supported.
std::optional<Operator> findOperator(graph::Opcode opcode, unsigned width);

}  // namespace weft::schedule
