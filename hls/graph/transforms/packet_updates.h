// SPDX-License-Identifier: Apache-2.0
// How packets update memories on chip by atomic operations (ADR 44).
#pragma once
#include "hls/graph/graph.h"

namespace weft::graph {

/// Memory::updates of memories of groups, in a graph without packets still. Gives why packets of `lanes` work-items
/// cannot update one.
LimitReason choosePacketUpdates(Kernel &kernel, unsigned lanes);

/// Bytes that a lane reads of a memory whose lanes take turns, to find those of an access in them.
unsigned bytesOfTurn(const Kernel &kernel, uint32_t memory, unsigned accessBytes);

}  // namespace weft::graph
