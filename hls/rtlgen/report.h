// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "hls/netlist/netlist.h"
#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

/// JSON: per node the initiation interval, latency and latency per segment in cycles, the cycles that a work-item
/// spends there if it need not wait, the headers of the loops round it, register bits; memories; sites with their units
/// and why; cycles from a store to its acknowledgement, and the share of time in which refresh keeps memory from
/// serving; for all and for each pipeline node an estimate of the area on ECP5. `design` has been through its passes.
std::string makeReport(const Plan &plan, const netlist::Design &design);

}  // namespace weft::rtlgen
