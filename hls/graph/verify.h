// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "hls/diagnostic.h"
#include "hls/graph/graph.h"

namespace weft::graph {

/// Checks everything graph.h and opcodes.def say: one diagnostic a defect, empty if there is none. `after`: what
/// made the graph, for the messages. It never crashes, whatever the graph holds. Rules beyond those stated there:
///   * a node uses its own parameters and results of its own earlier ops only
///   * every node is reachable from nodes[0], which has no incoming edge; loopHeader is set where a back edge ends
///   * a parameter of the entry is 32 bits wide
///   * `after` names earlier memory ops of the node
///   * global addresses have Kernel::addressBits bits; on-chip addresses 1 to 32, data widths are the access size
std::vector<hls::Diagnostic> verify(const Kernel &kernel, std::string_view after = {});

}  // namespace weft::graph
