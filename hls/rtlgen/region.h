// SPDX-License-Identifier: Apache-2.0
// The top of a kernel's RTL: dispatcher, nodes and channels, memories, access units, control.
#pragma once
#include <string>

#include "hls/rtlgen/node_module.h"

namespace weft::rtlgen {

/// Text of `kernel_region`. `modules`: by node; empty for nodes that are no pipelines.
std::string emitRegion(const Plan &plan, const std::vector<NodeModule> &modules);

}  // namespace weft::rtlgen
