// SPDX-License-Identifier: Apache-2.0
// Loads that walk through memory as their loop goes round, and accesses that stay where they are.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "hls/graph/graph.h"

namespace weft::graph {

/// By site: of a load in a loop, how far its address is from one round of this loop, the innermost one, to the next;
/// nullopt where that depends on what the loop reads, or is not constant.
std::vector<std::optional<int64_t>> stepsOfLoads(const Kernel &kernel);

/// By site: whether it is a load or store in a loop of which some work-items or rounds make none, and whose address
/// stays as this loop, the innermost one, goes round. Sums that wait in registers (ADR 88) are accessed so, in one
/// round mostly.
std::vector<bool> occasionalAccesses(const Kernel &kernel);

/// By site: whether it is a load in a loop whose address, from one round of this loop, the innermost one, to the next,
/// is less than a line further, counted from the last of the elements that it loads in turn. Then what a work-item
/// loads next mostly lies in the line that it had last, or beside it. Addresses that depend on what the loop reads, or
/// step by what is not constant, do not walk.
std::vector<bool> walkingLoads(const Kernel &kernel, unsigned lineBytes);

/// Those of these, by site, that go along lines which no other work-item reads, as far as ids show: of each dimension
/// that the kernel looks at depends where they are, or what was read there that says where they are.
std::vector<bool> loadsOfOwnLines(const Kernel &kernel, unsigned lineBytes);

}  // namespace weft::graph
