// SPDX-License-Identifier: Apache-2.0
// The deadlock condition (docs/architecture.md, section 2): on every cycle of the graph at least one buffer holds
// N_max tokens. A barrier node is such a buffer; elsewhere an edge needs a FIFO of N_max entries, or the node that it
// leaves has room for as many within (hls/rtlgen/plan.cpp).
#pragma once
#include <optional>
#include <set>
#include <vector>

#include "hls/diagnostic.h"
#include "hls/graph/cfg.h"

namespace weft::graph {

/// Edges of which each may need a FIFO of N_max entries: the back edges that lie on a cycle without a barrier. Sorted
/// by the depth of their header's loop, inner ones first, then by themselves. The graph is verified.
std::vector<EdgeRef> chooseFullFifos(const Kernel &kernel);

/// Whether a cycle without a barrier node and without an edge of `full` leads through the edge.
bool onOpenCycle(const Kernel &kernel, EdgeRef edge, const std::set<EdgeRef> &full);

/// Nothing if every cycle holds a barrier node or one of `full`; else a defect that names the nodes of a cycle which
/// doesn't. Shares no code with chooseFullFifos.
std::optional<hls::Diagnostic> checkDeadlockFree(const Kernel &kernel, const std::vector<EdgeRef> &full);

}  // namespace weft::graph
