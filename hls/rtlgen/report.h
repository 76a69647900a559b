// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

/// JSON: per node the initiation interval, latency and latency per segment in cycles, register bits; memories; sites.
std::string makeReport(const Plan &plan);

}  // namespace weft::rtlgen
