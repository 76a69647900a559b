// SPDX-License-Identifier: Apache-2.0
// What a component takes of an FPGA.
#pragma once
#include <optional>
#include <string_view>

#include "hls/components/component.h"

namespace weft::components {

/// Of ECP5, which is what areas are told in unless a board's own FPGA is asked about.
inline constexpr std::string_view kUsualFamily = "ecp5";

struct Cost {
  double lut = 0;   // look-up tables of 4 inputs
  double ff = 0;    // flip-flops
  double bram = 0;  // block memories: ECP5 of 18 Kbit, iCE40 of 4 Kbit
  double dsp = 0;   // multipliers of 18 x 18 bits
  Cost &operator+=(const Cost &other);
  Cost operator*(double factor) const;
  bool operator==(const Cost &) const = default;
};

/// From the measured rows: of operators.def for an operator, as wide as its widest operand; of costs.def for the
/// others, on the line through the least and the greatest measured size of the band, and what its declared memories
/// take. Nothing: there is no row. The families of iCE40 have the same rows of costs.def.
std::optional<Cost> costOf(const Component &component, const Values &complete, std::string_view family = kUsualFamily);

/// MHz that the component reaches between registers, alone on the part that its rows were measured on; found as its
/// cost is. Nothing: no row says. Of an operator it is the row's clock.
std::optional<double> clockOf(const Component &component, const Values &complete,
                              std::string_view family = kUsualFamily);

/// The family on whose part the components of a family were measured.
std::string_view measuredFamily(std::string_view family);

/// The family whose operators a family has: `generic` has ECP5's (ADR 6).
std::string_view operatorFamily(std::string_view family);

/// Whether small memories are made of look-up tables, and read without a register.
bool hasDistributedMemory(std::string_view family);

/// Bits of a block memory of the family, in 1,024.
unsigned blockRamKbit(std::string_view family);

/// Block memories of the family that a memory with one write and one read port takes.
unsigned blockRams(std::string_view family, unsigned width, unsigned rows);

/// Look-up tables of a SystemVerilog expression, from its row of operators.def. `opcode` is its name there.
double expressionLuts(std::string_view opcode, unsigned width, std::string_view family = kUsualFamily);

}  // namespace weft::components
