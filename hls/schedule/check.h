// SPDX-License-Identifier: Apache-2.0
// Both return the first violation, if there is one.
#pragma once
#include <optional>

#include "hls/diagnostic.h"
#include "hls/schedule/problem.h"

namespace weft::schedule {

/// Does the problem say all that its node means?
std::optional<hls::Diagnostic> checkProblem(const Problem &problem);

/// Tests every rule of problem.h on a schedule.
std::optional<hls::Diagnostic> check(const Problem &problem, const NodeSchedule &schedule);

}  // namespace weft::schedule
