// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "hls/diagnostic.h"
#include "hls/schedule/memory_use.h"
#include "hls/schedule/problem.h"

namespace weft::schedule {

/// Builds the problem of one pipeline node. An error names an op that no operator of the target's family supports at
/// its clock.
hls::Expected<Problem> makeProblem(const graph::Kernel &kernel, const graph::Node &node,
                                   const std::vector<MemoryUse> &memories, const Target &target);

/// Values that `value` is wired from and that are not Uniform: itself, or what a Wires op is made of.
std::vector<graph::ValueId> leavesOf(const Problem &problem, graph::ValueId value);

}  // namespace weft::schedule
