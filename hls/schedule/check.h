// SPDX-License-Identifier: Apache-2.0
// Both return the first violation, or an empty string.
#pragma once
#include <string>

#include "hls/schedule/problem.h"

namespace weft::schedule {

/// Does the problem say all that its node means?
std::string checkProblem(const Problem &problem);

/// Tests every rule of problem.h on a schedule.
std::string check(const Problem &problem, const NodeSchedule &schedule);

}  // namespace weft::schedule
