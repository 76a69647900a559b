// SPDX-License-Identifier: Apache-2.0
// Loads that walk through memory as their loop goes round.
#pragma once
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

/// By site: whether it is a load in a loop whose address depends on nothing that this loop, the innermost one, reads
/// from memory. Then what a work-item loads next mostly lies in the line that it had last, or beside it.
std::vector<bool> walkingLoads(const Kernel &kernel);

}  // namespace weft::graph
