// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "hls/graph/build.h"

namespace weft::graph {

/// Makes one edge of all edges of `node` to the same target; `build` is the node's. If given, `incoming` (edges into
/// each node) is kept up to date. Returns whether there were any.
bool joinEdges(Node &node, Builder &build, std::vector<unsigned> *incoming = nullptr);

}  // namespace weft::graph
