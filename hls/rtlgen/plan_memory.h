// SPDX-License-Identifier: Apache-2.0
// The module of a memory on chip.
#pragma once
#include <string_view>

#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

/// Fills in what follows from the memory, its use and the plan's admission.
void planMemory(const Plan &plan, const graph::Memory &memory, MemoryPlan &p);

/// The memory that an instance stands for, or serves: one that hls/rtlgen/region_memory.cpp calls u_m7, or u_m7_…; null
/// for others.
const graph::Memory *memoryOf(const graph::Kernel &kernel, std::string_view instance);

}  // namespace weft::rtlgen
