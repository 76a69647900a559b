// SPDX-License-Identifier: Apache-2.0
// Packets whose work-items take different ways (ADR 43).
#pragma once
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

/// Gives each node but the exit a parameter that says which lanes hold work-items. By node; kNone in the exit.
std::vector<ValueId> addActive(Kernel &kernel);

/// Makes every edge one that whole packets of `lanes` work-items take: what some of them branch around is run for all,
/// under a mask of those that do, and a loop goes round as long as there is one that does. `active`: by node, the
/// parameter that says which lanes are there; nodes that are added are appended. One work-item computes what it did.
/// Gives why that is not possible; otherwise nothing.
LimitReason linearise(Kernel &kernel, unsigned lanes, std::vector<ValueId> &active);

}  // namespace weft::graph
