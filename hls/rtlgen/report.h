// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "hls/netlist/netlist.h"
#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

/// JSON: per node the initiation interval, latency and latency per segment in cycles, register bits; memories; sites;
/// for all and for each pipeline node an estimate of the area on ECP5. `design` has been through its passes.
std::string makeReport(const Plan &plan, const netlist::Design &design);

}  // namespace weft::rtlgen
