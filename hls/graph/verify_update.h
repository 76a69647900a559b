// SPDX-License-Identifier: Apache-2.0
// Internal to the verifier: atomic operations of packets, and accesses of memories that they update (ADR 44).
#pragma once
#include <string>
#include <vector>

#include "hls/graph/shapes.h"

namespace weft::graph {

/// What is wrong with such an access in a graph with packets; empty: nothing.
std::string wrongUpdate(const Kernel &kernel, const Op &op, const std::vector<LaneShape> &shapes);

}  // namespace weft::graph
