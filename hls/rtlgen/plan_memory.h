// SPDX-License-Identifier: Apache-2.0
// The module of a memory on chip.
#pragma once
#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

/// Fills in what follows from the memory, its use and the plan's admission.
void planMemory(const Plan &plan, const graph::Memory &memory, MemoryPlan &p);

}  // namespace weft::rtlgen
