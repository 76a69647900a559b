// SPDX-License-Identifier: Apache-2.0
// The clock that a board's logic runs at: the oscillator's, or what a PLL makes of it.
#pragma once
#include <optional>
#include <string>

#include "board/description.h"

namespace weft::flow {

struct ClockPlan {
  double mhz = 0;         // exactly what the hardware will have
  std::string pllModule;  // SystemVerilog of module board_clock with a PLL; empty: none is needed
};

/// `wantedMhz`: none: the board's own. Runs the tool that computes the PLL's settings. Throws Error if the board's
/// top.sv has no place for a PLL, if the PLL cannot make the clock, or if its serial port could not keep its rate.
ClockPlan planClock(const board::Description &board, std::optional<double> wantedMhz);

}  // namespace weft::flow
