// SPDX-License-Identifier: Apache-2.0
// What packets keep of each value (ADR 40, 76).
#pragma once
#include <vector>

#include "hls/graph/shapes.h"

namespace weft::graph {

/// Value::lanes and Memory::lanes, where accesses have their units and masks. `shapes`: of the kernel's lanes. A linear
/// value stays so, also where it is needed in all lanes: it is spread in each node that needs it.
void widenLanes(Kernel &kernel, const std::vector<LaneShape> &shapes);

}  // namespace weft::graph
