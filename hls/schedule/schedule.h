// SPDX-License-Identifier: Apache-2.0
// The scheduling algorithm. Segments level by level; in a segment the shortest latency and, for it, the fewest
// register bits: a system of difference constraints whose dual is a minimum-cost flow.
#pragma once
#include "hls/diagnostic.h"
#include "hls/schedule/problem.h"

namespace weft::schedule {

/// A schedule that passes check(). An error: the initiation interval is too small; it names the recurrence or the
/// operator that bounds it.
hls::Expected<NodeSchedule> schedule(const Problem &problem);

}  // namespace weft::schedule
