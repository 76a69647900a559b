// SPDX-License-Identifier: Apache-2.0
// What a finished schedule keeps of the rules of problem.h, and how long its paths are.
#pragma once
#include <optional>

#include "hls/diagnostic.h"
#include "hls/schedule/problem.h"

namespace weft::schedule {

/// Each of these two returns the first violation, if there is one.
///
/// Does the problem say all that its node means?
std::optional<hls::Diagnostic> checkProblem(const Problem &problem);

/// Tests every rule of problem.h on a schedule.
std::optional<hls::Diagnostic> check(const Problem &problem, const NodeSchedule &schedule);

/// A path between registers, without what registers themselves take, through more than one operation, or from or into a
/// queue. A single operation is as fast as its row says.
struct LongestPath {
  unsigned ps = 0;
  graph::OpId at = graph::kNone;  // its last operation; kNone: there is no such path
};

/// Of a schedule that keeps the rules.
LongestPath longestPath(const Problem &problem, const NodeSchedule &schedule);

}  // namespace weft::schedule
