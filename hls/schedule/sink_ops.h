// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "hls/diagnostic.h"
#include "hls/schedule/problem.h"

namespace weft::schedule {

/// Chooses the segments of the ops without a register, from where their operands are to where their result is needed
/// first, such that the fewest bits wait between segments; of such choices the earliest. All other tasks stay where
/// `schedule` has them.
std::optional<hls::Diagnostic> sinkOps(const Problem &problem, NodeSchedule &schedule);

}  // namespace weft::schedule
