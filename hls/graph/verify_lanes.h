// SPDX-License-Identifier: Apache-2.0
// Internal to the verifier: what a graph says of the lanes of its packets (ADR 40).
#pragma once
#include <functional>
#include <string>

#include "hls/graph/graph.h"

namespace weft::graph {

/// What is claimed of values is true, and what asks for the same in all lanes gets it. Where a packet is one work-item,
/// nothing is claimed. `found` is told of each defect and the node that it is in; kNone: the kernel.
void verifyLanes(const Kernel &kernel, const std::function<void(NodeId, const std::string &)> &found);

}  // namespace weft::graph
