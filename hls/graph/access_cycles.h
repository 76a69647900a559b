// SPDX-License-Identifier: Apache-2.0
// How long the access units of a kernel are busy with a packet, at best.
#pragma once
#include "hls/graph/graph.h"

namespace weft::graph {

/// Cycles between two packets in the innermost loops, after units are chosen: those of the busiest of the memory port,
/// which has `lineBytes` in a cycle, the units, and the line caches. What caches hold takes nothing of the port.
double accessCycles(const Kernel &kernel, unsigned lineBytes);

}  // namespace weft::graph
