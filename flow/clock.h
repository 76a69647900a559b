// SPDX-License-Identifier: Apache-2.0
// The clock that a board's logic runs at: the oscillator's, or what a PLL makes of it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "board/description.h"

namespace weft::flow {

struct ClockPlan {
  double mhz = 0;         // exactly what the hardware will have
  std::string pllModule;  // SystemVerilog of module board_clock with a PLL; empty: none is needed
  /// Of a top.sv that has an ecp5_pll: its dividers.
  std::vector<std::pair<std::string, uint32_t>> parameters;
};

/// Whether the board's top.sv has a place for a PLL, or a PLL whose dividers are its parameters.
bool clockCanChange(const board::Description &board);

/// `wantedMhz`: none: the board's own. Runs the tool that computes the PLL's settings, if it is to
/// write the PLL's module. Throws Error if the board's top.sv has no place for a PLL, if the PLL cannot make the clock,
/// or if serial port or SDRAM could not keep up with it.
ClockPlan planClock(const board::Description &board, std::optional<double> wantedMhz);

}  // namespace weft::flow
