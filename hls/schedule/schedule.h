// SPDX-License-Identifier: Apache-2.0
// The scheduling algorithm. Segments level by level; in a segment the shortest latency and, for it, the fewest
// register bits: a system of difference constraints whose dual is a minimum-cost flow.
#pragma once
#include <optional>
#include <string>

#include "hls/schedule/problem.h"

namespace weft::schedule {

/// A schedule that passes check(). None if the initiation interval is too small: `why` names the recurrence or the
/// operator that bounds it.
std::optional<NodeSchedule> schedule(const Problem &problem, std::string &why);

}  // namespace weft::schedule
