// SPDX-License-Identifier: Apache-2.0
// Loads that walk through memory as their loop goes round.
#pragma once
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

/// By site: whether it is a load in a loop whose address, from one round of this loop, the innermost one, to the next,
/// is less than a line further. Then what a work-item loads next mostly lies in the line that it had last, or beside
/// it. Addresses that depend on what the loop reads, or step by what is not constant, do not walk.
std::vector<bool> walkingLoads(const Kernel &kernel, unsigned lineBytes);

}  // namespace weft::graph
