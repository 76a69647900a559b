// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/lifetimes.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft::schedule {

using namespace graph;

namespace {

/// Where the value of a dependence is needed.
Position neededAt(const NodeSchedule &schedule, const Dependence &d) {
  if (d.to == kNone)
    return {schedule.segments() - 1, schedule.latency.back()};
  const Position at = schedule.positions[d.to];
  return d.kind == Dependence::Kind::Predicate ? Position{at.segment + 1, 0} : at;
}

}  // namespace

Position readyAt(const Problem &problem, const NodeSchedule &schedule, ValueId value) {
  OpId op = problem.producer[value];
  if (op == kNone || !problem.tasks[op].placed())
    return {0, 0};
  const Position at = schedule.positions[op];
  if (problem.tasks[op].kind == TaskKind::Request)
    return {at.segment + 1, 0};
  return {at.segment, at.cycle + problem.operatorOf(op).latency};
}

std::vector<int> lastSegments(const Problem &problem, const NodeSchedule &schedule) {
  std::vector<int> last(problem.kernel->values.size(), -1);
  for (const Dependence &d : problem.dependences)
    if (d.value != kNone)
      last[d.value] = std::max(last[d.value], int(neededAt(schedule, d).segment));
  return last;
}

std::vector<std::vector<ValueId>> crossings(const Problem &problem, const NodeSchedule &schedule) {
  std::vector<std::vector<ValueId>> result(schedule.segments());
  const std::vector<int> last = lastSegments(problem, schedule);
  for (ValueId v = 0; v < last.size(); ++v) {
    const OpId op = problem.producer[v];
    if (op != kNone && problem.tasks[op].kind == TaskKind::Slot)
      continue;
    for (int s = int(readyAt(problem, schedule, v).segment) + 1; s <= last[v]; ++s)
      result[size_t(s)].push_back(v);
  }
  return result;
}

std::vector<std::map<ValueId, unsigned>> lastCycles(const Problem &problem, const NodeSchedule &schedule) {
  std::vector<std::map<ValueId, unsigned>> last(schedule.segments());
  auto need = [&](ValueId v, unsigned segment, unsigned cycle) {
    unsigned &c = last[segment][v];
    c = std::max(c, cycle);
  };
  for (const Dependence &d : problem.dependences)
    if (d.value != kNone) {
      const Position at = neededAt(schedule, d);
      need(d.value, at.segment, at.cycle + problem.initiationInterval * d.distance);
    }
  std::vector<int> lastUse = lastSegments(problem, schedule);
  for (ValueId v = 0; v < lastUse.size(); ++v)
    for (int s = int(readyAt(problem, schedule, v).segment); s < lastUse[v]; ++s)
      need(v, unsigned(s), schedule.latency[s]);
  return last;
}

uint64_t registerBits(const Problem &problem, const NodeSchedule &schedule) {
  uint64_t bits = 0;
  auto last = lastCycles(problem, schedule);
  for (unsigned s = 0; s < last.size(); ++s)
    for (auto [value, cycle] : last[s]) {
      Position ready = readyAt(problem, schedule, value);
      unsigned from = ready.segment == s ? ready.cycle : 0;
      if (cycle > from)
        bits += uint64_t(cycle - from) * keptBits(*problem.kernel, value);
    }
  return bits;
}

std::string dump(const Problem &problem, const NodeSchedule &schedule) {
  static const char *const names[] = {"uniform", "slot", "wires", "fixed", "request"};
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
    text += fmt::format(" {}", names[size_t(task.kind)]);
    if (task.placed())
      text += fmt::format(" segment {} cycle {}", schedule.positions[o].segment, schedule.positions[o].cycle);
    if (task.kind == TaskKind::Fixed && problem.operatorOf(o).latency)
      text += fmt::format(" latency {}", problem.operatorOf(o).latency);
    if (task.responds)
      text += " responds";
    text += '\n';
  }
  return text;
}

}  // namespace weft::schedule
