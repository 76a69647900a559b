// SPDX-License-Identifier: Apache-2.0
// What a component takes of an FPGA of family ECP5.
#pragma once
#include <optional>

#include "hls/components/component.h"

namespace weft::components {

struct Cost {
  double lut = 0;   // look-up tables of 4 inputs
  double ff = 0;    // flip-flops
  double bram = 0;  // block memories of 18 Kbit
  double dsp = 0;   // multipliers of 18 x 18 bits
  Cost &operator+=(const Cost &other);
  Cost operator*(double factor) const;
  bool operator==(const Cost &) const = default;
};

/// From the measured rows: of operators.def for an operator, as wide as its widest operand; of costs.def for the
/// others, on the line through the least and the greatest measured size of the band. Nothing: there is no row.
std::optional<Cost> costOf(const Component &component, const Values &complete);

/// Look-up tables of a SystemVerilog expression, from its row of operators.def. `opcode` is its name there.
double expressionLuts(std::string_view opcode, unsigned width);

}  // namespace weft::components
