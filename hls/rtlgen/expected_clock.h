// SPDX-License-Identifier: Apache-2.0
// The clock that placement and routing are expected to reach for a kernel.
#pragma once
#include <optional>
#include <string>

#include "hls/diagnostic.h"
#include "hls/netlist/netlist.h"
#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

struct ExpectedClock {
  double mhz = 0;
  std::string limit;               // what is slowest: a module of rtl/, or an operation
  graph::SourceLocation location;  // of it, or of the variable that it holds
};

/// From the measured clocks of the components (costs.def, operators.def) and the paths between operations that the
/// scheduler has counted. Of the kernel alone, in the speed grade of the rows (ECP5: 6), whatever board->clockMhz is.
/// The netlist has been through its passes.
ExpectedClock expectedClockOf(const Plan &plan, const netlist::Design &design);

/// A warning where the clock is further below the board's than expected clocks are known.
std::optional<hls::Diagnostic> farBelowBoard(const Plan &plan, const ExpectedClock &clock);

}  // namespace weft::rtlgen
