// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/fifo_depths.h"

#include <algorithm>

#include "hls/components/component.h"
#include "hls/rtlgen/admission.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

/// Entries, at full rate: of tokens that wait for device memory, with its refresh, or for an on-chip arbiter.
unsigned globalWait(const Plan &plan) { return 2 * memoryRoundTrip(plan); }
constexpr unsigned kLocalWait = 16;

/// Cycles that a request to an on-chip memory waits because its answer would: other answers that the tokens of its
/// segment wait for take longer, and the memory has room for so many.
unsigned cyclesHeldBack(const Plan &plan, NodeId n, OpId o) {
  const NodePlan &p = plan.nodes[n];
  const std::vector<Op> &ops = plan.kernel->nodes[n].ops;
  if (!p.problem.tasks[o].responds || isGlobalAccess(ops[o]))
    return 0;
  const schedule::Position own = p.schedule.positions[o];
  unsigned answered = 0;
  for (OpId other = 0; other < ops.size(); ++other)
    if (p.problem.tasks[other].responds && p.schedule.positions[other].segment == own.segment)
      answered = std::max(answered, p.schedule.positions[other].cycle + answerCycles(plan, ops[other]));
  const unsigned room = own.cycle + components::find("local_banks")->depth;  // as of all on-chip memories
  return answered > room ? answered - room : 0;
}

}  // namespace

unsigned fullDepth(const Plan &plan) {
  const unsigned slots = plan.admission.slots;
  return slots > kDistributedDepth ? slots : slots + 1;
}

unsigned tokenDepth(const Plan &plan, NodeId n, unsigned segment) {
  const NodePlan &p = plan.nodes[n];
  if (segment + 1 == p.schedule.segments())
    return p.outputDepth;
  bool global = false;
  for (OpId o = 0; o < p.problem.tasks.size(); ++o)
    global |= p.problem.tasks[o].responds && p.schedule.positions[o].segment == segment &&
              isGlobalAccess(plan.kernel->nodes[n].ops[o]);
  const unsigned depth = fullRateDepth(p.schedule.latency[segment] + (global ? globalWait(plan) : kLocalWait));
  return segment == p.fullSegment ? std::max(depth, fullDepth(plan)) : depth;
}

unsigned requestDepth(const Plan &plan, NodeId n, OpId o) {
  const NodePlan &p = plan.nodes[n];
  const unsigned depth = fullRateDepth(p.schedule.positions[o].cycle + cyclesHeldBack(plan, n, o));
  const bool awaited = p.problem.tasks[o].responds && p.schedule.positions[o].segment == p.fullSegment;
  return awaited ? std::max(depth, fullDepth(plan)) : depth;
}

unsigned fullRateDepth(unsigned latency) {
  constexpr unsigned kSlack = 2;
  unsigned depth = latency + 2 + kSlack;
  return depth <= kDistributedDepth ? depth : depth + 1;
}

}  // namespace weft::rtlgen
