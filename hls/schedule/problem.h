// SPDX-License-Identifier: Apache-2.0
// What has to be scheduled in one pipeline node, and the rules a schedule must keep. The rules are stated here and
// tested by check(), which shares no code with the algorithm of schedule.h.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "hls/graph/graph.h"
#include "hls/schedule/memory_use.h"
#include "hls/schedule/operators.h"

namespace weft::schedule {

enum class Treatment : uint8_t {
  Uniform,  // the same for every work-item of a launch: computed once, available everywhere
  Token,    // the slot id: travels with every token
  Free,     // wires only, result not narrower than what it is made of: rebuilt wherever it is used
  Fixed,    // latency known: placed in a cycle
  Request   // leaves through a FIFO; the answer, if waited for, comes in at the start of the next segment
};

/// What the schedule needs to know of an op.
struct Task {
  Treatment treatment = Treatment::Fixed;
  const char *module = "";            // rtl module of a pure op; "" for an expression
  unsigned latency = 0;               // cycles from operands to result
  unsigned inPs = 0;                  // operand to first register; combinational: through delay
  unsigned outPs = 0;                 // last register to result; combinational: the same through delay
  bool responds = false;              // Request: the next segment waits for the answer or acknowledgement
  std::vector<graph::ValueId> needs;  // operands, looked at through free ops; no uniform ones; no duplicates
  graph::OpId twin = graph::kNone;    // earlier op that the same module answers: quotient and remainder of one division
  graph::ValueId predicate = graph::kNone;  // of a memory op
};

/// Constraints between ops:
///  * a value is used in the segment it comes into being, not before the cycle in which it is ready, or in a later one;
///    the answer of a Request in segment s is ready at cycle 0 of segment s + 1;
///  * `after`: a Request before: later segment; a Fixed memory op before: later cycle, or a later segment;
///  * no path between registers is longer than budgetPs, unless it is one single operation from a register;
///    values that enter a segment count inputPs in cycle 0, values that leave need pushPs in the last cycle.
struct Problem {
  const graph::Kernel *kernel = nullptr;
  const graph::Node *node = nullptr;
  unsigned budgetPs = 0, inputPs = 0, pushPs = 0;
  std::vector<Task> tasks;                // parallel to node->ops
  std::vector<graph::OpId> producer;      // by ValueId: op of this node, or kNone for parameters and foreign values
  std::vector<graph::ValueId> exitNeeds;  // leaves of edge conditions and arguments: needed when the node ends
};

/// Builds the problem of one pipeline node. `error` names an op that no operator of the target's family supports at its
/// clock, and stays empty otherwise.
Problem makeProblem(const graph::Kernel &kernel, const graph::Node &node, const std::vector<MemoryUse> &memories,
                    const Target &target, std::string &error);

/// Non-uniform values that `value` is wired from: itself, or what a Free op is made of.
std::vector<graph::ValueId> leavesOf(const Problem &problem, graph::ValueId value);

/// Where an op takes its operands. Not used for Uniform, Token and Free ops.
struct Place {
  unsigned segment = 0, cycle = 0;
  bool operator==(const Place &) const = default;
};

struct NodeSchedule {
  std::vector<Place> places;      // parallel to node.ops
  std::vector<unsigned> latency;  // of each segment: results are pushed in this cycle
  bool operator==(const NodeSchedule &) const = default;

  unsigned segments() const { return unsigned(latency.size()); }
};

/// Where a value comes into being: (segment, first cycle). Parameters: (0, 0).
Place readyPlace(const Problem &problem, const NodeSchedule &schedule, graph::ValueId value);

/// Last segment in which a value is needed at all, by ValueId; a value that must cross into segment s has at least s.
std::vector<int> lastSegment(const Problem &problem, const NodeSchedule &schedule);

/// By segment: each value that is alive in it, with the last cycle in which it is needed there; values that only pass
/// through included.
std::vector<std::map<graph::ValueId, unsigned>> lastCycles(const Problem &problem, const NodeSchedule &schedule);

/// Tests every rule above; returns the first violation, or an empty string.
std::string check(const Problem &problem, const NodeSchedule &schedule);

/// Pipeline register bits, FIFOs not counted.
uint64_t registerBits(const Problem &problem, const NodeSchedule &schedule);

/// One line an op, for tests and reports.
std::string dump(const Problem &problem, const NodeSchedule &schedule);

}  // namespace weft::schedule
