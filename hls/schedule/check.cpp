// SPDX-License-Identifier: Apache-2.0
// The rules of problem.h, tested one by one on a finished schedule.
#include <fmt/format.h>

#include <algorithm>

#include "hls/schedule/problem.h"

namespace weft::schedule {

using namespace graph;

namespace {

struct Checker {
  const Problem &problem;
  const NodeSchedule &schedule;
  std::vector<unsigned> arrival;  // by op: time within its cycle at which a combinational result is stable

  bool placed(OpId o) const {
    return problem.tasks[o].treatment == Treatment::Fixed || problem.tasks[o].treatment == Treatment::Request;
  }

  /// Time within (segment, cycle) at which `value` is stable; sets `why` where it is not available yet.
  unsigned arrivalOf(ValueId value, Place at, std::string &why) const {
    Place ready = readyPlace(problem, schedule, value);
    if (ready.segment > at.segment || (ready.segment == at.segment && ready.cycle > at.cycle)) {
      why = fmt::format("value {} is ready in segment {} cycle {} but used in segment {} cycle {}", value,
                        ready.segment, ready.cycle, at.segment, at.cycle);
      return 0;
    }
    OpId op = problem.producer[value];
    bool enters = ready.segment < at.segment || op == kNone || problem.tasks[op].treatment != Treatment::Fixed;
    if (enters)
      return at.cycle == 0 ? problem.inputPs : 0;
    if (ready.cycle < at.cycle)
      return 0;
    return problem.tasks[op].latency ? problem.tasks[op].outPs : arrival[op];
  }

  std::string checkOp(OpId o) {
    const Task &task = problem.tasks[o];
    const Place place = schedule.places[o];
    if (place.segment >= schedule.segments() || place.cycle > schedule.latency[place.segment])
      return "is outside its segment";
    if (task.responds && place.segment + 1 >= schedule.segments())
      return "has no segment that waits for its answer";
    unsigned start = 0;
    std::string why;
    for (ValueId v : task.needs)
      start = std::max(start, arrivalOf(v, place, why));
    if (!why.empty())
      return why;
    if (start != 0 && start + task.inPs > problem.budgetPs)
      return fmt::format("is on a path of {} ps, more than {} ps", start + task.inPs, problem.budgetPs);
    arrival[o] = start + task.inPs;
    for (OpId before : problem.node->ops[o].after) {
      const Place &earlier = schedule.places[before];
      bool request = problem.tasks[before].treatment == Treatment::Request;
      if (request && !problem.tasks[before].responds)
        return fmt::format("comes after op {} whose acknowledgement is not waited for", before);
      bool ok = earlier.segment < place.segment ||
                (!request && earlier.segment == place.segment && earlier.cycle < place.cycle);
      if (!ok)
        return fmt::format("does not come after op {}", before);
    }
    return {};
  }

  std::string checkExit() {
    unsigned last = schedule.segments() - 1;
    std::vector<int> lastUse = lastSegment(problem, schedule);
    for (ValueId v = 0; v < lastUse.size(); ++v) {
      Place ready = readyPlace(problem, schedule, v);
      bool local = problem.producer[v] != kNone ||
                   std::find(problem.node->parameters.begin(), problem.node->parameters.end(), v) !=
                       problem.node->parameters.end();
      if (lastUse[v] < 0)
        continue;
      if (!local)
        return fmt::format("value {} is not defined in this node", v);
      bool leaves =
          lastUse[v] > int(ready.segment) ||
          (ready.segment == last && std::binary_search(problem.exitNeeds.begin(), problem.exitNeeds.end(), v));
      if (!leaves)
        continue;
      std::string why;
      unsigned time = arrivalOf(v, {ready.segment, schedule.latency[ready.segment]}, why);
      if (!why.empty())
        return "at the end of a segment: " + why;
      if (time != 0 && time + problem.pushPs > problem.budgetPs && time > problem.inputPs)
        return fmt::format("value {} arrives {} ps into the last cycle of segment {}", v, time, ready.segment);
    }
    return {};
  }

  std::string run() {
    if (schedule.places.size() != problem.tasks.size() || schedule.segments() == 0)
      return "the schedule is not one of this node";
    arrival.assign(problem.tasks.size(), 0);
    for (OpId o = 0; o < problem.tasks.size(); ++o)
      if (placed(o))
        if (std::string why = checkOp(o); !why.empty())
          return fmt::format("op {} ({}) {}", o, mnemonic(problem.node->ops[o].opcode), why);
    return checkExit();
  }
};

}  // namespace

std::string check(const Problem &problem, const NodeSchedule &schedule) { return Checker{problem, schedule, {}}.run(); }

}  // namespace weft::schedule
