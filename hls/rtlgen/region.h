// SPDX-License-Identifier: Apache-2.0
// The top of a kernel's hardware: dispatcher, nodes and channels, memories, access units, control.
#pragma once
#include <vector>

#include "hls/rtlgen/node.h"
#include "hls/rtlgen/region_parts.h"

namespace weft::rtlgen {

/// The module `kernel_region`. `nodes`: by node; empty for nodes that are no pipelines. `modules`: their indices in the
/// design.
netlist::Module makeRegion(const Plan &plan, const std::vector<NodeModule> &nodes,
                           const std::vector<netlist::ModuleId> &modules);

/// The module `compute_unit`: the same without configuration and walk of groups.
UnitModule makeUnit(const Plan &plan, const std::vector<NodeModule> &nodes,
                    const std::vector<netlist::ModuleId> &modules);

}  // namespace weft::rtlgen
