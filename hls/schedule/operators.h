// SPDX-License-Identifier: Apache-2.0
// Look-up in hls/operators.def: how an operation of a given width is built on an FPGA family, and what it costs in
// time.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hls/diagnostic.h"
#include "hls/graph/graph.h"

namespace weft::schedule {

/// Of the clock that a module reaches alone, what it reaches among others: wires cross, and its signals come through
/// logic of its neighbours (docs/bitstreams.md, "The clock that is expected").
inline constexpr double kAmongOthers = 0.93;

/// What a kernel is built for.
struct Target {
  std::string family = "generic";
  double mhz = 100;
};

struct Operator {
  const char *module = "";  // rtl module, or "" for a SystemVerilog expression
  unsigned latency = 0;     // cycles; 0: combinational
  unsigned interval = 1;    // cycles from one set of operands to the next
  unsigned inPs = 0;        // operand to first register; combinational: through
  unsigned outPs = 0;       // last register to result
  bool operator==(const Operator &) const = default;
};

/// How much longer than on ECP5 (speed grade 6) logic takes on a family; nothing if the family is not known.
std::optional<double> slowness(std::string_view family);

/// The operator of least latency that reaches the target's clock among others, in multiplier blocks rather one with
/// time for long wires to them; or else the fastest of those that reach the clock alone; for a pure opcode whose widest
/// operand has `width` bits; or what is missing.
hls::Expected<Operator> findOperator(const Target &target, graph::Opcode opcode, unsigned width);

}  // namespace weft::schedule
