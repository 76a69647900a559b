// SPDX-License-Identifier: Apache-2.0
// What nextpnr says of a routed design.
#pragma once
#include <string>
#include <vector>

#include "flow/family.h"
#include "flow/source_map.h"
#include "kernel/bitstream.h"

namespace weft::flow {

struct Timing {
  double mhz = 0;  // that the logic reaches
  std::vector<kernel::Resource> resources;
  std::vector<kernel::PathStep> criticalPath;  // between registers
};

/// Of the text of nextpnr's --report, of a design for `clockMhz`. Throws std::exception if it is no such report, or of
/// a design without a clock.
Timing readTiming(const std::string &report, double clockMhz, const Family &family, const SourceMap &sources);

}  // namespace weft::flow
