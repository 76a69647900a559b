// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hls/schedule/problem.h"

namespace weft::schedule {

using namespace graph;

std::vector<std::map<ValueId, unsigned>> lastCycles(const Problem &problem, const NodeSchedule &schedule) {
  std::vector<std::map<ValueId, unsigned>> last(schedule.segments());
  auto need = [&](ValueId v, unsigned segment, unsigned cycle) {
    unsigned &c = last[segment][v];
    c = std::max(c, cycle);
  };
  for (OpId o = 0; o < problem.tasks.size(); ++o)
    if (problem.tasks[o].treatment == Treatment::Fixed || problem.tasks[o].treatment == Treatment::Request)
      for (ValueId v : problem.tasks[o].needs)
        need(v, schedule.places[o].segment, schedule.places[o].cycle);
  // What the next segment must know: whether an answer comes at all.
  for (OpId o = 0; o < problem.tasks.size(); ++o)
    if (problem.tasks[o].responds && problem.tasks[o].predicate != kNone)
      for (ValueId v : leavesOf(problem, problem.tasks[o].predicate))
        need(v, schedule.places[o].segment + 1, 0);
  std::vector<int> lastUse = lastSegment(problem, schedule);
  for (ValueId v = 0; v < lastUse.size(); ++v)
    for (int s = int(readyPlace(problem, schedule, v).segment); s < lastUse[v]; ++s)
      need(v, unsigned(s), schedule.latency[s]);
  for (ValueId v : problem.exitNeeds)
    need(v, schedule.segments() - 1, schedule.latency.back());
  return last;
}

uint64_t registerBits(const Problem &problem, const NodeSchedule &schedule) {
  uint64_t bits = 0;
  auto last = lastCycles(problem, schedule);
  for (unsigned s = 0; s < last.size(); ++s)
    for (auto [value, cycle] : last[s]) {
      Place ready = readyPlace(problem, schedule, value);
      unsigned from = ready.segment == s ? ready.cycle : 0;
      if (cycle > from)
        bits += uint64_t(cycle - from) * problem.kernel->values[value].width;
    }
  return bits;
}

std::string dump(const Problem &problem, const NodeSchedule &schedule) {
  static const char *const names[] = {"uniform", "token", "free", "fixed", "request"};
  std::string text = fmt::format("node {} segments {} register_bits {}\n", problem.node->name, schedule.segments(),
                                 registerBits(problem, schedule));
  for (unsigned s = 0; s < schedule.segments(); ++s)
    text += fmt::format("segment {} latency {}\n", s, schedule.latency[s]);
  for (OpId o = 0; o < problem.tasks.size(); ++o) {
    const Op &op = problem.node->ops[o];
    const Task &task = problem.tasks[o];
    text += fmt::format("  #{} {}", o, mnemonic(op.opcode));
    if (op.result != kNone)
      text += fmt::format(" %{}:{}", op.result, problem.kernel->values[op.result].width);
    text += fmt::format(" {}", names[size_t(task.treatment)]);
    if (task.treatment == Treatment::Fixed || task.treatment == Treatment::Request)
      text += fmt::format(" segment {} cycle {}", schedule.places[o].segment, schedule.places[o].cycle);
    if (task.treatment == Treatment::Fixed && task.latency)
      text += fmt::format(" latency {}", task.latency);
    if (task.responds)
      text += " responds";
    text += '\n';
  }
  return text;
}

}  // namespace weft::schedule
