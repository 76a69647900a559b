// SPDX-License-Identifier: Apache-2.0
// The top of a kernel's hardware: dispatcher, nodes and channels, memories, access units, control.
#pragma once
#include <vector>

#include "hls/rtlgen/node.h"

namespace weft::rtlgen {

/// The module `kernel_region`. `nodes`: by node; empty for nodes that are no pipelines. `modules`: their indices in the
/// design.
netlist::Module makeRegion(const Plan &plan, const std::vector<NodeModule> &nodes,
                           const std::vector<netlist::ModuleId> &modules);

}  // namespace weft::rtlgen
