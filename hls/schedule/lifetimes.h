// SPDX-License-Identifier: Apache-2.0
// Where the values of a scheduled node come into being and how long they are needed.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hls/schedule/problem.h"

namespace weft::schedule {

/// Where a value comes into being: (segment, first cycle). What enters with the token: (0, 0).
Position readyAt(const Problem &problem, const NodeSchedule &schedule, graph::ValueId value);

/// Last segment in which a value is needed at all, by ValueId; -1: none.
std::vector<int> lastSegments(const Problem &problem, const NodeSchedule &schedule);

/// By segment: the values that exist before it and that it or a later one needs, in rising order. The slot is none of
/// them.
std::vector<std::vector<graph::ValueId>> crossings(const Problem &problem, const NodeSchedule &schedule);

/// By segment: each value that is alive in it, with the last cycle in which it is needed there; values that only pass
/// through included.
std::vector<std::map<graph::ValueId, unsigned>> lastCycles(const Problem &problem, const NodeSchedule &schedule);

/// Pipeline register bits, FIFOs not counted.
uint64_t registerBits(const Problem &problem, const NodeSchedule &schedule);

/// One line an op, for tests and reports.
std::string dump(const Problem &problem, const NodeSchedule &schedule);

}  // namespace weft::schedule
