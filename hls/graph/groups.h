// SPDX-License-Identifier: Apache-2.0
// What a kernel's work-items have to do with their groups.
#pragma once
#include "hls/graph/graph.h"

namespace weft::graph {

/// Whether what a work-item does may depend on others of its group being in flight as well, or on its slot's number.
bool needsGroups(const Kernel &kernel);

/// Whether a work-item can find out which group it is in, or how its part of the range is divided.
bool looksAtGroups(const Kernel &kernel);

/// Whether an op computes with the slot's number.
bool computesWithSlots(const Kernel &kernel);

}  // namespace weft::graph
