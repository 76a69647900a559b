// SPDX-License-Identifier: Apache-2.0
// Work-items that wait for others without a barrier.
#pragma once
#include "hls/graph/graph.h"

namespace weft::graph {

/// Whether work-items may wait for others in the loop of this header: they look at memory again and again. Who compares
/// and exchanges tries again because another one was first, and that is progress.
bool mayWait(const Kernel &kernel, NodeId header);

/// The same of any loop.
bool mayWait(const Kernel &kernel);

}  // namespace weft::graph
